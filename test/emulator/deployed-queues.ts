import { GetQueueAttributesCommand, ListQueuesCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { credentials, region } from './emulator.ts';

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
    const counts = queues.map(async name => await this.waiting(`${name}DeadLetters`));
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  private async waiting(name: string): Promise<number> {
    const request = { QueueUrl: await this.url(name), AttributeNames: ['ApproximateNumberOfMessages' as const] };
    const { Attributes } = await this.client.send(new GetQueueAttributesCommand(request));
    return Number(Attributes?.['ApproximateNumberOfMessages']);
  }

  private async url(name: string): Promise<string> {
    const { QueueUrls: urls = [] } = await this.client.send(new ListQueuesCommand({}));
    const found = urls.filter(url => url.includes(`/Orbweaver-${name}`));
    if (found.length !== 1) throw new Error(`${found.length} queues are called Orbweaver-${name}*: ${urls.join(' ')}`);
    return found[0]!;
  }
}
