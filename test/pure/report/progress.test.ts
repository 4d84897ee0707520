import { expect, test } from 'vitest';
import { noCounts } from '../../../shared/domain/protocol/crawl-state.ts';
import { dueAfter } from '../../../shared/domain/protocol/protocol.ts';
import { progressOf } from '../../../shared/report/progress.ts';
import { crawlOf, siteRow } from '../../contract/sample-state.ts';

test('a site that turned out to be another one adds nothing to what was found, as in the results', () => {
  const counters = { ...noCounts, queued: 5, taken: 3, nodes: 2, skipped: 1 };
  const sites = [siteRow('c', 1, { counters }), siteRow('c', 2, { counters, status: 'same-as', sameAs: 1 })];
  const progress = progressOf('', crawlOf('c', 1), sites, 1_700_000_000_000);
  expect(progress.outcomes).toEqual({ found: 5, nodes: 2, redirects: 0, duplicates: 0, skipped: 1 });
});

test('pages that were fetched and are not parsed yet wait no longer (G11)', () => {
  const counters = { ...noCounts, queued: 151, taken: 2, pages: 2, nodes: 2 };
  const site = siteRow('c', 1, { counters, used: 24, pending: new Map([[2, 'a']]) });
  const progress = progressOf('', crawlOf('c', 1), [site], 1_700_000_000_000);
  expect([progress.used, progress.queued, progress.sites[0]!.queued, progress.outcomes.found]).toEqual([
    24, 127, 127, 151,
  ]);
});

test('a host in trouble has failed as often as opened its circuit, and by each probe since', () => {
  const waits = [0, 2].map(probes => {
    const site = siteRow('c', 1, { trouble: { failures: 0, probes } });
    return progressOf('', crawlOf('c', 1), [site], 1_700_000_000_000).sites[0]!.waitingFor;
  });
  expect(waits).toMatchObject([{ failures: 5 }, { failures: 7 }]);
});

test.each([
  [{}, 4_000, undefined],
  [{}, 480_000, 480_000],
  [{ delayMs: 10_000 }, 14_000, undefined],
  [{ delayMs: 10_000 }, 20_000, 20_000],
  [{ status: 'no-work' as const }, 480_000, undefined],
  [{ pending: new Map([[1, 'a']]), waiting: 'backlog' as const }, 480_000, undefined],
])('a site %j whose next request is %d ms ahead is quiet, for its host rests', (fields, aheadMs, restMs) => {
  const now = 1_700_000_000_000;
  const site = siteRow('c', 1, { delayMs: 0, due: dueAfter(now + aheadMs), ...fields });
  const { waitingFor } = progressOf('', crawlOf('c', 1), [site], now).sites[0]!;
  expect(waitingFor?.kind === 'rest' ? waitingFor.at - now : undefined).toBe(restMs);
});
