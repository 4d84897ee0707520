import { describe, expect, test } from 'vitest';
import { noCounts, type SiteRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { noSums, withSites } from '../../../shared/domain/protocol/site-sums.ts';
import { siteRow } from '../../contract/sample-state.ts';

const sites: readonly SiteRow[] = [
  siteRow('c', 1, {
    phase: { level: 2, round: 0 },
    used: 3,
    counters: { ...noCounts, queued: 9, taken: 4, nodes: 3, bytes: 70 },
  }),
  siteRow('c', 2, { status: 'stopped', used: 1, counters: { ...noCounts, queued: 5, taken: 1, nodes: 1, skipped: 2 } }),
  siteRow('c', 3, { status: 'not-available', trouble: { failures: 5, startFailed: 'robots' } }),
  siteRow('c', 4, { status: 'removed', pending: new Map([[1, 'a']]), trouble: { failures: 0, startFailed: 'robots' } }),
  siteRow('c', 5, { status: 'same-as', sameAs: 1, counters: { ...noCounts, queued: 4, nodes: 2 } }),
  siteRow('c', 6, { status: 'no-work', turn: 4, due: 9, delayMs: 10, used: 2, counters: { ...noCounts, badLinks: 3 } }),
];

describe('sums over sites', () => {
  const whole = withSites(noSums, sites);

  test('count states, levels of active sites, and start pages that gave no page', () => {
    expect(whole.byStatus).toEqual({
      active: 1,
      stopped: 1,
      'not-available': 1,
      removed: 1,
      'same-as': 1,
      'no-work': 1,
    });
    expect(whole).toMatchObject({ sites: 6, activeAt: { 2: 1 }, withoutPage: 1, unparsed: 1 });
    expect(whole).toMatchObject({ faulty: 1, firstFaulty: [3] });
  });

  test('tell what waits, what is left, and what was skipped because its site ended', () => {
    expect(whole).toMatchObject({ queued: 5, left: 4, used: 6, bytes: 70, badLinks: 3, turns: 4 });
    expect(whole.outcomes).toEqual({ found: 3 + 5 + 1 + 2 + 4, nodes: 4, redirects: 0, duplicates: 0, skipped: 6 });
  });

  test('take the least time of a page without a delay', () => {
    expect(whole).toMatchObject({ fetchMs: 3_000 + 1_000 + 2 * 100, longestFetchMs: 3_000 });
  });

  test.each([1, 2, 5])('are the same of parts of %d', size => {
    let parts = noSums;
    for (let at = 0; at < sites.length; at += size) parts = withSites(parts, sites.slice(at, at + size));
    expect(parts).toEqual(whole);
    expect(JSON.parse(JSON.stringify(parts))).toEqual(whole);
  });

  test('name ten start pages at most', () => {
    const faulty = Array.from({ length: 30 }, (_, index) => siteRow('c', index + 1, { status: 'not-available' }));
    expect(withSites(noSums, faulty)).toMatchObject({ faulty: 30, firstFaulty: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] });
  });
});
