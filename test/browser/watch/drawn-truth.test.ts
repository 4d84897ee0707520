/** A site whose lists and articles scripts draw, its truth known, watched as a user types it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { newAndRun, rightOf } from '../../process/watch/known-truth.ts';
import { drawnSite } from '../../servers/news/drawn-site.ts';
import { serveTrueSite } from '../../servers/news/true-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-drawn-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['a sitemap', false],
  ['a feed of the newest ten, and a button for more', true],
])('with %s gives all its articles, dates and authors', async (_, hasFeed) => {
  const site = await serveTrueSite(drawnSite(Date.now() - 3_600_000, hasFeed));
  try {
    const records = await newAndRun(join(folder, `watch-${hasFeed}`), site, hasFeed ? ['--archive'] : []);
    const all = site.articles.length;
    expect(rightOf(site, records)).toEqual({
      articles: all,
      titles: all,
      dates: all,
      authors: all,
      texts: all,
      others: [],
    });
    expect(all).toBe(40);
  } finally {
    await site.close();
  }
});
