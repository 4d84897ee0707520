import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { answerOf, type ExampleAnswer, html } from '../example-answer.ts';
import { dayPath, isoTime } from './site-times.ts';
import { allStories, type SiteName, type Story } from './stories.ts';
import { page, sectionTitles, storyPage, storyView } from './story-page.ts';
import { inWindows1251 } from './windows-1251.ts';

export interface NewsRequest {
  readonly pathAndQuery: string;
  /** `If-None-Match` of the request. */
  readonly known?: string | undefined;
  /** Epoch ms of the site's clock. */
  readonly now: number;
}

/**
 * Two news sites whose truth is known, the same at every port: a herald with feeds, sitemaps, sections, a list that a
 * button grows and a calendar that a button turns, and a courier in windows-1251 with an archive by days, which prints
 * some of the herald's stories. The stories are in `herald.json` and `courier.json`, the pages in `pages/`. The first
 * story is published at `begin` (epoch ms), the others in the four days after it; some are changed or go later.
 */
export class NewsSites {
  readonly origins: Readonly<Record<SiteName, string>>;
  readonly stories: Readonly<Record<SiteName, readonly Story[]>>;

  /** `origins` have no slash at the end. */
  constructor(begin: number, origins: Readonly<Record<SiteName, string>>) {
    this.origins = origins;
    this.stories = allStories(begin);
  }

  answer(site: SiteName, { pathAndQuery, known, now }: NewsRequest): ExampleAnswer {
    const url = new URL(pathAndQuery, this.origins[site]);
    const answer =
      listAnswer(site, { url, stories: this.#listed(site, now), now }) ??
      this.#storyAnswer(site, url, now) ??
      notFound(404);
    return conditional(answer, known);
  }

  /** Stories that the site lists at `now`, newest first. */
  #listed(site: SiteName, now: number): readonly Story[] {
    return this.stories[site]
      .filter(({ published, gone }) => published <= now && !(gone !== undefined && gone.from <= now))
      .toSorted((a, b) => b.published - a.published);
  }

  #storyAnswer(site: SiteName, { pathname }: URL, now: number): ExampleAnswer | undefined {
    const isAmp = site === 'herald' && pathname.startsWith('/amp/');
    const path = isAmp ? pathname.slice('/amp'.length) : pathname;
    const story = this.stories[site].find(each => each.published <= now && each.path === path);
    if (story === undefined || (isAmp && story.kind === 'long')) return undefined;
    if (story.gone !== undefined && story.gone.from <= now) return notFound(story.gone.status);
    const version = story.versions.findLast(({ from }) => from <= now)!;
    const context = { origin: this.origins[site], now, related: this.#related(story, now), isAmp };
    const shown = storyPage(story, version, context);
    const answer = site === 'courier' ? answerOf(inWindows1251(shown), 'text/html') : html(shown);
    return { ...answer, headers: { ...answer.headers, 'last-modified': new Date(version.from).toUTCString() } };
  }

  /** Four stories that were there before it. */
  #related({ site, number }: Story, now: number): readonly Story[] {
    return this.#listed(site, now)
      .filter(each => each.number < number)
      .slice(0, 4);
  }
}

function notFound(status: 404 | 410): ExampleAnswer {
  return { ...html(page('not-found.html', {})), status };
}

/** With its ETag, and without its body for a client that has it already (RFC 9110, section 13.1.2). */
function conditional(answer: ExampleAnswer, known: string | undefined): ExampleAnswer {
  if (answer.status !== 200) return answer;
  const etag = `"${createHash('sha256').update(answer.body).digest('hex').slice(0, 20)}"`;
  const headers = { ...answer.headers, etag };
  return known === etag ? { status: 304, headers, body: '' } : { ...answer, headers };
}

interface ListRequest {
  readonly url: URL;
  /** Stories that the site lists, newest first. */
  readonly stories: readonly Story[];
  /** Epoch ms. */
  readonly now: number;
}

interface ListPage {
  /** Its template. */
  readonly file: string;
  readonly title?: string;
  /** HTML where it is left out. */
  readonly type?: string;
  /** The stories of the list; all where it is left out. */
  readonly of?: (request: ListRequest) => readonly Story[];
  /** The page shows so many of them, the newest. */
  readonly most?: number;
  /** Whether `?page=2` shows those after the newest. */
  readonly isPaged?: true;
}

const plain = 'text/plain; charset=utf-8';
const rss = 'application/rss+xml; charset=utf-8';
const xml = 'application/xml';

