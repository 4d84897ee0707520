import { SQSClient } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { EventBus } from '../../../../shared/adapters/aws/event-bus.ts';
import { type RecordedBus, startEventBus } from '../../../servers/event-bus.ts';
import { answerCalls } from './answered-client.ts';

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
const detail = { id: 'a-1-finished', pages: 3 };
const sent = { stack: 'Orbweaver', ...detail };

function busAt({ url }: RecordedBus, lost: unknown[], isQueueThere = true): EventBus {
  const client = new SQSClient({ region: 'eu-central-1', credentials, useQueueUrlAsEndpoint: false, md5: false });
  answerCalls(client, 'command', async (_, input) => {
    if (!isQueueThere) throw new Error('no such queue');
    lost.push(input);
    return {};
  });
  const options = { source: 'orbweaver', stack: 'Orbweaver', endpoint: url, region: 'eu-central-1', credentials };
  return new EventBus({ ...options, lost: { client, url: 'http://queue/lost' } });
}

test('an event is on the bus by one signed request', async () => {
  await using server = await startEventBus();
  const lost: unknown[] = [];
  expect(await busAt(server, lost).put('Crawl Ended', detail)).toEqual({});
  expect(server.taken).toEqual([{ source: 'orbweaver', type: 'Crawl Ended', detail: sent }]);
  expect(server.asked).toEqual([
    { target: 'AWSEvents.PutEvents', authorization: expect.stringMatching(/\/eu-central-1\/events\/aws4_request/) },
  ]);
  expect(lost).toEqual([]);
});

test.each([
  ['an error of the service', { status: 500, body: '{}' }],
  ['an entry that it refuses', { status: 200, body: '{"FailedEntryCount":1,"Entries":[{"ErrorCode":"Throttled"}]}' }],
])('a second request follows %s; after two the entry is in the queue of lost events', async (_, refusal) => {
  await using server = await startEventBus();
  const lost: unknown[] = [];
  const bus = busAt(server, lost);
  server.refusals.push(refusal);
  expect(await bus.put('Crawl Ended', detail)).toEqual({});
  expect([server.taken.length, lost.length]).toEqual([1, 0]);

  server.refusals.push(refusal, refusal);
  expect(await bus.put('Crawl Ended', detail)).toEqual({ lost: expect.stringContaining('PutEvents') });
  expect([server.taken.length, server.asked.length]).toEqual([1, 4]);
  const entry = { Source: 'orbweaver', DetailType: 'Crawl Ended', Detail: JSON.stringify(sent) };
  expect(lost).toEqual([{ QueueUrl: 'http://queue/lost', MessageBody: JSON.stringify(entry) }]);
});

test('without bus and queue it throws', async () => {
  await using server = await startEventBus();
  server.refusals.push({ status: 500, body: '{}' }, { status: 500, body: '{}' });
  await expect(busAt(server, [], false).put('Crawl Ended', detail)).rejects.toThrow('no such queue');
});
