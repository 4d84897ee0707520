/** The files of a crawl since an earlier one are the bytes of a crawl that loads everything, whatever the site is and became. */
import { afterEach, expect, test } from 'vitest';
import type { CrawlSpec } from '../../../shared/domain/spec/crawl-spec-schema.ts';
import { changedSite, randomNumbers, randomSite, type Telling, validated } from '../../servers/changing-site.ts';
import { type LoopbackSite, type PageAnswer, type SitePage, startSite } from '../../servers/loopback-site.ts';
import { crawl } from '../crawl-run.ts';

const sites: LoopbackSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

const tellings: readonly Telling[] = ['etag', 'weak-etag', 'date', 'both', 'nothing'];

/** Validators follow from body and headers, as those of a true server do. */
function served(pages: ReadonlyMap<string, PageAnswer>, telling: (path: string) => Telling): Record<string, SitePage> {
  return Object.fromEntries(
    Array.from(pages, ([path, answer]) => [path, validated(answer, telling(path), JSON.stringify(answer))]),
  );
}

const settings: readonly CrawlSpec[] = [
  {},
  { allLinks: true, extract: ['head=//h1', 'first=css:a'], formats: ['csv', 'parquet', 'gexf'] },
  { duplicates: 'keep', nearDuplicates: 0.8 },
  { elements: ['a', 'link', 'refresh'], maxLevel: 3, exclude: ['p1[0-9]$'] },
];

/** Pages of each later crawl that were not loaded or not parsed. */
const spared: number[] = [];

test.each(Array.from({ length: 8 }, (_, seed) => seed + 1))(
  'a random site, seed %i',
  async seed => {
    const size = 30 + 10 * (seed % 4);
    const spec = settings[seed % settings.length]!;
    const random = randomNumbers(100 + seed);
    const how = new Map<string, Telling>();
    const telling = (path: string): Telling => {
      if (!how.has(path)) how.set(path, seed % 3 === 0 ? tellings[random(tellings.length)]! : tellings[seed % 4]!);
      return how.get(path)!;
    };
    let pages = randomSite(seed, size);
    const table: Record<string, SitePage> = {};
    const show = (now: ReadonlyMap<string, PageAnswer>): void => {
      for (const path of Object.keys(table)) delete table[path];
      Object.assign(table, served(now, telling));
    };
    show(pages);
    const site = await startSite(table);
    sites.push(site);
    let earlier = (await crawl(site.origin, spec)).directory;
    for (let round = 1; round <= 2; round += 1) {
      pages = changedSite(pages, 1_000 * seed + round, size);
      show(pages);
      const whole = await crawl(site.origin, spec);
      const since = await crawl(site.origin, { ...spec, since: earlier });
      expect(since.results.files()).toEqual(whole.results.files());
      const counts = since.summary.sites[0]!.pagesUnchanged!;
      spared.push(counts.notLoaded + counts.notParsed);
      // The next round takes from a crawl that took from another.
      earlier = since.directory;
    }
  },
  120_000,
);

test('each later crawl had something to spare', () => {
  expect(spared).toHaveLength(16);
  expect(Math.min(...spared)).toBeGreaterThan(0);
});
