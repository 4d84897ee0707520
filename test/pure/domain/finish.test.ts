import { describe, expect, test } from 'vitest';
import type { SiteFinish, StopReason } from '../../../shared/domain/protocol/crawl-state.ts';
import { finishReasonOf } from '../../../shared/domain/protocol/finish.ts';
import { noSums, withSites } from '../../../shared/domain/protocol/site-sums.ts';
import { crawlOf, siteRow } from '../../contract/sample-state.ts';

describe('why a crawl ended', () => {
  test.each<[string, SiteFinish[], StopReason | undefined, string]>([
    ['all its sites were done', ['no-work', 'no-work'], undefined, 'no-work'],
    ['one site met the page budget', ['no-work', 'page-budget'], undefined, 'page-budget'],
    ['a stop ended a site', ['no-work', 'stopped'], 'stopped', 'stopped'],
    ['a stop came too late to end any site', ['no-work', 'no-work'], 'time-limit', 'no-work'],
    ['an earlier run left a site at the time limit', ['no-work', 'time-limit'], undefined, 'time-limit'],
    ['a stop ended a site beside one at the time limit', ['stopped', 'time-limit'], 'stopped', 'stopped'],
    ['no site could be loaded', ['not-available', 'not-available'], undefined, 'not-available'],
    ['no site that counts could be loaded', ['not-available', 'same-as'], undefined, 'not-available'],
    ['one of two start pages could be loaded', ['not-available', 'no-work'], undefined, 'start-pages'],
  ])('because %s', (_, statuses, stop, reason) => {
    const sites = statuses.map((status, index) => siteRow('c', index + 1, { status }));
    expect(finishReasonOf({ ...crawlOf('c', 0), ...(stop !== undefined && { stop }) }, withSites(noSums, sites))).toBe(
      reason,
    );
  });
});
