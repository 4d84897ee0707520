import { expect, test } from 'vitest';
import type { PageAnswer } from '../../../../../shared/domain/http/page-answer.ts';
import { readSiteSitemaps } from '../../../../../shared/wings/publications/finding/site-sitemaps.ts';

const origin = 'https://site.example';
const textOf = (entries: readonly string[], kind: 'url' | 'sitemap'): string =>
  entries.map(loc => `<${kind}><loc>${origin}${loc}</loc></${kind}>`).join('');

/** A site whose robots.txt names an index of `count` files. */
function siteOf(count: number, fileOf: (n: number) => PageAnswer | 'no-answer') {
  const asked: string[] = [];
  const answer = (body: string): PageAnswer => ({
    ...{ status: 200, headers: [['content-type', 'application/xml']], body: Buffer.from(body) },
  });
  const index = textOf(
    Array.from({ length: count }, (_, n) => `/${n}.xml`),
    'sitemap',
  );
  const ask = async (url: string): Promise<PageAnswer | 'no-answer'> => {
    asked.push(url.slice(origin.length));
    const { pathname } = new URL(url);
    return pathname === '/index.xml'
      ? answer(`<sitemapindex>${index}</sitemapindex>`)
      : fileOf(Number(pathname.slice(1).replace('.xml', '')));
  };
  const robots = async (): Promise<string> => `Sitemap: ${origin}/index.xml`;
  return { asked, answer, options: { ask, robots, nowMs: Date.UTC(2026, 0), isStopped: () => false } };
}

test('a site whose sitemaps have no answer five times in a row is asked no more', async () => {
  const site = siteOf(30, n => (n === 2 ? site.answer(`<urlset>${textOf(['/a'], 'url')}</urlset>`) : 'no-answer'));
  const { addresses, faults } = await readSiteSitemaps(origin, site.options);
  expect(addresses.map(({ address }) => address)).toEqual([`${origin}/a`]);
  expect(site.asked).toEqual(['/index.xml', ...Array.from({ length: 8 }, (_, n) => `/${n}.xml`)]);
  expect(faults[0]).toBe('22 more sitemaps were not read: 5 in a row had no answer.');
});

test('no file is requested behind the addresses that count, or when the time is over', async () => {
  const list = (n: number): string =>
    textOf(
      Array.from({ length: 50_000 }, (_, at) => `/${n}/${at}`),
      'url',
    );
  const full = siteOf(9, n => full.answer(`<urlset>${list(n)}</urlset>`));
  const { addresses, faults } = await readSiteSitemaps(origin, full.options);
  expect(addresses).toHaveLength(250_000);
  expect(full.asked).toHaveLength(7);
  expect(faults).toEqual(['3 more sitemaps were not read: those that were read list more than 250000 addresses.']);
  const late = siteOf(9, () => 'no-answer');
  const isStopped = (): boolean => late.asked.length > 2;
  expect((await readSiteSitemaps(origin, { ...late.options, isStopped })).faults[0]).toBe(
    '7 more sitemaps were not read: the time for a site is over.',
  );
});

test('while a long sitemap is read, others get their turn', async () => {
  const long = siteOf(1, () => {
    const entries = Array.from({ length: 30_000 }, (_, at) => `/${at}`);
    return long.answer(`<urlset>${textOf(entries, 'url')}</urlset>`);
  });
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const { addresses } = await readSiteSitemaps(origin, long.options);
  clearImmediate(next);
  expect(addresses).toHaveLength(30_000);
  expect(turns).toBeGreaterThan(20);
});
