import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Settings } from './settings.ts';

/** Where alarms go; an owner who named no address can subscribe to it later. */
export function alarmTopic(scope: Construct, { alarmEmail }: Settings): Topic {
  const topic = new Topic(scope, 'AlarmTopic', { displayName: 'Orbweaver alarms', enforceSSL: true });
  if (alarmEmail !== undefined) topic.addSubscription(new EmailSubscription(alarmEmail));
  return topic;
}

/** Tells by e-mail when the account spends 80 % and all of the budget, and when it is on the way to it. */
export function monthlyBudget(scope: Construct, { alarmEmail, monthlyBudget: amount }: Settings): void {
  if (amount === undefined || alarmEmail === undefined) return;
  const notify = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notification: { notificationType, threshold, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
    subscribers: [{ subscriptionType: 'EMAIL', address: alarmEmail }],
  });
  new CfnBudget(scope, 'Budget', {
    budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount, unit: 'USD' } },
    notificationsWithSubscribers: [notify('ACTUAL', 80), notify('ACTUAL', 100), notify('FORECASTED', 100)],
  });
}