const heraldPages: Readonly<Record<string, ListPage>> = {
  '/': { file: 'herald-list.html', title: 'Вестник науки', most: 12 },
  '/science/': sectionList('science'),
  '/society/': sectionList('society'),
  '/education/': sectionList('education'),
  '/latest/': { file: 'herald-latest.html', title: 'Все новости', most: 12 },
  '/api/latest': { file: 'teasers.html', most: 12, isPaged: true },
  '/calendar/': { file: 'herald-calendar.html', title: 'Календарь', of: ofDay },
  '/api/day': { file: 'teasers.html', of: ofDay },
  '/robots.txt': { file: 'herald-robots.txt', type: plain },
  '/rss.xml': { file: 'rss.xml', title: 'Вестник науки', type: rss, most: 20 },
  '/science/atom.xml': {
    file: 'atom.xml',
    title: 'Наука',
    type: 'application/atom+xml',
    of: ofSections('science'),
    most: 20,
  },
  '/comments/rss.xml': { file: 'comments.xml', type: rss, most: 5 },
  '/sitemap.xml': { file: 'sitemap.xml', type: xml },
  '/sitemap-news.xml': { file: 'sitemap-news.xml', type: xml, of: ofTwoDays },
  '/sitemap-articles.xml.gz': { file: 'sitemap-articles.xml', type: 'application/gzip' },
  '/about.html': { file: 'about.html' },
  '/price.pdf': { file: 'price.pdf', type: 'application/pdf' },
};

const courierPages: Readonly<Record<string, ListPage>> = {
  '/': { file: 'courier-list.html', title: 'Городской курьер', most: 12 },
  '/rubric/1/': { file: 'courier-list.html', title: 'Наука', of: ofSections('science'), most: 12 },
  '/rubric/2/': { file: 'courier-list.html', title: 'Общество', of: ofSections('society', 'education'), most: 12 },
  '/archive/': { file: 'courier-archive.html', title: 'Архив' },
  '/robots.txt': { file: 'courier-robots.txt', type: plain },
  '/export/rss.xml': { file: 'rss.xml', title: 'Городской курьер', type: 'text/xml', most: 20 },
};

/** The answer at an address that is no story's; undefined if there is none. */
function listAnswer(site: SiteName, request: ListRequest): ExampleAnswer | undefined {
  const { origin, pathname, searchParams } = request.url;
  const list = (site === 'herald' ? heraldPages : courierPages)[pathname] ?? archiveOfDay(site, pathname);
  if (list === undefined) return undefined;
  const { file, title, type, of, most = Number.POSITIVE_INFINITY, isPaged } = list;
  const number = isPaged ? Math.max(1, Number(searchParams.get('page') ?? 1) || 1) : 1;
  const all = of?.(request) ?? request.stories;
  const text = page(file, {
    ...{ origin, title },
    encoding: site === 'herald' ? 'utf-8' : 'windows-1251',
    updated: isoTime(all[0]?.published ?? request.now),
    stories: all.slice((number - 1) * most || 0, number * most).map(storyView),
    next: isPaged && all.length > number * most && `${pathname}?page=${number + 1}`,
    days: [...daysOf(all).keys()].map(path => ({ path, shown: path.replaceAll('/', '.') })),
  });
  // Of the courier only the markup says the encoding.
  if (site === 'courier') return answerOf(inWindows1251(text), type ?? 'text/html');
  return answerOf(pathname.endsWith('.gz') ? gzipSync(text) : text, type ?? 'text/html; charset=utf-8');
}

function archiveOfDay(site: SiteName, pathname: string): ListPage | undefined {
  const [, day] = /^\/archive\/(\d{4}\/\d\d\/\d\d)\/$/.exec(pathname) ?? [];
  if (site !== 'courier' || day === undefined) return undefined;
  return { file: 'courier-list.html', title: `Архив за ${day}`, of: ({ stories }) => daysOf(stories).get(day) ?? [] };
}

function sectionList(section: Story['section']): ListPage {
  const title = sectionTitles[section];
  return { file: 'herald-list.html', title, of: ofSections(section), most: 12, isPaged: true };
}

function ofSections(...sections: readonly Story['section'][]): (request: ListRequest) => readonly Story[] {
  return ({ stories }) => stories.filter(({ section }) => sections.includes(section));
}

/** The stories of the day that is the `n`-th from the newest. */
function ofDay({ url, stories }: ListRequest): readonly Story[] {
  return [...daysOf(stories).values()][Number(url.searchParams.get('n') ?? 0)] ?? [];
}

/** The stories of the last two days, as Google News wants them. */
function ofTwoDays({ stories, now }: ListRequest): readonly Story[] {
  return stories.filter(({ published }) => published > now - 48 * 3_600_000);
}

function daysOf(stories: readonly Story[]): ReadonlyMap<string, readonly Story[]> {
  return Map.groupBy(stories, ({ published }) => dayPath(published));
}
