import { expect, test } from 'vitest';
import { summarizeCrawl } from '../../../shared/report/summary.ts';
import { crawlOf, siteRow } from '../../contract/sample-state.ts';

test('writes every number of a notice in the same way', () => {
  const crawl = crawlOf('c', 0);
  const site = siteRow('c', 1, { origin: 'https://example.org', status: 'no-work' });
  const figures = {
    levels: [{ level: 0, found: 1, nodes: 1, redirects: 0, duplicates: 0, skipped: 0 }],
    skippedBy: {},
    normalized: 250_000,
    normalizedIsCut: true,
    arcs: 0,
    linksDropped: 100_000,
    externalLinks: 0,
    badLinks: 0,
    repeated: [{ url: 'https://example.org/gone', duplicates: 2_000 }],
    ignoredLinks: {},
  };
  const noticesOf = (more: object) =>
    summarizeCrawl({
      crawl,
      sites: [site],
      figures: new Map([[1, { ...figures, ...more }]]),
      notices: [],
      files: [],
    }).notices;
  expect(noticesOf({})).toEqual([
    'https://example.org: 100,000 links beyond the first 200,000 of a page were not followed.',
    'https://example.org: more than 250,000 addresses are joined with others by normalization; those seen first are counted and listed.',
    'https://example.org: 2,000 addresses have the content of https://example.org/gone; it may stand for missing pages.',
  ]);
  const one = { linksDropped: 1, normalizedIsCut: false, repeated: [], ignoredLinks: { 'rel=nofollow': 1 } };
  expect(noticesOf({ ...one, fieldsUnread: 1, nearUncompared: 1 })).toEqual([
    'https://example.org: 1 link with nofollow was not followed.',
    'https://example.org: 1 link beyond the first 200,000 of a page was not followed.',
    'https://example.org: of 1 page some columns of --extract are empty, because reading them costs too much.',
    'https://example.org: 1 page has parts in common with more than 4,000 others and was compared with these only; near duplicates of them may be missing.',
  ]);
});

test('tells start addresses that were not crawled from, because their site has another', () => {
  const start = (site: number, path: string, sameAs?: number) =>
    siteRow('c', site, {
      start: `http://example.org${path}`,
      status: sameAs === undefined ? 'no-work' : 'same-as',
      ...(sameAs !== undefined && { sameAs }),
    });
  const noticesOf = (sites: readonly ReturnType<typeof siteRow>[]) =>
    summarizeCrawl({ crawl: crawlOf('c', 0), sites, figures: new Map(), notices: [], files: [] }).notices;
  expect(noticesOf([start(1, '/'), start(2, '/', 1)])).toEqual([]);
  expect(
    noticesOf([
      start(1, '/'),
      start(2, '/a', 1),
      start(3, '/a', 2),
      start(4, '/b', 3),
      start(5, '/c', 1),
      start(6, '/d', 1),
    ]),
  ).toEqual([
    'Site 1 was crawled from http://example.org/ alone; pages to which no clicks lead from there are missing. Of the same site: http://example.org/a, http://example.org/b, http://example.org/c, 1 more.',
  ]);
});
