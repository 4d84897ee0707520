import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findingsText } from '../../../functions/cli/watch/findings-text.ts';
import { type ServedNewsSites, serveNewsSites } from '../../../functions/example-site/news/serve-news-sites.ts';
import type { PageAnswer } from '../../../shared/domain/http/page-answer.ts';
import { watchDefaults } from '../../../shared/domain/spec/crawl-spec.ts';
import { readFeed } from '../../../shared/wings/publications/feeds/read-feed.ts';
import { findEntries } from '../../../shared/wings/publications/finding/find-entries.ts';
import { firstInterval } from '../../../shared/wings/publications/finding/look-interval.ts';
import type { SourceFindings } from '../../../shared/wings/publications/finding/source-findings.ts';
import {
  afterAnswer,
  conditionalFields,
  isLiar,
  newMemory,
} from '../../../shared/wings/publications/looks/conditional-look.ts';
import { type AdverseSources, serveAdverseSources } from '../../servers/news/adverse-sources.ts';
import { truthOf } from '../../servers/news-truth.ts';
import { runCli } from '../cli/run-cli.ts';

const hour = 3_600_000;
const now = Date.UTC(2017, 8, 15);
let news: ServedNewsSites;
let adverse: AdverseSources;

beforeAll(async () => {
  news = await serveNewsSites(now - 70 * hour, () => now);
  adverse = await serveAdverseSources();
});

afterAll(async () => {
  await news.close();
  await adverse.close();
});

/** Asks without delays. `robots`: the lines of robots.txt where the server has none. */
async function find(
  url: string,
  { robots, mostRequests = 60 }: { robots?: string; mostRequests?: number } = {},
): Promise<SourceFindings> {
  const ask = async (address: string): Promise<PageAnswer> => {
    const answer = await fetch(address, { redirect: 'manual', headers: { connection: 'close' } });
    return { status: answer.status, headers: [...answer.headers], body: new Uint8Array(await answer.arrayBuffer()) };
  };
  const lines = async (origin: string): Promise<string> =>
    robots ?? (await (await fetch(`${origin}/robots.txt`)).text());
  return await findEntries(url, { ask, robots: lines, mostRequests, nowMs: now });
}

const summary = ({ entries }: SourceFindings) =>
  entries.map(
    ({ kind, address, why, on, off }) =>
      `${on ? '+' : '-'} ${kind} ${new URL(address).pathname} ${why}${off === undefined ? '' : ` ${off}`}`,
  );

describe('finding what there is at a source', () => {
  test('with feeds, sitemaps, sections and a list that needs clicks', async () => {
    const found = await find(news.urls.herald);
    expect(found).toMatchObject({ state: 'found', title: 'Вестник науки', untried: 0 });
    expect(summary(found)).toEqual([
      '+ feed /rss.xml declared',
      '+ feed /science/atom.xml declared',
      '- feed /comments/rss.xml declared comments',
      '- sitemap /sitemap.xml robots covered',
      '+ sitemap /sitemap-news.xml index',
      '+ sitemap /sitemap-articles.xml.gz index',
      '- page / start covered',
      '- page /science/ section covered',
      '- page /society/ section covered',
      '- page /education/ section covered',
      '- page /latest/ section covered',
      '- traversal /latest/ button clicks',
    ]);
    expect(found.entries.every(({ faults }) => faults === undefined)).toBe(true);
    expect(found.entries.at(-1)!.clicks).toEqual(['Показать ещё']);
    const truth = truthOf(news.sites, now).filter(({ site, gone }) => site === 'herald' && gone === undefined);
    expect(found.addresses.publication).toBe(truth.length);
    expect(found.entries[0]).toMatchObject({ items: 20, publications: 20, newest: truth.at(-1)!.published.at });
    const { kind, intervalS } = found.entries[0]!;
    const times = truth.map(({ published }) => Date.parse(published.at)).slice(-20);
    expect([kind, intervalS]).toEqual(['feed', firstInterval(times, now, watchDefaults)]);
    // A list of links names no times: nothing is known of it, and one publication in two hours is expected.
    expect(found.entries.find(entry => entry.kind === 'page')!.intervalS).toBe(7_200);
    expect(found.shapes.map(({ shape }) => shape)).toEqual(['/news/YYYY/N/N/*-N.html', '/long/N/']);
  });

  test('with a linked feed in windows-1251, rubrics and an archive by days', async () => {
    const found = await find(news.urls.courier);
    expect(summary(found)).toEqual([
      '+ feed /export/rss.xml linked',
      '- page / start covered',
      '+ page /rubric/1/ section',
      '- page /rubric/2/ section covered',
    ]);
    expect(found.addresses).toMatchObject({ archive: 1 });
    expect(found.title).toBe('Городской курьер');
  });

  test('without feeds the headlines of its page tell what publications look like', async () => {
    const found = await find(`${adverse.url}/endless/`, { robots: '' });
    expect(summary(found)).toEqual(['+ page /endless/ start']);
    expect(found.entries[0]).toMatchObject({ items: 11, publications: 10 });
    expect(found.addresses).toMatchObject({ publication: 10, archive: 1 });
    expect(adverse.asked.filter(target => target.startsWith('/endless/?'))).toEqual([]);
  });
});

