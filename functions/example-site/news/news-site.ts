import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { ExampleAnswer } from '../example-pages.ts';
import * as lists from './list-pages.ts';
import type { TrueMention } from './marked-text.ts';
import { type Section, type SiteName, type Story, type StoryVersion, storiesOf, textOfVersion } from './stories.ts';
import { ampPage, type PageContext, storyPage } from './story-pages.ts';
import { pathOf, sectionTitles, shownDate, siteTitles, twinsOf } from './story-words.ts';

/** The text of a publication from an instant on. */
export interface TrueVersion {
  /** ISO 8601. */
  readonly from: string;
  /** Paragraphs, headings, list items, quotations, rows and entries, one a line; a row's cells by tabs. */
  readonly text: string;
  readonly mentions: readonly TrueMention[];
}

/** What is true of one publication of the generated site. */
export interface TruePublication {
  readonly site: SiteName;
  readonly address: string;
  /** Other addresses of the same publication. */
  readonly twins: readonly string[];
  readonly kind: Story['kind'];
  readonly section: string;
  readonly title: string;
  readonly titleMentions: readonly TrueMention[];
  readonly authors: readonly string[];
  readonly published: {
    readonly at: string;
    readonly offsetMinutes: number;
    readonly precision: 'minute';
    readonly words: string;
  };
  readonly free: boolean;
  /** Those up to now. */
  readonly versions: readonly TrueVersion[];
  readonly gone?: { readonly from: string; readonly status: 404 | 410 };
  /** The address of the publication whose text it is, on the other site. */
  readonly copyOf?: string;
  /** The name of its case in `mention-cases.ts`. */
  readonly mentionCase?: string;
}

export interface NewsRequest {
  readonly pathAndQuery: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Epoch ms of the site's clock. */
  readonly now: number;
}

/**
 * Two news sites whose truth is known, the same at every port: a herald with feeds, sitemaps, sections, a list that a
 * button grows and a calendar that a button turns, and a courier in windows-1251 with an archive by days, which prints some of the herald's stories. The first
 * story is published at `begin` (epoch ms), the others in the four days after it; some are changed or go later.
 */
export class NewsSites {
  readonly #begin: number;
  readonly #origins: Readonly<Record<SiteName, string>>;
  readonly #stories: Readonly<Record<SiteName, readonly Story[]>>;

  /** `origins` have no slash at the end. */
  constructor(begin: number, origins: Readonly<Record<SiteName, string>>) {
    this.#begin = begin;
    this.#origins = origins;
    this.#stories = { herald: storiesOf('herald', begin), courier: storiesOf('courier', begin) };
  }

  get begin(): number {
    return this.#begin;
  }

