import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SiteFinish, StopReason } from '../../shared/domain/crawl-state.ts';
import { finishReasonOf, shareRest } from '../../shared/domain/finish.ts';
import { crawlOf, siteRow } from '../contract/sample-state.ts';

describe('why a crawl ended', () => {
  test.each<[string, SiteFinish[], StopReason | undefined, string]>([
    ['all its sites were done', ['no-work', 'no-work'], undefined, 'no-work'],
    ['one site met the page budget', ['no-work', 'page-budget'], undefined, 'page-budget'],
    ['a stop ended a site', ['no-work', 'stopped'], 'stopped', 'stopped'],
    ['a stop came too late to end any site', ['no-work', 'no-work'], 'time-limit', 'no-work'],
    ['no site could be loaded', ['not-available', 'not-available'], undefined, 'not-available'],
    ['no site that counts could be loaded', ['not-available', 'same-as'], undefined, 'not-available'],
    ['one of two sites could be loaded', ['not-available', 'no-work'], undefined, 'no-work'],
  ])('because %s', (_, statuses, stop, reason) => {
    const sites = statuses.map((status, index) => siteRow('c', index + 1, { status }));
    expect(finishReasonOf({ ...crawlOf('c', 0), ...(stop === undefined ? {} : { stop }) }, sites)).toBe(reason);
  });
});

describe('sharing what is left of a page budget', () => {
  test('as equally as whole pages go, the lower numbers first, each up to its own limit', () => {
    const sites = [1, 2, 3].map(site => ({ site, grant: 10, most: site === 2 ? 11 : 100 }));
    expect(shareRest(8, sites)).toEqual([
      { site: 1, from: 10, to: 13 },
      { site: 2, from: 10, to: 11 },
      { site: 3, from: 10, to: 12 },
    ]);
  });

  test('nothing is given where nothing is left or nobody may have more', () => {
    expect(shareRest(0, [{ site: 1, grant: 1, most: 9 }])).toEqual([]);
    expect(shareRest(5, [{ site: 1, grant: 9, most: 9 }])).toEqual([]);
  });

  test('never more than is left, never less than before, never beyond a site’s own limit', () => {
    const count = fc.nat({ max: 50 });
    const sites = fc.array(fc.record({ grant: count, more: count }), { maxLength: 9 });
    fc.assert(
      fc.property(count, sites, (rest, given) => {
        const open = given.map(({ grant, more }, site) => ({ site, grant, most: grant + more }));
        const grants = shareRest(rest, open);
        expect(grants.reduce((sum, { from, to }) => sum + to - from, 0)).toBeLessThanOrEqual(rest);
        for (const { site, from, to } of grants) {
          expect(from).toBe(open[site]!.grant);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(open[site]!.most);
        }
        if (rest > 0 && open.some(({ grant, most }) => grant < most)) expect(grants.length).toBeGreaterThan(0);
      }),
    );
  });
});
