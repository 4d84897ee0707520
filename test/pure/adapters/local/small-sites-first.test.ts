import { describe, expect, test } from 'vitest';
import { MemoryQueue } from '../../../../shared/adapters/local/memory-queue.ts';
import type { Handled, Message } from '../../../../shared/domain/protocol/crawl-state.ts';
import { VirtualClock } from '../../steps/virtual-clock.ts';

const done: Handled = { kind: 'done' };

/** The order in which sites are fetched whose turns take `tookMs` each: one worker, `turns` turns of each site. */
async function fetched(sites: number, turns: number, tookMs: number): Promise<string[]> {
  const clock = new VirtualClock();
  let at = 0;
  let last = 0;
  const next = (): string => {
    last += 1;
    return String(last);
  };
  const ids = { next, fraction: () => 0 };
  const own = Object.assign(clock, { monotonic: () => at, now: () => at });
  const queue = new MemoryQueue({ clock: own, ids, mostFetches: 1 });
  const seen: string[] = [];
  await new Promise<void>((resolve, reject) => {
    const fetch = async ({ crawl, site, turn }: Message): Promise<Handled> => {
      seen.push(`${site}.${turn}`);
      at += tookMs;
      if (turn < turns) await queue.send([{ kind: 'fetch', crawl, site, turn: turn + 1 }]);
      return done;
    };
    queue.consume({ fetch, parse: async () => done, fail: reject, idle: resolve });
    const all = Array.from({ length: sites }, (_, index) => index + 1);
    queue.send(all.map(site => ({ kind: 'fetch', crawl: 'c', site, turn: 1 }))).catch(reject);
  });
  return seen;
}

describe('sites in the queue of one machine', () => {
  test('that have begun and are small so far go before those that have not begun', async () => {
    expect(await fetched(3, 3, 10)).toEqual(['1.1', '1.2', '1.3', '2.1', '2.2', '2.3', '3.1', '3.2', '3.3']);
  });

  test('wait their turn once their fetches have taken a second', async () => {
    expect(await fetched(3, 4, 400)).toEqual([
      ...['1.1', '1.2', '1.3', '2.1', '2.2', '2.3', '3.1', '3.2', '3.3'],
      ...['1.4', '2.4', '3.4'],
    ]);
  });

  test('take turns where each turn takes longer', async () => {
    expect(await fetched(3, 2, 5_000)).toEqual(['1.1', '2.1', '3.1', '1.2', '2.2', '3.2']);
  });

  test('have as many parses handed over at once as the machine may', async () => {
    const ids = { next: () => 'm', fraction: () => 0 };
    for (const mostParses of [1, 2]) {
      const queue = new MemoryQueue({ clock: new VirtualClock(), ids, mostFetches: 1, mostParses });
      const gate = Promise.withResolvers<Handled>();
      let begun = 0;
      const over = Promise.withResolvers<void>();
      const parse = async (): Promise<Handled> => {
        begun += 1;
        return await gate.promise;
      };
      queue.consume({ fetch: async () => done, parse, fail: over.reject, idle: over.resolve });
      await queue.send([1, 2, 3].map(site => ({ kind: 'parse', crawl: 'c', site, turn: 1 })));
      await new Promise(setImmediate);
      expect(begun).toBe(mostParses);
      gate.resolve(done);
      await over.promise;
      expect(begun).toBe(3);
    }
  });

  test('begin while few turns wait to be parsed, and all are fetched in the end', async () => {
    const ids = { next: () => 'm', fraction: () => 0 };
    const queue = new MemoryQueue({ clock: new VirtualClock(), ids, mostFetches: 4 });
    const over = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const waiting: number[] = [];
    let [fetches, parses] = [0, 0];
    const fetch = async ({ crawl, site, turn }: Message): Promise<Handled> => {
      waiting.push(fetches - parses);
      fetches += 1;
      await queue.send([{ kind: 'parse', crawl, site, turn }]);
      if (waiting.length === 60) gate.resolve();
      return done;
    };
    const parse = async (): Promise<Handled> => {
      await gate.promise;
      parses += 1;
      return done;
    };
    queue.consume({ fetch, parse, fail: over.reject, idle: over.resolve });
    const all = Array.from({ length: 1_000 }, (_, index) => index + 1);
    await queue.send(all.map(site => ({ kind: 'fetch', crawl: 'c', site, turn: 1 })));
    await over.promise;
    expect([fetches, parses]).toEqual([1_000, 1_000]);
    expect(Math.max(...waiting)).toBeLessThan(64 + 8);
  });
});
