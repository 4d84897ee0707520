import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SqliteStore } from '../../../shared/adapters/local/sqlite/sqlite-store.ts';
import type { SiteRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { mostSitesAtOnce, noSums, withSites } from '../../../shared/domain/protocol/site-sums.ts';
import { readSpec } from '../../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../../shared/domain/spec/resolve/resolve-spec.ts';
import type { Wake } from '../../../shared/ports/ports.ts';
import { tick } from '../../../shared/steps/life/tick.ts';
import { siteRow } from '../../contract/sample-state.ts';
import { budgeted } from './budgeted.ts';
import { VirtualClock } from './virtual-clock.ts';

const count = 2 * mostSitesAtOnce + 500;
const clock = new VirtualClock();
const sites = Array.from({ length: count }, (_, index) => ({ url: `http://host-${index}.example/` }));
const spec = resolveSpec([readSpec({ sites }, path => path.join('.'))]);

let store: SqliteStore;
let sent: Wake[];
/** Rows that ticks have read. */
let read: number;

beforeEach(() => {
  store = new SqliteStore({ crawl: ':memory:', tokens: ':memory:' }, { self: 'test', isAlive: () => true });
  sent = [];
  read = 0;
});
afterEach(() => store.close());

async function begin(change: (site: number) => Partial<SiteRow>): Promise<void> {
  const rows = sites.map((_, index) => siteRow('c', index + 1, { due: clock.now() + 1, ...change(index + 1) }));
  const activeSites = rows.filter(({ status }) => status === 'active').length;
  await store.createCrawl({ id: 'c', spec, state: 'running', startedAt: clock.now(), activeSites }, rows);
}

async function tickNow(most?: number, conditions: Parameters<typeof tick>[2] = []): Promise<boolean> {
  const counting = new Proxy(store, {
    get: (target, name) => {
      const own: unknown = Reflect.get(target, name);
      if (name !== 'readSites' && name !== 'readSitesAfter') return typeof own === 'function' ? own.bind(target) : own;
      return async (...args: unknown[]) => {
        const rows = (await Reflect.apply(
          own as (...args: unknown[]) => Promise<SiteRow[]>,
          target,
          args,
        )) as SiteRow[];
        read += rows.length;
        return rows;
      };
    },
  });
  const queue = { send: async (wakes: readonly Wake[]) => void sent.push(...wakes) };
  return await tick(budgeted({ clock, store: counting, queue }), 'c', conditions, most);
}

const wholeSums = async () => withSites(noSums, await store.readSites('c'));

describe('a tick of a crawl with many sites', () => {
  test('reads a part of them, and the next tick goes on there: a late site is woken once within a lap', async () => {
    await begin(site => (site === count - 1 ? { due: clock.now() - 1 } : {}));
    for (const [rows, after, wakes] of [
      [mostSitesAtOnce, mostSitesAtOnce, 0],
      [mostSitesAtOnce, 2 * mostSitesAtOnce, 0],
      [500, 0, 1],
    ] as const) {
      read = 0;
      expect(await tickNow()).toBe(true);
      expect([read, (await store.readLap('c'))?.after, sent.length]).toEqual([rows, after, wakes]);
    }
    expect(sent).toMatchObject([{ kind: 'fetch', site: count - 1 }]);
    for (let part = 0; part < 3; part += 1) await tickNow();
    expect(sent).toHaveLength(1);
  });

  test('ends the sums with the lap, and keeps them until the next one ends', async () => {
    await begin(site => ({ used: site % 7 }));
    const sums = await wholeSums();
    await tickNow();
    expect((await store.readLap('c'))?.last).toBeUndefined();
    expect((await store.readLap('c'))?.soFar.sites).toBe(mostSitesAtOnce);
    await tickNow(5 * mostSitesAtOnce);
    expect(await store.readLap('c')).toEqual({ after: 0, soFar: noSums, last: { at: clock.now(), sums } });
    await tickNow();
    expect((await store.readLap('c'))?.last).toEqual({ at: clock.now(), sums });
  });

  test('ends parked sites that have used their grants', async () => {
    await begin(site => (site === 1_200 ? { parked: true, grant: 5, used: 5 } : {}));
    await tickNow();
    expect((await store.readSite('c', 1_200))?.status).toBe('active');
    await tickNow();
    expect((await store.readSite('c', 1_200))?.status).toBe('page-budget');
  });

  test('asks finish conditions about all sites', async () => {
    await begin(site => ({ used: site }));
    const pages = (count * (count + 1)) / 2;
    const seen: number[] = [];
    const condition = {
      name: 'enough',
      isMet: (progress: { pages: number; sites: readonly SiteRow[] }) =>
        seen.push(progress.pages, progress.sites.length) > 0,
    };
    await tickNow(undefined, [condition]);
    expect(seen).toEqual([pages, count]);
    expect((await store.readCrawl('c'))?.stopCause).toBe('enough');
  });

  test('ends the crawl with its reason and whole sums, once no removed site has a turn to parse', async () => {
    await begin(site => ({ status: site === 3 ? 'removed' : site === 4 ? 'not-available' : 'no-work' }));
    expect(await tickNow()).toBe(false);
    expect(await store.readCrawl('c')).toMatchObject({ state: 'unloading', finishReason: 'start-pages' });
    expect((await store.readLap('c'))?.last?.sums).toEqual(await wholeSums());
  });
});
