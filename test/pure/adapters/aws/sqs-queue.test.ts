import { type SendMessageBatchCommandInput, SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, test } from 'vitest';
import { SqsQueue } from '../../../../shared/adapters/aws/sqs-queue.ts';
import { answerCalls } from './answered-client.ts';

interface Failure {
  readonly Id: string;
  readonly SenderFault: boolean;
  readonly Code: string;
}

/** A queue whose service is `answer`; what it was asked, in order. */
function queueAnswered(answer: (batch: SendMessageBatchCommandInput, nth: number) => readonly Failure[]) {
  const asked: SendMessageBatchCommandInput[] = [];
  const waits: number[] = [];
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new SQSClient({ region: 'us-east-1', credentials, md5: false, useQueueUrlAsEndpoint: false });
  answerCalls(client, 'whole', async (_, input) => {
    const batch = input as SendMessageBatchCommandInput;
    asked.push(batch);
    const Failed = answer(batch, asked.length);
    const failed = new Set(Failed.map(({ Id }) => Id));
    return { Failed, Successful: (batch.Entries ?? []).filter(({ Id }) => !failed.has(Id ?? '')) };
  });
  const clock = { sleep: async (ms: number) => void waits.push(ms) };
  const queue = new SqsQueue({ client, urls: { fetch: 'https://q/fetch', parse: 'https://q/parse' }, clock });
  return { queue, asked, waits };
}

const wake = (site: number, delayMs?: number) =>
  ({ kind: 'fetch', crawl: 'c', site, turn: 1, ...(delayMs !== undefined && { delayMs }) }) as const;

const busy = (Id: string): Failure => ({ Id, SenderFault: false, Code: 'ServiceUnavailable' });

describe('SqsQueue', () => {
  test('sends each kind to its queue, ten messages a request', async () => {
    const { queue, asked } = queueAnswered(() => []);
    await queue.send([
      ...Array.from({ length: 21 }, (_, site) => wake(site)),
      { kind: 'parse', crawl: 'c', site: 1, turn: 1 },
    ]);
    const sizes = Map.groupBy(asked, ({ QueueUrl }) => QueueUrl);
    expect(sizes.get('https://q/fetch')?.map(({ Entries }) => Entries?.length)).toEqual([10, 10, 1]);
    expect(sizes.get('https://q/parse')?.map(({ Entries }) => Entries?.length)).toEqual([1]);
  });

  test('delays by whole seconds, never less than asked for and never more than SQS takes', async () => {
    const { queue, asked } = queueAnswered(() => []);
    await queue.send([wake(1), wake(2, 0), wake(3, 1), wake(4, 1_001), wake(5, 900_000), wake(6, 950_000)]);
    expect(asked[0]?.Entries?.map(({ DelaySeconds }) => DelaySeconds)).toEqual([undefined, undefined, 1, 2, 900, 900]);
  });

  test('sends again the entries that SQS could not take, those alone, and waits longer each time', async () => {
    const { queue, asked, waits } = queueAnswered((_, nth) => (nth < 4 ? [busy('1'), busy('3')] : []));
    await queue.send([wake(0), wake(1), wake(2), wake(3)]);
    const sites = asked.map(({ Entries }) => Entries?.map(({ MessageBody }) => JSON.parse(MessageBody ?? '').site));
    expect(sites).toEqual([
      [0, 1, 2, 3],
      [1, 3],
      [1, 3],
      [1, 3],
    ]);
    expect(waits).toHaveLength(3);
    expect(waits[2]).toBeGreaterThan(waits[0]!);
  });

  test('throws where an entry is refused for good, and where SQS takes one at no attempt', async () => {
    const refusing = queueAnswered(() => [{ Id: '0', SenderFault: true, Code: 'InvalidMessageContents' }]);
    await expect(refusing.queue.send([wake(1)])).rejects.toThrow(/InvalidMessageContents/);
    expect(refusing.asked).toHaveLength(1);
    const down = queueAnswered(() => [busy('0')]);
    await expect(down.queue.send([wake(1)])).rejects.toThrow(/ServiceUnavailable/);
    expect(down.asked).toHaveLength(6);
  });
});
