import { Dashboard, GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Watched } from './alarms.ts';

/** Waiting work, running work, failures, and load of the tables: a row each. */
export function crawlDashboard(scope: Construct, { queues, functions, tables, machine }: Watched): Dashboard {
  const each = <T>(parts: Readonly<Record<string, T>>, metric: (part: T, label: string) => IMetric): IMetric[] =>
    Object.entries(parts).map(([label, part]) => metric(part, label));
  return new Dashboard(scope, 'Dashboard', {
    widgets: [
      [
        graph(
          'Messages waiting',
          each(queues, ({ queue }, label) => queue.metricApproximateNumberOfMessagesVisible({ label })),
        ),
        graph(
          'Oldest message, s',
          each(queues, ({ queue }, label) => queue.metricApproximateAgeOfOldestMessage({ label })),
        ),
        graph(
          'Dead letters',
          each(queues, ({ deadLetters }, label) => deadLetters.metricApproximateNumberOfMessagesVisible({ label })),
        ),
      ],
      [
        graph(
          'Invocations',
          each(functions, (part, label) => part.metricInvocations({ label })),
        ),
        graph(
          'Duration, ms',
          each(functions, (part, label) => part.metricDuration({ label })),
        ),
        graph(
          'Errors',
          each(functions, (part, label) => part.metricErrors({ label })),
        ),
      ],
      [
        graph(
          'Write units',
          each(tables, (part, label) => part.metricConsumedWriteCapacityUnits({ label })),
        ),
        graph(
          'Read units',
          each(tables, (part, label) => part.metricConsumedReadCapacityUnits({ label })),
        ),
        graph('Crawls', [machine.metricStarted(), machine.metricSucceeded(), machine.metricFailed()]),
      ],
    ],
  });
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 8 });
}
