/** Sites whose truth is known, watched as a user types it: each article with its title, date and authors. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bitrixSite } from '../../servers/news/bitrix-site.ts';
import { type SiteDesign, serveTrueSite } from '../../servers/news/true-site.ts';
import { wordpressSite } from '../../servers/news/wordpress-site.ts';
import { newAndRun, rightOf } from './known-truth.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-truth-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const minuteMs = 60_000;

test.each([
  // Its feed names the newest ten, one sitemap the newest fifty, and another what is older than 60 days.
  ['WordPress', () => wordpressSite(Date.now() - 90 * minuteMs, false), 140],
  ['WordPress whose feed has tracking parameters', () => wordpressSite(Date.now() - 90 * minuteMs, true), 140],
  // Its pages show a clock without a zone, five hours ahead: the feed says so, or a time that is ahead of now.
  ['Bitrix with a feed of the newest 20', () => bitrixSite(Date.now() - 90 * minuteMs, true), 150],
  ['Bitrix without a feed, a minute after its newest article', () => bitrixSite(Date.now() - minuteMs, false), 150],
  // Its language has most of its news in this zone.
  [
    'Bitrix in Moscow without a feed, hours after its newest article',
    () => bitrixSite(Date.now() - 300 * minuteMs, false, 3),
    150,
  ],
] as [string, () => SiteDesign, number][])(
  '%s gives all its articles, dates and authors',
  async (name, design, count) => {
    const site = await serveTrueSite(design());
    try {
      const records = await newAndRun(join(folder, String(name.length)), site, ['--archive']);
      expect(rightOf(site, records)).toEqual({
        articles: count,
        titles: count,
        dates: count,
        authors: count,
        texts: count,
        others: [],
      });
    } finally {
      await site.close();
    }
  },
);
