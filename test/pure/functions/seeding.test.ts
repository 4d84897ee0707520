/** Steps of a seed over a store on this machine: thousands of sites take minutes on an emulator. */
import { englishSentence, type Refusal } from '../../../shared/domain/refusal/refusal.ts';
import './quiet-logs.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { orderFile } from '../../../functions/aws/life/control-files.ts';
import { handler } from '../../../functions/aws/seed.ts';
import { SqliteStore } from '../../../shared/adapters/local/sqlite/sqlite-store.ts';
import { startPhase } from '../../../shared/steps/life/start-crawl.ts';
import { MemoryObjects } from '../../simulation/world/memory-objects.ts';

const crawl = 'crawl';
const run = { crawl, run: 1 };
// The tests before this one have loaded the modules that the doubled one is for, and those after it need the real ones.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());

const place = vi.hoisted(() => ({ ports: {} as Record<string, unknown> }));
vi.mock('../../../shared/adapters/aws/open.ts', () => {
  const names = ['Clock', 'Files', 'Objects', 'Queue', 'Registry', 'Store'];
  const opened = Object.fromEntries(names.map(name => [`openAws${name}`, () => place.ports[name]]));
  return { ...opened, hasAwsBrowser: () => false };
});

let folder: string;
let store: SqliteStore;
let woken: number[];
let begun: string[];
let failures: string[];
let record: { readonly id: string } | undefined;

beforeEach(() => {
  record = { id: crawl };
  woken = [];
  begun = [];
  failures = [];
  const clock = { now: () => 1_800_000_000_000, monotonic: () => 0, sleep: async () => undefined };
  folder = mkdtempSync(join(tmpdir(), 'orbweaver-seed-'));
  const paths = { crawl: join(folder, 'crawl.db'), tokens: join(folder, 'tokens.db') };
  store = new SqliteStore(paths, { self: 'this', isAlive: () => true });
  place.ports = {
    Clock: clock,
    Files: { readUpload: async () => Buffer.from(list(5_001)) },
    Objects: new MemoryObjects(),
    Queue: { send: async (wakes: readonly { site: number }[]) => void woken.push(...wakes.map(({ site }) => site)) },
    Registry: {
      read: async () => record,
      markBegun: async (id: string) => void begun.push(id),
      markFailed: async (_: string, failure: readonly Refusal[]) => void failures.push(...failure.map(englishSentence)),
    },
    Store: store,
  };
});

afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

function list(sites: number): string {
  return Array.from({ length: sites }, (_, n) => `http://s${n + 1}.example/\n`).join('');
}

async function order(): Promise<void> {
  const sitesFrom = 'owner/list';
  await orderFile(1).put(place.ports['Objects'] as MemoryObjects, { kind: 'start', spec: { delayMs: 0 }, sitesFrom });
}

async function startOf(site: number): Promise<readonly string[]> {
  const chunk = await store.readChunks(crawl, site, startPhase, { turn: 0, offset: 0 }, 9);
  return chunk.map(({ entry }) => entry.identity);
}

test('more than 5,000 sites are seeded in steps, and the crawl is there when the last start page is', async () => {
  await order();
  const first = await handler(run);
  expect(first).toEqual({ ...run, seeded: 5_000, done: false });
  expect([await store.readCrawl(crawl), begun, woken]).toEqual([undefined, [], []]);
  expect([await startOf(1), await startOf(5_000), await startOf(5_001)]).toEqual([
    ['http://s1.example/'],
    ['http://s5000.example/'],
    [],
  ]);
  expect(await handler(first)).toEqual({ ...run, seeded: 5_001, done: true });
  expect([(await store.readCrawl(crawl))?.activeSites, begun, woken.length]).toEqual([5_001, [crawl], 5_001]);
  expect(await startOf(5_001)).toEqual(['http://s5001.example/']);
  expect(await store.readSites(crawl)).toHaveLength(5_001);
});

test('nothing is seeded for a crawl that somebody has deleted meanwhile', async () => {
  await order();
  record = undefined;
  expect(await handler(run)).toMatchObject({ done: true });
  expect([begun, failures, await startOf(1)]).toEqual([[], [], []]);
});

test('a step that is cut short is done by its repeat, with one start page of each site', async () => {
  await order();
  const { putChunk } = store;
  let chunks = 0;
  const killed = vi.spyOn(store, 'putChunk').mockImplementation(async (...args) => {
    chunks += 1;
    if (chunks === 900) throw new Error('killed');
    await putChunk(...args);
  });
  await expect(handler(run)).rejects.toThrow('killed');
  expect([(await startOf(880)).length, (await startOf(1_000)).length]).toEqual([1, 0]);
  killed.mockRestore();
  await handler(await handler(run));
  for (const site of [1, 900, 1_000, 5_001]) {
    expect(await startOf(site)).toEqual([`http://s${site}.example/`]);
    expect(await store.claimsAfter(crawl, site, '', 9)).toHaveLength(1);
  }
  expect((await store.readCrawl(crawl))?.activeSites).toBe(5_001);
});

test.each([
  [
    'a site more than one crawl takes',
    list(100_001),
    'sitesFrom: 100001 sites are refused; allowed are at most 100000 in one crawl.',
  ],
  // Read as sites they would not fit into the memory of the function.
  [
    'a million lines',
    'x\n'.repeat(1_000_000),
    'sitesFrom: more than 200000 lines are refused; allowed are at most 100000 sites in one crawl.',
  ],
])('a list of %s fails with a sentence, and nothing is seeded (adverse 64)', async (_, text, sentence) => {
  place.ports['Files'] = { readUpload: async () => Buffer.from(text) };
  await order();
  await expect(handler(run)).rejects.toThrow(sentence);
  expect([failures, begun, await store.readCrawl(crawl)]).toEqual([[sentence], [], undefined]);
});
