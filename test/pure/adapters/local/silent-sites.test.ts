import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FetchPlace, MemoryQueue } from '../../../../shared/adapters/local/memory-queue.ts';
import { silentPlaces } from '../../../../shared/adapters/local/silent-places.ts';
import type { Message } from '../../../../shared/domain/protocol/crawl-state.ts';
import type { Clock } from '../../../../shared/ports/ports.ts';

/** Of the time that the tests move. */
const clock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async ms => await new Promise(resolve => setTimeout(resolve, ms)),
};

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

interface Fetching {
  /** Sites in the order in which they began. */
  readonly begun: string[];
  /** Ends the only request of a site with an answer. */
  answer(site: number): void;
}

/** Two places for five sites. Each fetch has an answer at `answered` at once, waits for the next, and never ends. */
async function fetching(mostLent: () => number, answered: readonly string[] = []): Promise<Fetching> {
  const queue = new MemoryQueue({ clock, ids: { next: () => 'm', fraction: () => 0 }, mostFetches: 2, mostLent });
  const begun: string[] = [];
  const requests = new Map<string, () => void>();
  const fetch = async ({ site }: Message, place: FetchPlace): Promise<never> => {
    begun.push(String(site));
    if (answered.includes(String(site))) await place.waitFor(Promise.resolve());
    await place.waitFor(new Promise<void>(resolve => requests.set(String(site), resolve)));
    return await new Promise(() => undefined);
  };
  queue.consume({ fetch, parse: async () => ({ kind: 'done' }), fail: () => undefined, idle: () => undefined });
  await queue.send([1, 2, 3, 4, 5].map(site => ({ kind: 'fetch', crawl: 'c', site, turn: 1 })));
  await pass(0);
  return { begun, answer: site => requests.get(String(site))?.() };
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

test.each([
  [
    'Limit  Soft Limit  Hard Limit  Units\nMax open files            20000                20000                files\n',
    768,
  ],
  ['Max open files            1500                 524288               files\n', 476],
  ['Max open files            1024                 1024                 files\n', 0],
  ['Max open files            unlimited            unlimited            files\n', 768],
  ['', 256],
])('places that silent hosts may lend follow the files that may be open: %j', (limits, places) => {
  expect(silentPlaces(limits)).toBe(places);
});

describe('a site whose host is silent', () => {
  test('lends its place after two seconds', async () => {
    const { begun } = await fetching(() => 100);
    await pass(1_999);
    expect(begun).toEqual(['1', '2']);
    await pass(1);
    expect(begun).toEqual(['1', '2', '3', '4']);
    await pass(2_000);
    expect(begun).toEqual(['1', '2', '3', '4', '5']);
  });

  test('keeps its place where so many are lent', async () => {
    const { begun } = await fetching(() => 1);
    await pass(20_000);
    expect(begun).toEqual(['1', '2', '3']);
  });

  test('keeps its place once its host has answered', async () => {
    const { begun, answer } = await fetching(() => 100, ['1']);
    await pass(1_000);
    answer(2);
    await pass(20_000);
    expect(begun).toEqual(['1', '2']);
  });

  test('keeps its place as long as name servers are asked for too much', async () => {
    let most = 0;
    const { begun } = await fetching(() => most);
    await pass(3_000);
    expect(begun).toEqual(['1', '2']);
    most = 100;
    await pass(2_000);
    expect(begun).toEqual(['1', '2', '3', '4']);
  });
});
