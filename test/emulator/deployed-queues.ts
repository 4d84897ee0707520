import { GetQueueAttributesCommand, ListQueuesCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { credentials, region } from './emulator.ts';

type Counted = 'ApproximateNumberOfMessages' | 'ApproximateNumberOfMessagesNotVisible';

/** The queues of the deployed stack, for tests that do to them what a network does. */
export class DeployedQueues {
  private readonly client: SQSClient;

  constructor(endpoint: string) {
    this.client = new SQSClient({ endpoint, region, credentials, useQueueUrlAsEndpoint: false });
  }

  /** Sends copies of the wake-ups for these turns of a crawl's first site, the last turn first. */
  async double(kind: 'fetch' | 'parse', crawl: string, turns: readonly number[], copies: number): Promise<void> {
    const QueueUrl = await this.url(kind === 'fetch' ? 'ToFetchQueue' : 'ToParseQueue');
    for (const turn of turns.toReversed()) {
      const MessageBody = JSON.stringify({ v: 1, kind, crawl, site: 1, turn });
      const Entries = Array.from({ length: copies }, (_, at) => ({ Id: String(at), MessageBody }));
      await this.client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    }
  }

  /** Messages that nobody could handle. */
  async deadLetters(queues = ['ToFetch', 'ToBrowser', 'ToParse']): Promise<number> {
    return await this.sum(
      queues.map(name => `${name}DeadLetters`),
      'ApproximateNumberOfMessages',
    );
  }

  /** Messages that functions are at work with. */
  async inFlight(): Promise<number> {
    return await this.sum(['ToFetchQueue', 'ToParseQueue'], 'ApproximateNumberOfMessagesNotVisible');
  }

  private async sum(queues: readonly string[], attribute: Counted): Promise<number> {
    const counts = queues.map(async name => {
      const request = { QueueUrl: await this.url(name), AttributeNames: [attribute] };
      const { Attributes } = await this.client.send(new GetQueueAttributesCommand(request));
      return Number(Attributes?.[attribute]);
    });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  private async url(name: string): Promise<string> {
    const { QueueUrls: urls = [] } = await this.client.send(new ListQueuesCommand({}));
    const found = urls.filter(url => url.includes(`/Orbweaver-${name}`));
    if (found.length !== 1) throw new Error(`${found.length} queues are called Orbweaver-${name}*: ${urls.join(' ')}`);
    return found[0]!;
  }
}
