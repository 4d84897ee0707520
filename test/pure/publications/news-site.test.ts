import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NewsSites } from '../../../functions/example-site/news/news-site.ts';
import { type ServedNewsSites, serveNewsSites } from '../../../functions/example-site/news/serve-news-sites.ts';
import type { SiteName } from '../../../functions/example-site/news/stories.ts';
import { readFeed } from '../../../shared/wings/publications/feeds/read-feed.ts';
import { plainText } from '../../../shared/wings/publications/markup/read-markup.ts';
import { truthOf } from '../../servers/news-truth.ts';

const begin = Date.UTC(2017, 8, 12, 3);
const hour = 3_600_000;
const origins = { herald: 'http://herald.example', courier: 'http://courier.example' };
const sites = new NewsSites(begin, origins);
const end = begin + 200 * hour;

function ask(site: SiteName, address: string, now: number, known?: string) {
  const url = new URL(address, origins[site]);
  return sites.answer(site, { pathAndQuery: url.pathname + url.search, known, now });
}

function textOf(body: string | Uint8Array, site: SiteName): string {
  return typeof body === 'string' ? body : new TextDecoder(site === 'courier' ? 'windows-1251' : 'utf-8').decode(body);
}

describe('the generated news sites', () => {
  test('are the same each time, and differ with the clock only', () => {
    const again = new NewsSites(begin, origins);
    expect(truthOf(again, end)).toEqual(truthOf(sites, end));
    expect(truthOf(sites, begin + hour).length).toBeLessThan(truthOf(sites, begin + 50 * hour).length);
  });

  test('have each publication at its address and its twins, with its title, its date and every line of its text', () => {
    for (const { site, address, twins, title, published, versions, gone } of truthOf(sites, end)) {
      const from = Date.parse(versions.at(-1)!.from);
      for (const each of [address, ...twins]) {
        const { status, body } = ask(site, each, from);
        // Of a tag that begins a line no space is made, as browsers show it.
        const shown = plainText(textOf(body, site).replaceAll('</td>', ' ').replaceAll('</time>', ' '));
        const lines = [title, published.words, ...versions.at(-1)!.text.split('\n')].map(line =>
          plainText(line.replaceAll('<', '&lt;')),
        );
        expect([each, status, lines.filter(line => !shown.includes(line))]).toEqual([each, 200, []]);
      }
      if (gone !== undefined) expect(ask(site, address, Date.parse(gone.from)).status).toBe(gone.status);
    }
  });

  test('list every story of the courier in the archive of its day, whenever they began', () => {
    // A story every two hours; where the first is early, a day has thirteen.
    const begins = Array.from({ length: 60 }, (_, index) => begin + index * 2 * 60_000);
    for (const from of begins) {
      const later = new NewsSites(from, origins);
      const now = from + 90 * hour;
      const page = (pathAndQuery: string) => textOf(later.answer('courier', { pathAndQuery, now }).body, 'courier');
      const days = [...page('/archive/').matchAll(/href="(\/archive\/\d[^"]+)"/g)].map(([, day]) => day!);
      const listed = days.map(page).join('\n');
      const stories = truthOf(later, now).filter(({ site, gone }) => site === 'courier' && gone === undefined);
      const paths = stories.map(({ address }) => new URL(address).pathname);
      expect(paths.filter(path => !listed.includes(`href="${path}"`))).toEqual([]);
    }
  });

  test('have every kind of story, versions, copies and stories that go', () => {
    const truth = truthOf(sites, end);
    const kinds = new Set(truth.map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual(['article', 'blog', 'gallery', 'live', 'long', 'paywall', 'short']);
    expect(truth.filter(({ versions }) => versions.length > 1).length).toBeGreaterThan(5);
    expect(truth.filter(({ gone }) => gone !== undefined).length).toBeGreaterThan(3);
    expect(truth.filter(({ free }) => !free).length).toBeGreaterThan(1);
    const copies = truth.filter(({ copyOf }) => copyOf !== undefined);
    expect(copies.length).toBeGreaterThan(4);
    for (const { copyOf, versions } of copies) {
      const original = truth.find(({ address }) => address === copyOf)!;
      expect(original.versions[0]!.text).toBe(versions[0]!.text);
    }
  });

  test('mention the fourteen organizations where the truth says so', () => {
    const list = readFileSync(
      new URL('../../../functions/cli/mentions/example-organizations.csv', import.meta.url),
      'utf8',
    );
    const ids = [...new Set([...list.matchAll(/^(?!id,)([a-z]+),/gm)].map(([, id]) => id!))];
    expect(ids.length).toBe(14);
    const truth = truthOf(sites, end);
    const named = truth.flatMap(({ versions, titleMentions }) => [
      ...titleMentions.map(({ organization }) => organization),
      ...versions.flatMap(({ text, mentions }) =>
        mentions.map(({ organization, start, end: after }) => {
          expect(text.slice(start, after)).not.toMatch(/^[\s«]|[\s»]$|^$/);
          return organization;
        }),
      ),
    ]);
    expect([...new Set(named)].toSorted()).toEqual(ids.toSorted());
    const written = readFileSync(new URL('../../../functions/example-site/news/herald.json', import.meta.url), 'utf8');
    const cases = [...written.matchAll(/"mentionCase": "([^"]+)"/g)].map(([, name]) => name!);
    expect(cases.length).toBe(46);
    const shown = new Set(truth.map(({ mentionCase }) => mentionCase));
    expect(cases.filter(name => !shown.has(name))).toEqual([]);
  });

  test('answer 304 to whoever has the newest, and a new body when a story changes', () => {
    const changed = truthOf(sites, end).find(({ kind, versions }) => kind === 'article' && versions.length > 1)!;
    const first = ask(changed.site, changed.address, Date.parse(changed.versions[0]!.from));
    const etag = first.headers['etag']!;
    expect(ask(changed.site, changed.address, Date.parse(changed.versions[0]!.from), etag).status).toBe(304);
    expect(ask(changed.site, changed.address, Date.parse(changed.versions[1]!.from), etag).status).toBe(200);
  });

  test('name the newest stories in their feeds, in their encodings', () => {
    const now = begin + 60 * hour;
    for (const [site, path] of [
      ['herald', '/rss.xml'],
      ['courier', '/export/rss.xml'],
      ['herald', '/science/atom.xml'],
    ] as const) {
      const { body, headers } = ask(site, path, now);
      const feed = readFeed(Buffer.from(body as string), {
        base: origins[site] + path,
        contentType: headers['content-type']!,
        nowMs: now,
      });
      if (feed.kind === 'none') throw new Error(`${path} is no feed`);
      const truth = truthOf(sites, now).filter(each => each.site === site && each.gone === undefined);
      const wanted = path.includes('science') ? truth.filter(({ section }) => section === 'Наука') : truth;
      const newest = wanted.toReversed().slice(0, 20);
      expect(feed.faults).toEqual({});
      expect(
        feed.items.map(({ address, title, published, authors }) => ({ address, title, at: published?.at, authors })),
      ).toEqual(
        newest.map(({ address, title, published, authors }) => ({
          address,
          title: plainText(title),
          at: published.at,
          authors,
        })),
      );
    }
  });
});

describe('served on loopback', () => {
  let served: ServedNewsSites;
  let now = begin + 30 * hour;
  beforeAll(async () => {
    served = await serveNewsSites(begin, () => now);
  });
  afterAll(() => served.close());

  test('a list grows by its button to the first story, and the sites move on with their clock', async () => {
    const { url } = await fetch(served.urls.herald);
    const parts: string[] = [];
    for (let page = 1; ; page += 1) {
      const part = await (await fetch(`${url}api/latest?page=${page}`)).text();
      if (part === '') break;
      parts.push(part);
    }
    const listed = [...parts.join('').matchAll(/<a href="([^"]+)"/g)].map(([, path]) => new URL(path!, url).href);
    const there = truthOf(served.sites, now).filter(({ site, gone }) => site === 'herald' && gone === undefined);
    expect(listed).toEqual(there.map(({ address }) => address).toReversed());
    const next = truthOf(served.sites, end).find(
      ({ site, published }) => site === 'courier' && Date.parse(published.at) > now,
    )!;
    expect((await fetch(next.address)).status).toBe(404);
    now = Date.parse(next.published.at);
    expect((await fetch(next.address)).status).toBe(200);
  });
});
