/** The schedule as items: what decisions cost, and what crashes and faults leave. */
import { InternalServerError, ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { CountedCalls } from '../../../../bench/cost/counted-calls.ts';
import { type DynamoStore, openDynamoStore } from '../../../../shared/adapters/aws/dynamo/dynamo-store.ts';
import { specDefaults } from '../../../../shared/domain/spec/crawl-spec.ts';
import { beginSchedule, decide } from '../../../../shared/wings/sets/schedule/decide.ts';
import type { Decision, Schedule } from '../../../../shared/wings/sets/schedule/schedule.ts';
import { Random } from '../../../simulation/world/random.ts';
import { draws } from '../../draws.ts';
import { type Fault, MemoryDynamoDb } from './memory-dynamodb.ts';

const tables = { crawls: 'crawls', tokens: 'tokens', pages: 'pages', links: 'links', watched: 'watched' };
const crawl = 'crawl';
const nowMs = 1_700_000_000_000;
const $metadata = {};

let memory: MemoryDynamoDb;
let fault: ((command: string, input: object) => Fault | undefined) | undefined;
let counted: CountedCalls;

beforeEach(() => {
  fault = undefined;
  memory = new MemoryDynamoDb((command, input) => fault?.(command, input));
  counted = new CountedCalls();
});

/** A process of its own on the same tables. */
function openStore(): DynamoStore {
  const client = memory.client('command');
  counted.count('dynamodb', client);
  const clock = { now: () => nowMs, monotonic: () => 0, sleep: async () => undefined };
  return openDynamoStore({ client, tables, clock, ids: { fraction: () => 0.5 }, retentionMs: 1 });
}

function begun(sites: number): Decision {
  const numbers = Array.from({ length: sites }, (_, index) => ({ site: index + 1 }));
  const options = specDefaults.ruleOptions;
  return decide(beginSchedule({ rule: 'adaptive', options, budget: 100 * sites, sites: numbers }), [], 0);
}

/** After a report of the first grant under way. */
function decided(schedule: Schedule, random: Random): Decision {
  const { step, from, to } = schedule.underWay[0]!;
  const rewards = Array.from({ length: to - from }, () => random.int(0, 19));
  return decide(schedule, [{ step, rewards, end: 'whole' }], 0);
}

/** Every site differs from what it was. */
function withRewards({ sites, ...rest }: Schedule, reward: number): Schedule {
  return { ...rest, sites: sites.map(site => ({ ...site, reward })) };
}

describe('the units of a decision', () => {
  test.each([10, 100, 200, 1_000, 3_000])('are at most eight to write and one to read, with %i sites', async sites => {
    const random = new Random(1);
    const store = openStore();
    let { schedule } = begun(sites);
    while (schedule.sites.some(({ memory }) => memory === undefined)) ({ schedule } = decided(schedule, random));
    await store.writeSchedule(crawl, 0, schedule, []);
    for (let version = 1; version <= 30; version += 1) {
      const { writeUnit, readUnit } = counted.usage;
      const next = decided((await store.readSchedule(crawl))!.schedule, random);
      expect(await store.writeSchedule(crawl, version, next.schedule, next.choices)).toBe(true);
      expect(counted.usage.writeUnit - writeUnit).toBeLessThanOrEqual(8);
      expect(counted.usage.readUnit - readUnit).toBeLessThanOrEqual(1);
    }
  });

  test('to read what others decided meanwhile are those of the groups that changed', async () => {
    const random = new Random(2);
    const [writer, reader] = [openStore(), openStore()];
    let { schedule } = begun(1_000);
    await writer.writeSchedule(crawl, 0, schedule, []);
    await reader.readSchedule(crawl);
    for (let version = 1; version <= 3; version += 1) {
      const next = decided(schedule, random);
      await writer.writeSchedule(crawl, version, next.schedule, next.choices);
      ({ schedule } = next);
    }
    const { readUnit } = counted.usage;
    expect(await reader.readSchedule(crawl)).toEqual({ version: 4, schedule });
    expect(counted.usage.readUnit - readUnit).toBeLessThanOrEqual(1 + 2 * 3);
  });
});

describe('a write of more groups than a transaction holds', () => {
  const sites = 600;
  /** Its process does no call after the one that is number `at`, and that one only if it dies `after` it. */
  const dying = async (
    store: DynamoStore,
    at: number,
    when: 'before' | 'after',
    version: number,
    schedule: Schedule,
  ) => {
    let calls = 0;
    fault = () => {
      calls += 1;
      const died = new Error('died');
      if (calls < at) return undefined;
      return calls === at && when === 'after' ? { after: died } : { before: died };
    };
    await store
      .writeSchedule(crawl, version, schedule, [])
      .catch((error: Error) => expect(error.message).toMatch(/died/));
    fault = undefined;
  };

  test.each(['before', 'after'] as const)(
    'is done wholly or not at all, whichever call its process dies %s',
    async when => {
      const { schedule } = begun(sites);
      for (const at of [1, 2, 50, 99, 100, 101, 102, 103, 104, 150, 200, 203, 204, 250]) {
        memory = new MemoryDynamoDb((command, input) => fault?.(command, input));
        await dying(openStore(), at, when, 0, schedule);
        const found = await openStore().readSchedule(crawl);
        if (found === undefined) expect(await openStore().writeSchedule(crawl, 0, schedule, [])).toBe(true);
        const started = openStore();
        expect(await started.readSchedule(crawl)).toEqual({ version: 1, schedule });

        const next = withRewards(schedule, 5);
        await dying(started, at, when, 1, next);
        const { version } = (await openStore().readSchedule(crawl))!;
        expect(await openStore().readSchedule(crawl)).toEqual({ version, schedule: version === 1 ? schedule : next });
        expect(await openStore().writeSchedule(crawl, version, withRewards(schedule, 6), [])).toBe(true);
        expect((await started.readSchedule(crawl))!.schedule).toEqual(withRewards(schedule, 6));
      }
    },
  );

  test('leaves the groups that nobody names to the TTL, its own too where another was faster', async () => {
    const { schedule } = begun(sites);
    const written = new Map<string, { pk: { S: string }; sk: { S: string } }>();
    fault = (_, input) => {
      const { Key } = input as { Key?: { pk: { S: string }; sk: { S: string } } };
      if (Key?.pk.S.startsWith(`${crawl}#schedule#`)) written.set(`${Key.pk.S} ${Key.sk.S}`, Key);
      return undefined;
    };
    const stores = [openStore(), openStore()];
    for (let version = 0; version < 3; version += 1) {
      for (const store of stores) await store.readSchedule(crawl);
      const writes = stores.map(store => store.writeSchedule(crawl, version, withRewards(schedule, version), []));
      expect((await Promise.all(writes)).toSorted()).toEqual([false, true]);
    }
    const ttls = [...written.values()].map(key => Number(memory.peek('crawls', key)!['ttl']!.N));
    const groups = Math.floor(sites / 6) + 1;
    expect(ttls).toHaveLength(6 * groups);
    expect(ttls.filter(ttl => ttl > nowMs / 1000)).toHaveLength(groups);
  });
});

test('a schedule that just fits the head or a transaction, and one that does not, are read back', async () => {
  const edges = [11, 12, 13, 14, 90 * 6 - 1, 90 * 6, 90 * 6 + 5, 91 * 6];
  for (const [version, sites] of [...edges, ...edges.toReversed(), 14, 90 * 6].entries()) {
    const { schedule } = begun(sites);
    const next = withRewards(schedule, version);
    expect(await openStore().writeSchedule(crawl, version, next, [])).toBe(true);
    expect(await openStore().readSchedule(crawl)).toEqual({ version: version + 1, schedule: next });
  }
});

test('processes that decide side by side while calls fail and answers are lost write each version once', async () => {
  for (let seed = 1; seed <= draws(10); seed += 1) {
    const random = new Random(seed);
    memory = new MemoryDynamoDb(() => {
      if (random.chance(0.05))
        return { before: new ProvisionedThroughputExceededException({ message: 'throttled', $metadata }) };
      return random.chance(0.05) ? { after: new InternalServerError({ message: 'lost', $metadata }) } : undefined;
    });
    const { schedule, choices } = begun(600);
    await openStore().writeSchedule(crawl, 0, schedule, choices);
    const history = new Map([[1, schedule]]);
    const work = async (store: DynamoStore): Promise<void> => {
      for (let turn = 0; turn < 12; turn += 1) {
        const known = (await store.readSchedule(crawl))!;
        const { version } = known;
        const next = decided(known.schedule, random);
        const isLarge = random.chance(0.1);
        const made = isLarge ? withRewards(next.schedule, version) : next.schedule;
        if (!(await store.writeSchedule(crawl, version, made, next.choices))) continue;
        expect(history.has(version + 1)).toBe(false);
        history.set(version + 1, made);
      }
    };
    await Promise.all(Array.from({ length: 4 }, async () => await work(openStore())));
    const last = Math.max(...history.keys());
    expect([...history.keys()].toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: last }, (_, index) => index + 1),
    );
    expect(await openStore().readSchedule(crawl)).toEqual({ version: last, schedule: history.get(last) });
  }
});
