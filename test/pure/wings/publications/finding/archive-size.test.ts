import { expect, test } from 'vitest';
import { findingsText } from '../../../../../functions/cli/watch/findings-text.ts';
import type { PageAnswer } from '../../../../../shared/domain/http/page-answer.ts';
import { archiveTime, partsNamed } from '../../../../../shared/wings/publications/finding/archive-size.ts';
import { findEntries } from '../../../../../shared/wings/publications/finding/find-entries.ts';
import type { SourceFindings } from '../../../../../shared/wings/publications/finding/source-findings.ts';

const now = Date.UTC(2026, 10, 27);
const site = 'https://news.example';
const article = (number: number): string => `${site}/news/2024/story-of-the-day-${number}.html`;
const numbers = (count: number, from: number): number[] => Array.from({ length: count }, (_, at) => from + at);
const links = (addresses: readonly string[]): string =>
  addresses.map((href, at) => `<p><a href="${href}">A headline as long as headlines are, no. ${at}</a></p>`).join('');

/** A feed and a start page with the newest ten, an old sitemap with forty, a list of 17 parts. */
const documents: Readonly<Record<string, readonly [type: string, body: string]>> = {
  '/': [
    'text/html',
    `<html><link rel="alternate" type="application/rss+xml" href="/rss.xml">${links(numbers(10, 51).map(article))}
     <nav class="pages"><a href="/?PAGEN_1=2">2</a> <a href="/?PAGEN_1=3">3</a> <a href="/?PAGEN_1=17">17</a></nav>`,
  ],
  '/rss.xml': [
    'application/rss+xml',
    `<rss><channel>${numbers(10, 51).map(n => `<item><link>${article(n)}</link></item>`)}</channel></rss>`,
  ],
  '/sitemap.xml': [
    'application/xml',
    `<urlset>${numbers(40, 1).map(n => `<url><loc>${article(n)}</loc><lastmod>2024-05-01</lastmod></url>`)}</urlset>`,
  ],
};

async function ask(address: string): Promise<PageAnswer> {
  const url = new URL(address);
  const [type, body] = documents[url.pathname] ?? ['text/html', ''];
  const status = documents[url.pathname] === undefined ? 404 : 200;
  return { status, headers: [['content-type', type]], body: new TextEncoder().encode(body) };
}

async function find(archive: boolean): Promise<SourceFindings> {
  return await findEntries(site, { ask, robots: async () => '', mostRequests: 40, nowMs: now, archive });
}

const switched = ({ entries }: SourceFindings) =>
  entries.map(({ kind, address, on }) => `${on ? '+' : '-'} ${kind} ${new URL(address).pathname}`);

test('with an archive old sitemaps are on, and lists with further parts though feeds name all that they show', async () => {
  expect(switched(await find(false))).toEqual(['+ feed /rss.xml', '- sitemap /sitemap.xml', '- page /']);
  expect(switched(await find(true))).toEqual(['+ feed /rss.xml', '+ sitemap /sitemap.xml', '+ page /']);
});

test('says before it begins what the archive takes, and how long at the delay', async () => {
  const found = await find(true);
  expect(found.archive).toEqual({ lists: 1, parts: 16, publications: 50, unread: 0 });
  expect(archiveTime(found.archive, 1_000)).toBe(66_000);
  const text = findingsText({ found, fault: undefined, archiveDelayMs: 1_000 }).replaceAll('\n', ' ');
  expect(text).toContain('The archive: 50 publications known, 1 list with 16 further parts.');
  expect(text).toContain('With 1 s between requests it takes at least 1 min 06 s.');
  expect(findingsText({ found, fault: undefined })).not.toContain('The archive');
});

test('a part counts once, whatever links show it; days of a calendar count by themselves', () => {
  const named = (...shown: readonly (readonly [string, string])[]) =>
    partsNamed(
      shown.map(([path, text]) => ({ address: `${site}${path}`, text, inMenu: false })),
      ['?start'],
      address => /start=|\/2025\//.test(address),
    ).length;
  expect(named(['/news?start=20', '2'], ['/news?start=40', '3'], ['/news?start=20', 'next'])).toBe(2);
  expect(named(['/news?start=20', 'next'])).toBe(1);
  expect(named(['/news?start=1', 'next page →'])).toBe(1);
  expect(named(['/news?start=1', '1'])).toBe(0);
  expect(named(['/2025/03/', 'March'], ['/2025/02/', 'February'], ['/about/2/', '2'])).toBe(2);
});

