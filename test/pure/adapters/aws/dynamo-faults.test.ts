import {
  type BatchGetItemCommand,
  type BatchWriteItemCommand,
  type DynamoDBClient,
  type KeysAndAttributes,
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { DynamoCalls } from '../../../../shared/adapters/aws/dynamo/calls/dynamo-calls.ts';
import { type DynamoStore, openDynamoStore } from '../../../../shared/adapters/aws/dynamo/dynamo-store.ts';
import { noCounts, type SiteRow } from '../../../../shared/domain/protocol/crawl-state.ts';
import { readSpec } from '../../../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../../../shared/domain/spec/resolve/resolve-spec.ts';
import { type Fault, MemoryDynamoDb } from './memory-dynamodb.ts';

const now = 1_800_000_000_000;
const id = 'crawl';
const tables = { crawls: 'crawls', tokens: 'tokens', pages: 'pages', links: 'links', watched: 'watched' };
const lease = { host: 'site.test', crawl: id, site: 1, turn: 1, attempt: 'attempt-1' };
const take = { ...lease, message: 'm1', now, delayMs: 1000, idle: false };
const exit = {
  patch: { turn: 1, doneBy: 'm1', addPending: { turn: 1, attempt: 'attempt-1' } },
  demand: {},
  token: { nextAllowedAt: now + 1000, lastDelayMs: 1000, now },
};

const throttled = new ProvisionedThroughputExceededException({ message: 'slow down', $metadata: {} });
const conflict = new TransactionConflictException({ message: 'in the way', $metadata: {} });
const lost = Object.assign(new Error('socket hang up'), { name: 'InternalServerError' });

function cancelled(...codes: string[]): TransactionCanceledException {
  const CancellationReasons = codes.map(Code => ({ Code }));
  return new TransactionCanceledException({ message: 'cancelled', $metadata: {}, CancellationReasons });
}

/** Faults to come, by command; what was slept. */
let faults: Record<string, Fault[]>;
let waited: number;
let commands: string[];
let store: DynamoStore;

beforeEach(async () => {
  faults = {};
  waited = 0;
  const memory = new MemoryDynamoDb(command => {
    commands.push(command);
    return faults[command]?.shift();
  });
  const sleep = async (ms: number): Promise<void> => {
    waited += ms;
  };
  const clock = { now: () => now, monotonic: () => waited, sleep };
  const ids = { fraction: () => 0.5 };
  commands = [];
  store = openDynamoStore({ client: memory.client(), tables, clock, ids, retentionMs: 1 });
  const spec = resolveSpec([readSpec({ sites: [{ url: 'http://site.test/' }] }, path => path.join('.'))]);
  await store.createCrawl({ id, spec, state: 'running', startedAt: now, activeSites: 1 }, [site]);
  commands = [];
});

const site: SiteRow = {
  ...{ crawl: id, site: 1, status: 'active', origin: 'http://site.test', start: 'http://site.test/' },
  ...{ redirectedFrom: [], turn: 0, doneBy: '', parsedBy: { turn: 0, message: '' }, phase: { level: 0, round: 0 } },
  ...{
    cursor: { turn: 0, offset: 0 },
    pending: new Map(),
    waiting: '',
    parked: false,
    grant: Number.POSITIVE_INFINITY,
  },
  ...{ used: 0, due: now, counters: noCounts, delayMs: 1000, maxDownloads: 2, maxLevel: Number.POSITIVE_INFINITY },
  trouble: { failures: 0 },
};

function times(count: number, fault: Fault): Fault[] {
  return Array.from({ length: count }, () => fault);
}

describe('what asks for patience is never taken for a lost condition', () => {
  test('a claim that meets a transaction or a throttled table is won all the same', async () => {
    faults['UpdateItemCommand'] = [...times(3, { before: conflict }), ...times(4, { before: throttled })];
    const won = await store.claimContents(id, 1, [{ hash: 'h', owner: 'mine' }]);
    expect(won).toEqual(['mine']);
    expect(commands).toHaveLength(8);
  });

  test('a turn is left although other transactions are in its way, alone or beside a condition that seems unmet', async () => {
    await store.takeToken(take);
    faults['TransactWriteItemsCommand'] = [
      { before: cancelled('None', 'TransactionConflict') },
      { before: cancelled('ConditionalCheckFailed', 'TransactionConflict') },
      { before: cancelled('ThrottlingError', 'None') },
    ];
    expect(await store.leaveTurn(lease, exit)).toBe(true);
    expect((await store.readSite(id, 1))?.turn).toBe(1);
  });

  test('waits grow, with jitter, through half a minute of throttling', async () => {
    faults['GetItemCommand'] = times(20, { before: throttled });
    expect((await store.readSite(id, 1))?.site).toBe(1);
    expect(waited).toBeGreaterThan(15_000);
    expect(waited).toBeLessThan(45_000);
  });

  test('patience ends with an error that names table and item, not with an answer', async () => {
    faults['UpdateItemCommand'] = times(1_000, { before: throttled });
    await expect(store.requestStop(id, { reason: 'stopped' })).rejects.toThrow(
      'DynamoDB table crawls, item crawl crawl: ProvisionedThroughputExceededException: slow down',
    );
  });

  test('a condition that is not met is an answer at once', async () => {
    await store.requestStop(id, { reason: 'stopped' });
    commands = [];
    expect(await store.requestStop(id, { reason: 'time-limit' })).toBe(false);
    expect(commands).toEqual(['UpdateItemCommand']);
  });
});

describe('a write whose answer was lost on the way is not taken for another one’s', () => {
  test('the token is mine, with what it said before', async () => {
    await store.takeToken(take);
    await store.leaveTurn(lease, exit);
    faults['UpdateItemCommand'] = [{ after: lost }];
    const again = { ...take, turn: 2, attempt: 'attempt-2' };
    expect(await store.takeToken(again)).toEqual({ kind: 'taken', nextAllowedAt: now + 1000, lastDelayMs: 1000 });
  });

  test('a turn is left, once', async () => {
    await store.takeToken(take);
    faults['TransactWriteItemsCommand'] = [{ after: lost }];
    expect(await store.leaveTurn(lease, exit)).toBe(true);
    expect(await store.leaveTurn(lease, exit)).toBe(false);
  });

  test('a parse commit is mine, once', async () => {
    await store.takeToken(take);
    await store.leaveTurn(lease, exit);
    faults['UpdateItemCommand'] = [{ after: lost }];
    const commit = { turn: 1, message: 'p1', add: { ...noCounts, nodes: 1 }, due: now };
    expect(await store.commitParse(id, 1, commit)).toMatchObject({ kind: 'committed' });
    expect(await store.commitParse(id, 1, commit)).toEqual({ kind: 'not-pending' });
    expect((await store.readSite(id, 1))?.counters.nodes).toBe(1);
  });

  test('claims are won, and counts of patterns not added twice', async () => {
    const by = { turn: 1, level: 1, kind: 'link' } as const;
    faults['UpdateItemCommand'] = [{ after: lost }];
    expect(await store.claimUrls(id, 1, by, [{ identity: 'u', address: 'u', foundOn: '' }])).toEqual([true]);
    faults['UpdateItemCommand'] = [{ after: lost }];
    expect(await store.countPatterns(id, 1, 1, [{ pattern: '/*', count: 2 }])).toEqual([0]);
    expect(await store.countPatterns(id, 1, 2, [{ pattern: '/*', count: 2 }])).toEqual([2]);
  });
});

describe('a turn with more links than one try can claim', () => {
  const texts = Array.from({ length: 200 }, (_, number) => `http://site.test/${number}`);
  const urls = texts.map(url => ({ identity: url, address: url, foundOn: '' }));
  const links = texts.map(key => ({ key, page: 'http://site.test/', level: 0, detail: '' }));
  const claimers = {
    internal: async () => await store.claimUrls(id, 1, { turn: 1, level: 1, kind: 'link' }, urls),
    'external, of a watch': async () => await store.claimLinks(id, 1, 'external', 1, links, true),
  };

  test.each(Object.entries(claimers))(
    '%s: the next try goes on where one was cut short, and wins all',
    async (_, claim) => {
      // A worker that has known its site so far.
      await store.claimUrls(id, 1, { turn: 0, level: 1, kind: 'link' }, [{ identity: 'u', address: 'u', foundOn: '' }]);
      await store.claimLinks(id, 1, 'external', 0, [{ key: 'u', page: '', level: 0, detail: '' }], true);
      const cut = new Error('the Lambda is over');
      faults['UpdateItemCommand'] = [...Array.from<Fault>({ length: 120 }), ...times(80, { before: cut })];
      await expect(claim()).rejects.toThrow('the Lambda is over');
      // Sixty-four were under way.
      await expect.poll(() => faults['UpdateItemCommand']).toHaveLength(80 - 64);
      faults = {};
      commands = [];
      expect(await claim()).toEqual(texts.map(() => true));
      expect(commands.filter(command => command === 'UpdateItemCommand')).toHaveLength(80);
    },
  );

  test.each(['before', 'after'] as const)(
    'external: an entry of the log whose answer is lost, or that is cut short %s it is written, is there once',
    async when => {
      const long = links.map(each => ({ ...each, key: `${each.key}${'x'.repeat(4_000)}` }));
      const cut = new Error('the Lambda is over');
      const last: Fault = when === 'before' ? { before: cut } : { after: cut };
      faults['UpdateItemCommand'] = [
        ...Array.from<Fault>({ length: 1 }),
        { after: lost },
        ...Array.from<Fault>({ length: 1 }),
        last,
      ];
      await expect(store.claimLinks(id, 1, 'external', 1, long)).rejects.toThrow('the Lambda is over');
      faults = {};
      commands = [];
      expect(await store.claimLinks(id, 1, 'external', 1, long)).toEqual(long.map(() => true));
      expect(commands).toEqual(when === 'before' ? ['QueryCommand', 'UpdateItemCommand'] : ['QueryCommand']);
      const page = await store.listLinks(id, 'external', { most: 1_000 });
      expect(page.links.map(({ link }) => link)).toEqual(long.map(({ key }) => key).sort());
    },
  );
});

describe('a table that takes batches in part', () => {
  const keys = Array.from({ length: 30 }, (_, n) => ({ pk: 'p', sk: `k${n}` }));
  const nameOf = (key: Readonly<Record<string, { readonly S?: string }>>): string => key['sk']!.S!;

  /** Takes `most` of a batch and leaves the others to be sent again, as a table does at its limit. */
  function inPart(most: number, items: Set<string>) {
    let sleeps = 0;
    let requests = 0;
    const send = async ({ input }: BatchGetItemCommand | BatchWriteItemCommand): Promise<object> => {
      requests += 1;
      const asked = Object.values(input.RequestItems!)[0]!;
      if (Array.isArray(asked)) {
        for (const { DeleteRequest } of asked.slice(0, most)) items.delete(nameOf(DeleteRequest!.Key as never));
        return { UnprocessedItems: asked.length > most ? { t: asked.slice(most) } : {} };
      }
      const { Keys: all = [] } = asked as KeysAndAttributes;
      const found = all.slice(0, most).filter(key => items.has(nameOf(key as never)));
      return {
        Responses: { t: found },
        UnprocessedKeys: all.length > most ? { t: { Keys: all.slice(most) } } : {},
      };
    };
    const sleep = async (): Promise<void> => {
      sleeps += 1;
    };
    const clock = { monotonic: () => sleeps * 1_000, sleep };
    const client = { send } as unknown as DynamoDBClient;
    const calls = new DynamoCalls({ client, clock, ids: { fraction: () => 0.5 } });
    return { calls, requests: () => requests, sleeps: () => sleeps };
  }

  test('is asked for the other items again, after a wait, and gives all of them in the order of their keys', async () => {
    const items = new Set(keys.filter((_, n) => n !== 7).map(({ sk }) => sk));
    const { calls, requests, sleeps } = inPart(11, items);
    const rows = await calls.readAll('t', keys, true);
    expect(rows.map(row => row?.['sk'])).toEqual(keys.map(({ sk }, n) => (n === 7 ? undefined : sk)));
    expect([requests(), sleeps()]).toEqual([3, 2]);
  });

  test('has every item removed at the end', async () => {
    const items = new Set(keys.map(({ sk }) => sk));
    const { calls } = inPart(4, items);
    await calls.removeAll('t', keys);
    expect([...items]).toEqual([]);
  });

  test('that takes nothing for 45 s is an error, not an answer without items', async () => {
    const { calls } = inPart(0, new Set(['k1']));
    await expect(calls.readAll('t', keys, true)).rejects.toThrow(
      'DynamoDB table t, item p k0: Error: 30 keys were left out',
    );
    await expect(calls.removeAll('t', keys)).rejects.toThrow(/25 items were left|5 items were left/);
  });
});