describe('bad sources', () => {
  const entry = async (name: string, robots = '') => (await find(`${adverse.url}/${name}/`, { robots })).entries[0];

  test('a feed that was cut, and faulty dates, are told with their counts', async () => {
    expect(await entry('truncated')).toMatchObject({ kind: 'feed', items: 3, on: true, faults: { truncated: 1 } });
    const faults = { 'old-date': 1, 'future-date': 1, 'bad-date': 1 };
    expect(await entry('dates')).toMatchObject({ items: 8, faults, newest: '2017-09-12T12:34:56.000Z' });
  });

  test('entities that define each other cost nothing', async () => {
    expect(await entry('bomb')).toMatchObject({ kind: 'feed', items: 6, on: true });
  });

  test('a packed sitemap of 60,000 addresses, and indexes in a circle, are read once each', async () => {
    const robots = `Sitemap: ${adverse.url}/large/map.xml.gz\nSitemap: ${adverse.url}/circle/a.xml`;
    const found = await find(`${adverse.url}/no-feed/`, { robots });
    const [large, a, b] = found.entries;
    expect(large).toMatchObject({ kind: 'sitemap', items: 60_000, newest: '2017-09-12T00:00:00.000Z' });
    expect([a, b].map(each => each!.address)).toEqual([`${adverse.url}/circle/a.xml`, `${adverse.url}/circle/b.xml`]);
    expect(adverse.asked.filter(target => target.startsWith('/circle/'))).toEqual(['/circle/a.xml', '/circle/b.xml']);
    expect(found.tried).toContainEqual({
      address: `${adverse.url}/no-feed/feed.xml`,
      outcome: 'no-feed-html',
      status: 200,
    });
  });

  test('a packed sitemap that cannot be unpacked is told with its address', async () => {
    const source = 'https://news.test/';
    const map = `${source}map.xml.gz`;
    const found = await findEntries(source, {
      ask: async url => ({
        ...{ status: url === source || url === map ? 200 : 404, headers: [['content-type', 'text/html']] },
        body: url === map ? Uint8Array.of(0x1f, 0x8b, 1, 2, 3) : Buffer.from('<title>News</title>'),
      }),
      ...{ robots: async () => `Sitemap: ${map}`, mostRequests: 20, nowMs: now },
    });
    expect(found.tried).toContainEqual({ address: map, outcome: 'bad-gzip', status: 200 });
    expect(findingsText({ found, fault: undefined })).toContain(`Cannot be unpacked: ${map}.`);
  });

  test('a source that moved, one that refuses programs, and one that is not there are told apart', async () => {
    const moved = await find(`${adverse.url}/moved/`, { robots: '' });
    expect(moved).toMatchObject({
      state: 'moved',
      address: expect.stringMatching(/^http:\/\/localhost:\d+\/truncated\/$/),
      entries: [],
    });
    expect(await find(`${adverse.url}/browser-only/`)).toMatchObject({ state: 'refused', status: 403 });
    expect(await find(`${adverse.url}/nowhere/`)).toMatchObject({ state: 'not-available', status: 404 });
  });

  test('files are no publications, and a list that only scripts fill is proposed for clicks', async () => {
    const pdf = await find(`${adverse.url}/pdf/`, { robots: '' });
    expect(pdf).toMatchObject({ state: 'nothing', addresses: { file: 8, publication: 0 } });
    const scripted = await find(`${adverse.url}/scripted/`, { robots: '' });
    expect(summary(scripted)).toEqual(['- traversal /scripted/ empty-list clicks']);
  });

  test('a page of the menu that says that it is an article is no list', async () => {
    const found = await find(`${adverse.url}/disguised/`, { robots: '' });
    expect(summary(found)).toEqual(['+ feed /disguised/feed.xml declared']);
    expect(found.addresses).toMatchObject({ publication: 6, list: 0 });
  });

  test('a feed that lies about its ETag is asked for whole after three lies, and nothing is lost', async () => {
    let memory = newMemory;
    const seen = new Set<string>();
    const looks: string[] = [];
    for (let look = 0; look < 30; look += 1) {
      const url = `${adverse.url}/lying-etag/feed.xml`;
      const answer = await fetch(url, { headers: { connection: 'close', ...conditionalFields(memory) } });
      const body = new Uint8Array(await answer.arrayBuffer());
      const feed = readFeed(body, { base: url, contentType: 'application/rss+xml', nowMs: now });
      const items = feed.kind === 'none' ? [] : feed.items.map(({ address }) => address);
      const newItems = items.filter(address => !seen.has(address)).length;
      for (const address of items) seen.add(address);
      looks.push(`${answer.status} ${newItems}`);
      const of = answer.status === 304 ? {} : { bodyHash: String(items.length) };
      memory = afterAnswer(memory, { status: answer.status, etag: answer.headers.get('etag')!, newItems, ...of });
    }
    const silent = Array.from({ length: 6 }, () => '304 0');
    expect(looks).toEqual([
      ...['200 5', ...silent, '200 7', ...silent, '200 7', ...silent, '200 7'],
      ...Array.from({ length: 8 }, () => '200 1'),
    ]);
    expect(isLiar(memory)).toBe(true);
  });

  test('a feed that is sent as HTML is a feed, and a menu without its end tags ends', async () => {
    const found = await find(`${adverse.url}/sloppy/`, { robots: '' });
    expect(summary(found)).toEqual(['+ page /sloppy/ start']);
    expect(found.entries[0]).toMatchObject({ publications: 6 });
    const feed = await find(`${adverse.url}/sloppy/feed`, { robots: '', mostRequests: 1 });
    expect(summary(feed)).toEqual(['+ feed /sloppy/feed given']);
  });

  test('a page with a hundred links to feeds leaves requests for the rest, and says what was left', async () => {
    const found = await find(`${adverse.url}/feeds/`, { robots: '' });
    expect(found.entries.filter(({ kind }) => kind === 'feed').length).toBe(10);
    expect(found.untried).toBe(90);
  });

  test('the address of a feed or a sitemap is itself a source', async () => {
    const feed = await find(`${news.urls.herald}rss.xml`, { mostRequests: 1 });
    expect(summary(feed)).toEqual(['+ feed /rss.xml given']);
    const sitemap = await find(`${news.urls.herald}sitemap-news.xml`, { mostRequests: 1 });
    expect(summary(sitemap)).toEqual(['+ sitemap /sitemap-news.xml given']);
  });

  test('the limit of requests ends the finding, and what was left is counted', async () => {
    const found = await find(news.urls.herald, { mostRequests: 3 });
    expect(found.tried.length).toBe(3);
    expect(found.untried).toBeGreaterThan(2);
  });
});

