import {
  InternalServerError,
  ProvisionedThroughputExceededException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { type DynamoTables, tokenKey } from '../../../shared/adapters/aws/dynamo/calls/dynamo-tables.ts';
import { openDynamoStore } from '../../../shared/adapters/aws/dynamo/dynamo-store.ts';
import { type Fault, MemoryDynamoDb } from '../../pure/adapters/aws/memory-dynamodb.ts';
import { MemoryObjects } from './memory-objects.ts';
import { Random } from './random.ts';
import type { SimulatedState } from './simulated-state.ts';
import type { VirtualTime } from './virtual-time.ts';

export const tables: DynamoTables = {
  crawls: 'crawls',
  tokens: 'tokens',
  pages: 'pages',
  links: 'links',
  watched: 'watched',
};
const day = 24 * 3_600_000;
const $metadata = {};

/** DynamoDB as it may be at worst: calls that are throttled, collide, or happen while their answer is lost. */
export interface DynamoFaults {
  readonly throttled: number;
  readonly conflict: number;
  readonly lostAnswer: number;
}

/** The AWS store over conditional writes in memory, the clock being the simulation's. */
export function dynamoState(
  faults: DynamoFaults,
): (time: VirtualTime, seed: number) => SimulatedState & { readonly db: MemoryDynamoDb } {
  return (time, seed) => {
    const random = new Random(seed ^ 0xd1a0);
    const db = new MemoryDynamoDb((command): Fault | undefined => {
      if (random.chance(faults.throttled))
        return { before: new ProvisionedThroughputExceededException({ message: 'throttled', $metadata }) };
      if (command === 'TransactWriteItemsCommand' && random.chance(faults.conflict))
        return { before: new TransactionConflictException({ message: 'conflict', $metadata }) };
      if (random.chance(faults.lostAnswer)) return { after: new InternalServerError({ message: 'lost', $metadata }) };
      return undefined;
    });
    const client = db.client('command');
    const memories = new MemoryObjects();
    // Calls are tried again at once: the simulation looks into the store between two instants, too.
    const clock = { now: () => time.now, monotonic: () => time.now, sleep: async () => undefined };
    return {
      db,
      readsApart: false,
      openStore: () =>
        openDynamoStore({
          ...{ client, clock, ids: { fraction: () => random.next() }, tables, retentionMs: day },
          objectsOf: () => memories,
        }),
      holder: host => {
        const { pk, sk } = tokenKey(host);
        return db.peek(tables.tokens, { pk: { S: pk }, sk: { S: sk } })?.['attempt']?.S ?? '';
      },
      restart: () => undefined,
      close: () => client.destroy(),
    };
  };
}