/** A site without a feed. */
async function findIn(sent: Readonly<Record<string, readonly [type: string, body: string]>>): Promise<SourceFindings> {
  return await findEntries(site, {
    ...{ robots: async () => '', mostRequests: 40, nowMs: now },
    ask: async address => {
      const [type, body] = sent[new URL(address).pathname] ?? ['text/html', undefined];
      const headers: PageAnswer['headers'] = [['content-type', type]];
      return { status: body === undefined ? 404 : 200, headers, body: new TextEncoder().encode(body ?? '') };
    },
  });
}

test('where neither feeds nor headlines say what publications look like, a sitemap does', async () => {
  const stories = numbers(8, 1).map(n => `${site}/story/${'abcdefghi'[n]}-council-meets-again`);
  const found = await findIn({
    '/': ['text/html', '<title>The town</title><a href="/about">About</a>'],
    '/sitemap.xml': [
      'application/xml',
      `<urlset>${stories.map(url => `<url><loc>${url}</loc></url>`).join('')}</urlset>`,
    ],
  });
  expect(switched(found)).toEqual(['+ sitemap /sitemap.xml']);
  expect(found.addresses.publication).toBe(stories.length);
  expect(stories).toEqual(expect.arrayContaining([...found.known]));
});

test('the newest three of a press service are a list where nothing else is', async () => {
  const stories = numbers(3, 812).map(n => `${site}/presse/communique-${n}.html`);
  const days = numbers(9, 1).map(n => `<td><a href="/presse/archives/2026-11-0${n}">${n}</a></td>`);
  const found = await findIn({
    '/': ['text/html', '<title>A university</title><a href="/presse">All news</a>'],
    '/presse': ['text/html', `<title>Press</title>${links(stories)}<table><tr>${days.join('')}</tr></table>`],
  });
  expect(switched(found)).toEqual(['+ page /presse']);
});

test('headlines of several folders, each too few to say what publications look like, stay known without a sitemap', async () => {
  const stories = ['sport', 'culture', 'town', 'school'].map((folder, n) => `${site}/${folder}/${n + 4711}`);
  const found = await findIn({ '/': ['text/html', `<title>The town</title>${links(stories)}`] });
  expect(switched(found)).toEqual(['+ page /']);
  expect(found.addresses.publication).toBe(stories.length);
});

test('a further part that the start page leads to is a section where nothing else says what publications look like', async () => {
  const listed = (tag: string) => (n: number) =>
    `<${tag}><a href="/aktuelles/${'abcdefghijkl'[n]}-council-meets">The council of the town meets ${n}</a></${tag}>`;
  const found = await findIn({
    '/': [
      'text/html',
      `${numbers(5, 1).map(listed('span')).join('').replaceAll('The council of the town ', '')}<a href="/aktuelles?b=10">Die nächsten 10 Inhalte</a>`,
    ],
    '/aktuelles': ['text/html', numbers(5, 6).map(listed('h2')).join('')],
  });
  expect(switched(found)).toEqual(['+ page /', '+ page /aktuelles']);
});

test('with an archive a page is a list that has months alone, whose names are those of any language', async () => {
  const months = ['/archives/novembre-2026', '/archives/fevrier-2024', '/hemeroteca?anio=2024&mes=3', '/?m=202403'];
  const pages: Readonly<Record<string, string>> = {
    '/': `${links(numbers(10, 51).map(article))}<nav><a href="/hemeroteca">Hemeroteca</a></nav>`,
    '/hemeroteca': months.map(href => `<a href="${href}">${href}</a>`).join(''),
  };
  const answer = async (address: string): Promise<PageAnswer> => {
    const body = pages[new URL(address).pathname + new URL(address).search];
    const headers = [['content-type', 'text/html']] as const;
    return { status: body === undefined ? 404 : 200, headers, body: new TextEncoder().encode(body ?? '') };
  };
  const options = { ask: answer, robots: async () => '', mostRequests: 40, nowMs: now };
  const found = await findEntries(site, { ...options, archive: true });
  expect([switched(found), found.archive.parts]).toEqual([['+ page /', '+ page /hemeroteca'], months.length]);
  expect(switched(await findEntries(site, { ...options, archive: false }))).toEqual(['+ page /']);
});