describe('pages that need a browser', () => {
  const check = async (url: string, args: readonly string[] = [], env: Record<string, string> = {}) => {
    const run = await runCli(['watch', 'sources', 'check', url, '--delay', '0', ...args], { env });
    return { exitCode: run.exitCode, text: run.stdout.replaceAll(/\s+/g, ' ') };
  };

  test('lists that scripts draw, and that grow by what no tag calls a button, are on where nothing else is', async () => {
    const json = await runCli(['watch', 'sources', 'check', `${adverse.url}/drawn/`, '--delay', '0', '--json']);
    const found = JSON.parse(json.stdout) as SourceFindings;
    // The second one shows nothing that the first one lacks.
    expect(summary(found)).toEqual(['+ traversal /drawn/ button', '- traversal /drawn/science/ button clicks']);
    const clicks = ['Ten years back'];
    expect(found.entries).toMatchObject([
      { clicks, publications: 20, seen: { sent: 0, drawn: 5, pressed: 15 } },
      { clicks, publications: 10, seen: { sent: 0, drawn: 5, pressed: 5 } },
    ]);
    expect(found).toMatchObject({ state: 'found', addresses: { publication: 20, list: 2, service: 1, file: 0 } });
    expect(found.browser).toMatchObject({ state: 'used', left: 0, requestsLeft: 0, pages: [{ sent: 0 }, { sent: 0 }] });
    expect(found.examples.slice(0, 2)).toEqual([
      { address: `${adverse.url}/drawn/a-very-long-story-0.html`, kind: 'publication' },
      { address: `${adverse.url}/drawn/a-very-long-story-1.html`, kind: 'publication' },
    ]);
    expect(found.examples).toContainEqual({ address: `${adverse.url}/drawn/contact/`, kind: 'service' });
  });

  test('the finding says in words what a browser showed, also of a page whose list stays empty', async () => {
    const drawn = await check(`${adverse.url}/drawn/`);
    expect(drawn.text).toContain('pressing a button shows more (Ten years back); 20 of 23 are publications.');
    expect(drawn.text).toContain('As sent 0, in a browser 5; 15 more came by pressing.');
    expect(drawn.text).toContain('+ traversal /drawn/');
    const empty = await check(`${adverse.url}/scripted/`);
    expect(empty.text).toContain(`${adverse.url}/scripted/ has no such list (0 publications).`);
    expect(empty.exitCode).toBe(2);
  });

  test('a button that a page names itself is pressed, and what it shows is counted', async () => {
    const { text } = await check(news.urls.herald);
    expect(text).toContain('pressing a button shows more (Показать ещё)');
    expect(text).toMatch(/As sent 12, in a browser 12; \d+ more came by pressing\./);
  });

  test('where none can be started, or none is to be used, one sentence says so and the rest is found', async () => {
    const path = '/nowhere/chromium';
    const none = await check(news.urls.herald, [], { ORBWEAVER_BROWSER: path });
    expect(none.exitCode).toBe(0);
    expect(none.text).toContain(
      `1 page may need a browser, and none could be started (browser: ${path} does not exist;`,
    );
    expect(none.text).toContain('- traversal /latest/ has a button for more (Показать ещё);');
    const off = await check(`${adverse.url}/drawn/`, ['--no-browser']);
    expect(off.text).toContain('1 page may need a browser, and none was used: taken as sent.');
  });

  test('what pages ask for counts among the requests, and robots.txt holds for it too', async () => {
    const before = adverse.asked.length;
    // The page, the paths of feeds and of sitemaps: of the two that are left one is for its parts, one for a section.
    const few = await check(`${adverse.url}/drawn/`, ['--requests', '15']);
    expect(few.text).toContain('Of what they requested, 1 had no request left (--requests), so they may show less.');
    expect(adverse.asked.slice(before).filter(target => target !== '/robots.txt')).toHaveLength(15);
    const closed = await serveAdverseSources('User-agent: *\nDisallow: /drawn/list.json');
    try {
      expect((await check(`${closed.url}/drawn/`)).text).toContain('has no such list (0 publications)');
      expect(closed.asked.filter(target => target.includes('list.json'))).toEqual([]);
    } finally {
      await closed.close();
    }
  });

  test('requests of a page keep the delay of its host', async () => {
    const at: number[] = [];
    const slow = await serveNewsSites(
      now - 70 * hour,
      () => now,
      undefined,
      site => {
        if (site === 'herald') at.push(performance.now());
      },
    );
    try {
      const run = await runCli(['watch', 'sources', 'check', slow.urls.herald, '--delay', '40', '--json']);
      const { browser } = JSON.parse(run.stdout) as SourceFindings;
      expect(browser!.requests).toBeGreaterThan(1);
      expect(at.at(-1)! - at[0]!).toBeGreaterThan(0.9 * 40 * (at.length - 1));
    } finally {
      await slow.close();
    }
  });
});

