import type { Stack } from 'aws-cdk-lib';
import { EventField, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { eventSource } from '../shared/names.ts';
import type { Settings } from './settings.ts';

/** The bus on which functions/aws/announce.ts puts events. */
export function defaultBusArn(stack: Stack): string {
  return stack.formatArn({ service: 'events', resource: 'event-bus', resourceName: 'default' });
}

/** An e-mail at the end of each crawl, if the owner has named an address. Looks of watches are too many for mails. */
export function mailEnds(stack: Stack, { notifyEmail }: Settings, deadLetterQueue: IQueue): void {
  if (notifyEmail === undefined) return;
  const topic = new Topic(stack, 'NoticeTopic', { displayName: 'Orbweaver crawls', enforceSSL: true });
  topic.addSubscription(new EmailSubscription(notifyEmail));
  const detail = (name: string): string => EventField.fromPath(`$.detail.${name}`);
  const figures = `Pages: ${detail('pages')}. Failure: ${detail('failure')}. Files: ${detail('results')}`;
  new Rule(stack, 'CrawlEnds', {
    description: 'A crawl or a watch has ended',
    eventPattern: {
      source: [eventSource],
      detailType: ['Crawl Ended'],
      detail: { stack: [stack.stackName] },
    },
    targets: [
      new SnsTopic(topic, {
        deadLetterQueue,
        message: RuleTargetInput.fromText(`${detail('kind')} ${detail('crawl')}: ${detail('status')}. ${figures}`),
      }),
    ],
  });
}
