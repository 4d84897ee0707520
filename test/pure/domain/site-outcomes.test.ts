import { expect, test } from 'vitest';
import { noCounts } from '../../../shared/domain/protocol/crawl-state.ts';
import { asWritten, leftOf, levelOf, noLevel, outcomesOf } from '../../../shared/domain/protocol/site-outcomes.ts';
import { siteRow } from '../../contract/sample-state.ts';

test('a site that has ended counts what its result files count', () => {
  // Of 477 entries that wait, redirects have lowered 8; 2 of the redirects go in a circle.
  const taken = { nodes: 341, redirects: 98, duplicates: 18, skipped: 94 };
  const counters = { ...noCounts, ...taken, queued: 987, taken: 510 };
  const written = { found: 1_020, nodes: 341, redirects: 96, duplicates: 18, skipped: 565 };
  const ended = siteRow('c', 1, { status: 'page-budget', counters });
  expect([outcomesOf(ended).found, leftOf(ended)]).toEqual([1_028, 477]);
  const corrected = asWritten(ended, [{ ...written, level: 4 }]);
  expect(outcomesOf(corrected)).toEqual(written);
  expect(leftOf(corrected)).toBe(469);
  const whole = asWritten({ ...ended, status: 'no-work' }, [{ ...written, level: 4, found: 551, skipped: 96 }]);
  expect(outcomesOf(whole)).toEqual({ ...written, found: 551, skipped: 96 });
  expect(leftOf(whole)).toBe(0);
});

test('addresses of a host that is down are skipped, as in the results, while a limit leaves them to do', () => {
  const counters = { ...noCounts, queued: 3, taken: 1 };
  const of = (status: 'not-available' | 'time-limit') => siteRow('c', 1, { status, counters });
  expect([leftOf(of('not-available')), outcomesOf(of('not-available')).skipped]).toEqual([0, 2]);
  expect(leftOf(of('time-limit'))).toBe(2);
});

test('pages that only sitemaps name are no deeper level, whether they are fetched now, were, or are in the result files', () => {
  const at = (status: 'active' | 'no-work', level: number) =>
    siteRow('c', 1, { status, phase: { level, round: 0 }, unlinkedFrom: 3 });
  expect([2, 3, 4].map(level => levelOf(at('active', level)))).toEqual([2, noLevel, noLevel]);
  expect([1, 4].map(level => levelOf(at('no-work', level)))).toEqual([1, 2]);
  const counts = { found: 1, nodes: 1, redirects: 0, duplicates: 0, skipped: 0 };
  const levels = [0, 1, 2, noLevel].map(level => ({ ...counts, nodes: level === 2 ? 0 : 1, level }));
  expect(levelOf(asWritten(at('no-work', 4), levels))).toBe(1);
});
