import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../../../shared/domain/protocol/crawl-state.ts';
import type { Segment, SegmentPage } from '../../../../../shared/domain/turn/segment.ts';
import { defaultNormalization } from '../../../../../shared/domain/url/normalization-rules.ts';
import { createNormalizer } from '../../../../../shared/domain/url/normalize.ts';
import { CollectedSite, LinkingPages } from '../../../../../shared/wings/graph/site-graph/collected-site.ts';
import { createSiteNamer } from '../../../../../shared/wings/sets/fragment/fragment-part.ts';
import { type SiteLinks, siteLinks } from '../../../../../shared/wings/sets/fragment/site-links.ts';
import { graphOf, nodeOf } from '../../../results/sample-results.ts';

const origin = 'http://www.example.org';

/** One page of a turn: the external addresses it links to, each so many times, or where it redirects. */
type Page = { readonly links: Readonly<Record<string, number>> } | { readonly redirect: string };

/** The segments of turns, as the parse step writes them. */
function segmentsOf(...turns: readonly Readonly<Record<string, Page>>[]): Segment[] {
  return turns.map((pages, index) => {
    const [externals, numbers]: [{ identity: string; page: number; anchor: string }[], number[]] = [[], []];
    const external = (identity: string, page: number): number => {
      const known = externals.findIndex(link => link.identity === identity);
      return known >= 0 ? known : externals.push({ identity, page, anchor: '' }) - 1;
    };
    const seen = Object.entries(pages).map(([path, page], place): SegmentPage => {
      const entry = { identity: origin + path, address: origin + path, foundOn: '', attempts: 1 };
      if ('redirect' in page) {
        external(page.redirect, place);
        return { ...entry, outcome: { kind: 'redirect', status: 301, target: page.redirect } };
      }
      const start = numbers.length;
      for (const [url, count] of Object.entries(page.links)) numbers.push(external(url, place), count);
      const links = { start, internal: 0, external: (numbers.length - start) / 2 };
      const outcome: Outcome = { kind: 'node', hash: path };
      return { ...entry, outcome, page: { title: '', bytes: 1, externalLinks: 0, linksDropped: 0, links } };
    });
    const phase = { level: index, round: 0 };
    return {
      turn: index + 1,
      phase,
      pages: seen,
      targets: [],
      externals,
      bads: [],
      ignored: {},
      numbers: Uint32Array.from(numbers),
    };
  });
}

interface Left {
  readonly deleted?: readonly string[];
  /** Addresses of pages that are no nodes any more. */
  readonly deletedPages?: readonly string[];
  readonly groupBy?: 'domain' | 'host';
}

function linksOf(
  segments: readonly Segment[],
  { deleted = [], deletedPages = [], groupBy = 'domain' }: Left = {},
): SiteLinks {
  const site = new CollectedSite({ external: new Set(deleted), bad: new Set() });
  const pages = new LinkingPages(site.externals.keys, site.addresses);
  for (const segment of segments) {
    site.addSegment(segment);
    pages.addSegment(segment);
  }
  for (const url of deletedPages) {
    const { page: _, ...record } = site.records.get(url)!;
    site.records.set(url, { ...record, outcome: { kind: 'skipped', reason: 'deleted' } });
  }
  const nodes = [...site.records.values()].filter(({ page }) => page !== undefined);
  return siteLinks({
    origin,
    results: {
      graph: graphOf(
        nodes.map((_, id) => nodeOf(id)),
        [],
      ),
    },
    collected: site,
    pages,
    normalize: createNormalizer(defaultNormalization),
    siteName: createSiteNamer(groupBy),
  });
}

const sample = [
  {
    '/': { links: { 'http://a.net/1': 5, 'http://a.net/2': 1, 'http://b.net/': 1 } },
    '/x': { links: { 'http://a.net/1': 2 } },
  },
  { '/y': { links: { 'http://sub.a.net/': 1, 'http://a.net/1': 1 } }, '/z': { links: {} } },
] as const;

describe('what one site says about the fragment', () => {
  it('counts distinct addresses, and each page once, however its pages fall into turns', () => {
    const whole = {
      site: 'example.org',
      pages: 4,
      links: [
        ['a.net', 3, 3],
        ['b.net', 1, 1],
      ],
    };
    expect(linksOf(segmentsOf(...sample))).toEqual(whole);
    expect(linksOf(segmentsOf({ ...sample[0], ...sample[1] }))).toEqual(whole);
  });

  it('tells hosts apart where they are the sites', () => {
    expect(linksOf(segmentsOf(...sample), { groupBy: 'host' })).toEqual({
      site: 'www.example.org',
      pages: 4,
      links: [
        ['a.net', 2, 3],
        ['b.net', 1, 1],
        ['sub.a.net', 1, 1],
      ],
    });
  });

  it('has no link to another host of the same domain', () => {
    const segments = segmentsOf({
      '/': { links: { 'http://library.example.org/': 1, 'https://www.example.org/': 1 } },
    });
    expect(linksOf(segments).links).toEqual([]);
    expect(linksOf(segments, { groupBy: 'host' }).links).toEqual([['library.example.org', 1, 1]]);
  });

  it('takes an address that redirects out of the site for a page that links there, in its own turn or with others', () => {
    const [page, moved] = [{ '/': { links: { 'http://a.net/': 1 } } }, { '/moved': { redirect: 'http://a.net/' } }];
    const expected = [['a.net', 1, 2]];
    expect(linksOf(segmentsOf(page, moved)).links).toEqual(expected);
    expect(linksOf(segmentsOf({ ...page, ...moved })).links).toEqual(expected);
  });

  it('leaves out links that were deleted, and pages that were', () => {
    const segments = segmentsOf(...sample);
    expect(linksOf(segments, { deleted: ['http://a.net/1', 'http://b.net/'] }).links).toEqual([['a.net', 2, 2]]);
    expect(linksOf(segments, { deletedPages: [`${origin}/x`, `${origin}/`] })).toMatchObject({
      pages: 2,
      links: [
        ['a.net', 3, 1],
        ['b.net', 1, 0],
      ],
    });
  });

  it('holds a hundred thousand external links without trouble', () => {
    const urls = Array.from({ length: 100_000 }, (_, n) => `http://site-${n}.example/`);
    expect(linksOf(manyOnOnePage(urls)).links.length).toBe(100_000);
  });
});

function manyOnOnePage(urls: readonly string[]): Segment[] {
  const [segment] = segmentsOf({ '/': { links: {} } });
  const { page, ...entry } = segment!.pages[0]!;
  const numbers = Uint32Array.from(urls.flatMap((_, index) => [index, 1]));
  const links = { start: 0, internal: 0, external: urls.length };
  const externals = urls.map(identity => ({ identity, page: 0, anchor: '' }));
  return [{ ...segment!, externals, numbers, pages: [{ ...entry, page: { ...page!, links } }] }];
}