describe('orbweaver watch sources check', () => {
  const check = (...args: string[]) => runCli(['watch', 'sources', 'check', ...args, '--delay', '0']);

  test('shows it in 80 columns, and as JSON', async () => {
    const text = await check(news.urls.herald);
    expect(text).toMatchObject({ exitCode: 0, stderr: '' });
    expect(text.stdout).toContain('+ feed      /rss.xml\n');
    expect(text.stdout).toContain('+ sitemap   /sitemap-news.xml\n');
    expect(text.stdout.split('\n').filter(line => line.length > 80)).toEqual([]);
    const json = await check(news.urls.courier, '--json');
    const found = JSON.parse(json.stdout) as SourceFindings;
    expect(summary(found)[0]).toBe('+ feed /export/rss.xml linked');
  });

  test.each([
    ['moved', 'leads to another host'],
    ['browser-only', 'refuses to answer a program (HTTP 403); allowed is'],
    ['challenged', 'wants proof that a person is there; allowed is'],
    ['nowhere', 'gives no page (HTTP 404); allowed is'],
    ['pdf', '8 of the addresses that it lists are files (PDF and the like), which are not read; allowed is'],
    ['no-feed', 'no feed, no sitemap and no list of links; allowed is'],
  ])('says in one sentence what is wrong: %s', async (name, sentence) => {
    const { exitCode, stdout } = await check(`${adverse.url}/${name}/`);
    expect(exitCode).toBe(2);
    expect(stdout.replaceAll('\n', ' ')).toContain(sentence);
  });

  test('says why a host gives no answer', async () => {
    const { exitCode, stdout } = await check('http://127.0.0.1:1/');
    expect(exitCode).toBe(2);
    expect(stdout.replaceAll('\n', ' ')).toMatch(/gives no page \([^()]*ECONNREFUSED[^()]*\); allowed is an address/);
    // A robots.txt that could not be had forbids nothing.
    expect(stdout).toContain('Of no use: 1 without an answer.');
    expect((await check(`${adverse.url}/down/`)).stdout.replaceAll('\n', ' ')).toContain('gives no page (HTTP 500)');
  });

  test('goes through a gate that leads to another address of the page', async () => {
    const story = (n: number) =>
      `<h2><a href="/a/bridge-${n}.html">The council approves plan ${n} for the bridge</a></h2>`;
    const { promise, resolve } = Promise.withResolvers<void>();
    const server = createServer(({ url = '', headers }, answer) => {
      const isKnown = headers.cookie?.includes('seen=1');
      const gate = { location: '/?gate=1', 'set-cookie': 'seen=1; Path=/' };
      if (url === '/robots.txt') answer.writeHead(404).end();
      else if (isKnown) answer.writeHead(200, { 'content-type': 'text/html' }).end([1, 2, 3, 4].map(story).join(''));
      else answer.writeHead(302, gate).end();
    }).listen(0, '127.0.0.1', resolve);
    await promise;
    const { stdout } = await check(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    server.close();
    expect(stdout).toContain('4 of 4 addresses are publications.');
  });

  test('refuses what is no address', async () => {
    expect(await check('mailto:x')).toMatchObject({ exitCode: 4 });
    const { exitCode, stderr } = await check(news.urls.herald, '--requests', '0');
    expect([exitCode, stderr]).toEqual([
      4,
      expect.stringContaining('is refused; allowed is a whole number from 1 to 200.'),
    ]);
  });
});
