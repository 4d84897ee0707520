import { Annotations, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Alarm, ComparisonOperator, type IMetric, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Rule } from 'aws-cdk-lib/aws-events';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { serviceName, type WorkQueue } from './crawl-function.ts';
import { costTag, type Settings } from './settings.ts';

/** Parts by the name that alarms and graphs show. */
export interface Watched {
  /** Each with the name of its consumer, whose messages lead to itself again. */
  readonly queues: Readonly<Record<string, WorkQueue>>;
  readonly functions: Readonly<Record<string, IFunction>>;
  readonly tables: Readonly<Record<string, Table>>;
  readonly machine: StateMachine;
  readonly removals: StateMachine;
  /** Absent if no watches are deployed. */
  readonly searches?: StateMachine;
  /** Wakes watches each minute; the same. */
  readonly clock?: Rule;
  readonly api: RestApi;
  /** Events that a function could not handle although AWS sent them again, or that came to no target. */
  readonly lostEvents: Queue;
}

/** Functions that run seldom: their failures never fill three periods in a row. */
const rare = ['Seed', 'Unload', 'Daily', 'Search'];

/** A message may be delayed by 15 minutes, and is then handled within two: an hour is long. */
const oldMessageSeconds = 3600;

/** One alarm per kind of trouble and part; docs/runbook.md has an entry per kind, by the first word of the name. */
export class Alarms extends Construct {
  private readonly topic: Topic;

  constructor(scope: Construct, id: string, topic: Topic, watched: Watched) {
    super(scope, id);
    this.topic = topic;
    for (const [name, { queue, deadLetters }] of Object.entries(watched.queues)) {
      const dead = deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum' });
      this.alarm(`DeadLetters${name}`, dead, 0, 'Messages that no worker could handle.');
      const age = queue.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum' });
      this.alarm(`OldMessages${name}`, age, oldMessageSeconds, 'Work waits and nobody does it.');
      const dropped = watched.functions[name]!.metric('RecursiveInvocationsDropped', { statistic: 'Sum' });
      this.alarm(`LoopsDropped${name}`, dropped, 0, 'AWS ends crawls: recursive loop detection is not set to Allow.');
      this.alarm(`KeptMessages${name}`, keptMessages(this, name), 0, 'Messages fail and come again.', 3);
    }
    // The machine that deletes repeats its function; the end of its patience is the trouble (RemovalsFailed).
    const alone = Object.entries(watched.functions).filter(([name]) => name !== 'Remove');
    for (const [name, lambda] of alone)
      this.alarm(`Errors${name}`, lambda.metricErrors(), 0, 'Invocations fail.', rare.includes(name) ? 1 : 3);
    // A consumer at its maximum concurrency is not throttled; the account's own limit is what throttles all functions.
    const throttles = new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: 'Sum' });
    this.alarm('Throttles', throttles, 0, 'The account has no concurrency left.', 3);
    for (const [name, table] of Object.entries(watched.tables)) {
      // Nothing reads tokens: they are taken by writes.
      for (const kind of name === 'Tokens' ? ['Write'] : ['Read', 'Write']) {
        const refused = table.metric(`${kind}ThrottleEvents`, { statistic: 'Sum' });
        this.alarm(`Table${kind}Throttles${name}`, refused, 0, 'The table refuses requests.', 3);
      }
    }
    const lost = watched.lostEvents.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum' });
    this.alarm('LostEvents', lost, 0, 'An event came to nobody who handled it.');
    const faults = watched.api.metricServerError({ statistic: 'Sum' });
    this.alarm('ApiFaults', faults, 0, 'The API answered a request with 5xx.');
    const { machine, removals, searches, clock } = watched;
    this.alarm('CrawlsFailed', machine.metricFailed(), 0, 'A crawl was given up.');
    this.alarm('RemovalsFailed', removals.metricFailed(), 0, 'A crawl or a watch was not wholly deleted.');
    if (searches === undefined || clock === undefined) return;
    this.alarm('SearchesFailed', searches.metricFailed(), 0, 'Stored publications of a watch were not searched.');
    // A minute that is lost is made good by the next one; events of the other rules are kept with the lost ones.
    const dimensionsMap = { RuleName: clock.ruleName };
    const undelivered = { namespace: 'AWS/Events', metricName: 'FailedInvocations', dimensionsMap, statistic: 'Sum' };
    this.alarm('UndeliveredWake', new Metric(undelivered), 0, 'The clock of watches does not reach its function.', 3);
  }

  /** Sounds when `metric` was above `threshold` in each of so many periods of five minutes. */
  private alarm(name: string, metric: IMetric, threshold: number, description: string, periods = 1): void {
    const alarm = new Alarm(this, name, {
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: `${description} See "${name}" in docs/runbook.md.`,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
  }
}

const nobodyIsNotified =
  'Nobody is notified of alarms: deploy with -c alarmEmail=NAME@EXAMPLE.ORG, or subscribe to AlarmTopic.';

/** Counted by functions/aws/consume-batch.ts, under the service that infra/crawl-function.ts names. */
function keptMessages(scope: Construct, name: string): Metric {
  const dimensionsMap = { service: serviceName(scope, name) };
  return new Metric({ namespace: 'Orbweaver', metricName: 'KeptMessages', dimensionsMap, statistic: 'Sum' });
}

/** Where alarms go; an owner who named no address can subscribe to it later. */
export function alarmTopic(scope: Construct, { alarmEmail }: Settings): Topic {
  const topic = new Topic(scope, 'AlarmTopic', { displayName: 'Orbweaver alarms', enforceSSL: true });
  if (alarmEmail !== undefined) topic.addSubscription(new EmailSubscription(alarmEmail));
  else Annotations.of(scope).addWarningV2('orbweaver:alarmEmail', nobodyIsNotified);
  return topic;
}

/**
 * Says by e-mail when the stack spends 80 % and all of the budget, and when it is on the way to it. AWS Budgets counts what bears
 * the stack's tag, as soon as the owner has activated that tag for costs.
 */
export function monthlyBudget(scope: Construct, { alarmEmail, monthlyBudget: amount }: Settings): void {
  if (amount === undefined || alarmEmail === undefined) return;
  const notify = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notification: { notificationType, threshold, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
    subscribers: [{ subscriptionType: 'EMAIL', address: alarmEmail }],
  });
  const costFilters = { TagKeyValue: [`user:${costTag}$${Stack.of(scope).stackName}`] };
  new CfnBudget(scope, 'Budget', {
    budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount, unit: 'USD' }, costFilters },
    notificationsWithSubscribers: [notify('ACTUAL', 80), notify('ACTUAL', 100), notify('FORECASTED', 100)],
  });
}
