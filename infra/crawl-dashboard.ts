import { Dashboard, GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Watched } from './alarms.ts';

/** Waiting work, running work, failures, and load of the tables: a row each. */
export function crawlDashboard(scope: Construct, { queues, functions, tables, machine }: Watched): Dashboard {
  const crawls = [machine.metricStarted(), machine.metricSucceeded(), machine.metricFailed()];
  return new Dashboard(scope, 'Dashboard', {
    widgets: [
      [
        graph('Messages waiting', queues, ({ queue }, label) =>
          queue.metricApproximateNumberOfMessagesVisible({ label }),
        ),
        graph('Oldest message, s', queues, ({ queue }, label) => queue.metricApproximateAgeOfOldestMessage({ label })),
        graph('Dead letters', queues, ({ deadLetters }, label) =>
          deadLetters.metricApproximateNumberOfMessagesVisible({ label }),
        ),
      ],
      [
        graph('Invocations', functions, (part, label) => part.metricInvocations({ label })),
        graph('Duration, ms', functions, (part, label) => part.metricDuration({ label })),
        graph('Errors', functions, (part, label) => part.metricErrors({ label })),
      ],
      [
        graph('Write units', tables, (part, label) => part.metricConsumedWriteCapacityUnits({ label })),
        graph('Read units', tables, (part, label) => part.metricConsumedReadCapacityUnits({ label })),
        graph('Crawls', { crawls }, () => crawls),
      ],
    ],
  });
}

function graph<T>(
  title: string,
  parts: Readonly<Record<string, T>>,
  metric: (part: T, label: string) => IMetric | IMetric[],
): GraphWidget {
  return new GraphWidget({
    title,
    left: Object.entries(parts).flatMap(([label, part]) => metric(part, label)),
    width: 8,
  });
}