  /** All publications up to `now`, in the order in which they were published, those that are gone too. */
  truth(now: number): readonly TruePublication[] {
    return Object.values(this.#stories)
      .flat()
      .filter(({ published }) => published <= now)
      .toSorted((a, b) => a.published - b.published)
      .map(story => this.#truthOf(story, now));
  }

  answer(site: SiteName, { pathAndQuery, headers, now }: NewsRequest): ExampleAnswer {
    const url = new URL(pathAndQuery, this.#origins[site]);
    const answer = this.#listAnswer(site, url, now) ?? this.#storyAnswer(site, url, now) ?? notFound(404);
    return conditional(answer, headers['if-none-match']);
  }

  /** Stories that the site lists at `now`, newest first. */
  #listed(site: SiteName, now: number): readonly Story[] {
    return this.#stories[site]
      .filter(({ published, gone }) => published <= now && !(gone !== undefined && gone.from <= now))
      .toSorted((a, b) => b.published - a.published);
  }

  #listAnswer(site: SiteName, url: URL, now: number): ExampleAnswer | undefined {
    const stories = this.#listed(site, now);
    return site === 'herald' ? this.#heraldList(url, stories, now) : this.#courierList(url, stories);
  }

  #heraldList({ pathname, searchParams }: URL, stories: readonly Story[], now: number): ExampleAnswer | undefined {
    const origin = this.#origins.herald;
    const page = Math.max(1, Number(searchParams.get('page') ?? 1) || 1);
    const [, section] = /^\/(science|society|education)\/$/.exec(pathname) ?? [];
    if (section !== undefined) {
      const ofSection = stories.filter(story => story.section === section);
      return html(lists.heraldList(sectionTitles[section as Section], pathname, ofSection, page));
    }
    switch (pathname) {
      case '/':
        return html(lists.heraldList(siteTitles.herald, '/', stories.slice(0, 12), 1));
      case '/latest/':
        return html(lists.latestList(stories));
      case '/api/latest':
        return html(lists.latestPart(stories, page));
      case '/calendar/':
        return html(lists.dayList(stories));
      case '/api/day':
        return html(lists.dayPart(stories, Number(searchParams.get('n') ?? 0)));
      case '/robots.txt':
        return plain(`User-agent: *\nDisallow: /search\nDisallow: /api/private\nSitemap: ${origin}/sitemap.xml\n`);
      case '/rss.xml':
        return xml(lists.rssFeed('herald', origin, stories, 'utf-8'), 'application/rss+xml; charset=utf-8');
      case '/science/atom.xml':
        return xml(
          lists.atomFeed(
            'Наука',
            origin,
            stories.filter(story => story.section === 'science'),
          ),
          'application/atom+xml',
        );
      case '/comments/rss.xml':
        return xml(lists.commentsFeed(origin, stories), 'application/rss+xml; charset=utf-8');
      case '/sitemap.xml':
        return xml(lists.sitemapIndex(origin, stories[0]?.published ?? this.#begin), 'application/xml');
      case '/sitemap-news.xml':
        return xml(lists.newsSitemap(origin, stories, now), 'application/xml');
      case '/sitemap-articles.xml.gz':
        return {
          status: 200,
          headers: { 'content-type': 'application/gzip' },
          body: gzipSync(lists.articleSitemap(origin, stories)),
        };
      case '/about.html':
        return html('<!doctype html><html lang="ru"><title>О нас</title><h1>О нас</h1><p>Мы пишем новости.</p></html>');
      case '/price.pdf':
        return { status: 200, headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4\n' };
      default:
        return undefined;
    }
  }

  #courierList({ pathname }: URL, stories: readonly Story[]): ExampleAnswer | undefined {
    const [, rubric] = /^\/rubric\/([12])\/$/.exec(pathname) ?? [];
    if (rubric !== undefined) {
      const ofRubric = stories.filter(({ section }) => (section === 'science') === (rubric === '1'));
      return html1251(lists.courierNewest(rubric === '1' ? 'Наука' : 'Общество', ofRubric));
    }
    const [isArchive, day] = /^\/archive\/(?:(\d{4}\/\d\d\/\d\d)\/)?$/.exec(pathname) ?? [];
    if (isArchive !== undefined) return html1251(lists.courierArchive(stories, day));
    if (pathname === '/') return html1251(lists.courierNewest(siteTitles.courier, stories));
    if (pathname === '/robots.txt') return plain('User-agent: *\nDisallow:\n');
    if (pathname !== '/export/rss.xml') return undefined;
    const feed = lists.rssFeed('courier', this.#origins.courier, stories, 'windows-1251');
    return { status: 200, headers: { 'content-type': 'text/xml' }, body: inWindows1251(feed) };
  }

  #storyAnswer(site: SiteName, { pathname }: URL, now: number): ExampleAnswer | undefined {
    const isAmp = site === 'herald' && pathname.startsWith('/amp/');
    const path = isAmp ? pathname.slice('/amp'.length) : pathname;
    const story = this.#stories[site].find(each => each.published <= now && pathOf(each) === path);
    if (story === undefined || (isAmp && story.kind === 'long')) return undefined;
    if (story.gone !== undefined && story.gone.from <= now) return notFound(story.gone.status);
    const version = story.versions.findLast(({ from }) => from <= now)!;
    const context: PageContext = { origin: this.#origins[site], now, related: this.#related(story, now) };
    const page = isAmp ? ampPage(story, version, context) : storyPage(story, version, context);
    const answer = site === 'courier' ? html1251(page) : html(page);
    return { ...answer, headers: { ...answer.headers, 'last-modified': new Date(version.from).toUTCString() } };
  }

  /** Four stories that were there before it. */
  #related({ site, number }: Story, now: number): readonly Story[] {
    return this.#listed(site, now)
      .filter(each => each.number < number)
      .slice(0, 4);
  }

  #truthOf(story: Story, now: number): TruePublication {
    const address = (path: string, site = story.site) => this.#origins[site] + path;
    const copied = story.copyOf === undefined ? undefined : this.#stories.herald[story.copyOf];
    const until = Math.min(now, (story.gone?.from ?? Number.POSITIVE_INFINITY) - 1);
    return {
      ...{ site: story.site, address: address(pathOf(story)), kind: story.kind },
      twins: twinsOf(story).map(path => address(path)),
      section: sectionTitles[story.section],
      title: story.title.text,
      titleMentions: story.title.mentions,
      authors: story.authors,
      published: {
        at: new Date(story.published).toISOString(),
        ...{ offsetMinutes: 180, precision: 'minute', words: shownDate(story) },
      },
      free: story.kind !== 'paywall',
      versions: story.versions.filter(({ from }) => from <= until).map(trueVersion),
      ...(story.gone === undefined || story.gone.from > now
        ? {}
        : { gone: { from: new Date(story.gone.from).toISOString(), status: story.gone.status } }),
      ...(copied !== undefined && { copyOf: address(pathOf(copied), 'herald') }),
      ...(story.mentionCase !== undefined && { mentionCase: story.mentionCase }),
    };
  }
}

function trueVersion(version: StoryVersion): TrueVersion {
  return { from: new Date(version.from).toISOString(), ...textOfVersion(version) };
}

function html(body: string): ExampleAnswer {
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

/** Only the markup says the encoding. */
function html1251(body: string): ExampleAnswer {
  return { status: 200, headers: { 'content-type': 'text/html' }, body: inWindows1251(body) };
}

function xml(body: string, type: string): ExampleAnswer {
  return { status: 200, headers: { 'content-type': type }, body };
}

function plain(body: string): ExampleAnswer {
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}

function notFound(status: 404 | 410): ExampleAnswer {
  const body =
    '<!doctype html><html lang="ru"><title>Страница не найдена</title><h1>Страница не найдена</h1><p>Её нет или больше нет.</p></html>';
  return { ...html(body), status };
}

/** With its ETag, and without its body for whoever has it already (RFC 9110, section 13.1.2). */
function conditional(answer: ExampleAnswer, known: string | undefined): ExampleAnswer {
  if (answer.status !== 200) return answer;
  const etag = `"${createHash('sha256').update(answer.body).digest('hex').slice(0, 20)}"`;
  const headers = { ...answer.headers, etag };
  return known === etag ? { status: 304, headers, body: '' } : { ...answer, headers };
}

const decoder = new TextDecoder('windows-1251');
const codes = new Map(Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code]));

/** A text as windows-1251 has it; characters beyond become numeric references, as browsers write them. */
function inWindows1251(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const code = codes.get(character);
    const written = code === undefined ? [...`&#${character.codePointAt(0)};`].map(each => each.charCodeAt(0)) : [code];
    bytes.push(...written);
  }
  return Uint8Array.from(bytes);
}
