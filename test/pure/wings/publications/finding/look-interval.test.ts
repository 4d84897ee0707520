import { expect, test } from 'vitest';
import { watchDefaults } from '../../../../../shared/domain/spec/crawl-spec.ts';
import { firstInterval } from '../../../../../shared/wings/publications/finding/look-interval.ts';
import { entryAddress, lookedAt } from '../../../../../shared/wings/publications/watch/entry-state.ts';

const hour = 3_600_000;
const now = Date.UTC(2026, 10, 26, 12);
const name = { identity: 'https://news.test/feed', address: 'https://news.test/feed', kind: 'feed' } as const;

/** Seconds from the first look of a watch to the second one. */
function secondLook(times: readonly number[], fixedS?: number): number {
  const watched = entryAddress(name, { due: now, ...(fixedS !== undefined && { fixedS }) });
  const report = { at: now, outcome: 'read', items: times.length, fresh: times.length } as const;
  return Math.round((lookedAt(watched, { report, times }, watchDefaults).due - now) / 1000);
}

test.each([
  ['twenty items, the newest of them two days old', Array.from({ length: 20 }, (_, at) => now - 48 * hour - at * hour)],
  ['twenty items of today', Array.from({ length: 20 }, (_, at) => now - at * hour)],
  ['no item with a time', []],
])('the time that is told for a new entry is the one that its first look sets: %s', (_, times) => {
  expect(firstInterval(times, now, watchDefaults)).toBe(secondLook(times));
});

test('a fixed interval is the one that is told', () => {
  expect([firstInterval([], now, { ...watchDefaults, fixedS: 600 }), secondLook([], 600)]).toEqual([600, 600]);
});
