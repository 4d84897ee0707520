import {
  DynamoDBClient,
  ResourceNotFoundException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import { DynamoCalls } from '../../../../shared/adapters/aws/dynamo/calls/dynamo-calls.ts';
import { withNamedTables } from '../../../../shared/adapters/aws/dynamo/calls/named-tables.ts';
import { DynamoRegistry } from '../../../../shared/adapters/aws/dynamo/dynamo-registry.ts';
import { answerCalls } from './answered-client.ts';

const record = { id: 'c1', owner: 'account:1', createdAt: 1_700_000_000_000, run: 1, queued: true };
const once = { key: 'k', request: 'hash' };

/** A registry whose table is `answer`. */
function registryAnswered(answer: (command: string, nth: number) => object) {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = withNamedTables(new DynamoDBClient({ region: 'us-east-1', credentials, maxAttempts: 1 }));
  const commands: string[] = [];
  answerCalls(client, 'whole', async command => {
    commands.push(command);
    return answer(command, commands.length);
  });
  const clock = { monotonic: () => 0, sleep: async () => undefined };
  const calls = new DynamoCalls({ client, clock, ids: { fraction: () => 0.5 } });
  return { registry: new DynamoRegistry({ calls, table: 't', retentionDays: 1 }), commands };
}

function cancelled(code: string): TransactionCanceledException {
  return new TransactionCanceledException({
    message: 'cancelled',
    $metadata: {},
    CancellationReasons: [{ Code: 'None' }, { Code: code }],
  });
}

describe('DynamoRegistry', () => {
  test('says which table is missing and what helps, where DynamoDB names nothing', async () => {
    const { registry } = registryAnswered(() => {
      throw new ResourceNotFoundException({ message: 'Requested resource not found', $metadata: {} });
    });
    const sentence = 'the DynamoDB table t does not exist; deploy the stack again (Requested resource not found)';
    await expect(registry.read('c1')).rejects.toThrow(sentence);
    await expect(registry.create(record)).rejects.toThrow(sentence);
  });

  test('tries again where another transaction is in the way, which no emulator ever answers', async () => {
    const { registry, commands } = registryAnswered((command, nth) => {
      if (command === 'GetItemCommand') return {};
      if (nth < 3) throw cancelled('TransactionConflict');
      return {};
    });
    expect(await registry.create(record, once)).toEqual({ kind: 'created' });
    expect(commands.filter(command => command === 'TransactWriteItemsCommand')).toHaveLength(3);
  });

  test('counts an invocation although the table is busy: the messages of the batch do not wait for their next delivery', async () => {
    const { registry, commands } = registryAnswered((_, nth) => {
      if (nth < 3) throw new TransactionConflictException({ message: 'in the way', $metadata: {} });
      return { Attributes: { invocations: { N: '7' } } };
    });
    expect(await registry.countInvocation('c1')).toBe(7);
    expect(commands).toHaveLength(3);
  });

  test('gives the loser of a key the crawl of the winner, and whether they asked for the same', async () => {
    const { registry } = registryAnswered(command => {
      if (command === 'TransactWriteItemsCommand') throw cancelled('ConditionalCheckFailed');
      return { Item: { crawl: { S: 'c0' }, request: { S: 'other' } } };
    });
    expect(await registry.create(record, once)).toEqual({ kind: 'exists', id: 'c0', sameRequest: false });
  });

  test('throws where the id itself is taken: ids are never given twice', async () => {
    const { registry } = registryAnswered(command => {
      if (command === 'TransactWriteItemsCommand') throw cancelled('ConditionalCheckFailed');
      return {};
    });
    await expect(registry.create(record)).rejects.toThrow('there is a record of the crawl c1');
    await expect(registry.create(record, once)).rejects.toThrow('there is a record of the crawl c1');
  });
});
