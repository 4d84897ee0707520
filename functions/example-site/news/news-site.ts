import { createHash } from 'node:crypto';
import { answerOf, type ExampleAnswer, html } from '../example-answer.ts';
import { listAnswer } from './lists.ts';
import type { TrueMention } from './marked-text.ts';
import { siteOffset } from './site-times.ts';
import { allStories, type SiteName, type Story, type StoryVersion, textOfVersion } from './stories.ts';
import { sectionTitles, shownDate, storyPage } from './story-page.ts';
import { page } from './template.ts';
import { inWindows1251 } from './windows-1251.ts';

/** The text of a publication from an instant on. */
export interface TrueVersion {
  /** ISO 8601. */
  readonly from: string;
  /** Paragraphs, headings, list items, quotations, rows and entries, one a line; a row's cells by tabs. */
  readonly text: string;
  readonly mentions: readonly TrueMention[];
}

/** The facts of one publication of the generated site. */
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
  /** The trap in its mentions. */
  readonly mentionCase?: string;
}

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
  readonly #origins: Readonly<Record<SiteName, string>>;
  readonly #stories: Readonly<Record<SiteName, readonly Story[]>>;

  /** `origins` have no slash at the end. */
  constructor(begin: number, origins: Readonly<Record<SiteName, string>>) {
    this.#origins = origins;
    this.#stories = allStories(begin);
  }

  /** All publications up to `now`, in the order in which they were published, those that are gone too. */
  truth(now: number): readonly TruePublication[] {
    return Object.values(this.#stories)
      .flat()
      .filter(({ published }) => published <= now)
      .toSorted((a, b) => a.published - b.published)
      .map(story => this.#truthOf(story, now));
  }

  answer(site: SiteName, { pathAndQuery, known, now }: NewsRequest): ExampleAnswer {
    const url = new URL(pathAndQuery, this.#origins[site]);
    const answer =
      listAnswer(site, { url, stories: this.#listed(site, now), now }) ??
      this.#storyAnswer(site, url, now) ??
      notFound(404);
    return conditional(answer, known);
  }

  /** Stories that the site lists at `now`, newest first. */
  #listed(site: SiteName, now: number): readonly Story[] {
    return this.#stories[site]
      .filter(({ published, gone }) => published <= now && !(gone !== undefined && gone.from <= now))
      .toSorted((a, b) => b.published - a.published);
  }

  #storyAnswer(site: SiteName, { pathname }: URL, now: number): ExampleAnswer | undefined {
    const isAmp = site === 'herald' && pathname.startsWith('/amp/');
    const path = isAmp ? pathname.slice('/amp'.length) : pathname;
    const story = this.#stories[site].find(each => each.published <= now && each.path === path);
    if (story === undefined || (isAmp && story.kind === 'long')) return undefined;
    if (story.gone !== undefined && story.gone.from <= now) return notFound(story.gone.status);
    const version = story.versions.findLast(({ from }) => from <= now)!;
    const context = { origin: this.#origins[site], now, related: this.#related(story, now), isAmp };
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

  #truthOf(story: Story, now: number): TruePublication {
    const address = (path: string, site = story.site) => this.#origins[site] + path;
    const copied = story.copyOf === undefined ? undefined : this.#stories.herald[story.copyOf];
    const until = Math.min(now, (story.gone?.from ?? Number.POSITIVE_INFINITY) - 1);
    return {
      ...{ site: story.site, address: address(story.path), kind: story.kind },
      twins: twinsOf(story).map(path => address(path)),
      section: sectionTitles[story.section],
      title: story.title.text,
      titleMentions: story.title.mentions,
      authors: story.authors,
      published: {
        at: isoInstant(story.published),
        ...{ offsetMinutes: siteOffset, precision: 'minute', words: shownDate(story) },
      },
      free: story.kind !== 'paywall',
      versions: story.versions.filter(({ from }) => from <= until).map(trueVersion),
      ...(story.gone !== undefined &&
        story.gone.from <= now && { gone: { ...story.gone, from: isoInstant(story.gone.from) } }),
      ...(copied !== undefined && { copyOf: address(copied.path, 'herald') }),
      ...(story.mentionCase !== undefined && { mentionCase: story.mentionCase }),
    };
  }
}

function isoInstant(at: number): string {
  return new Date(at).toISOString();
}

function trueVersion(version: StoryVersion): TrueVersion {
  return { from: isoInstant(version.from), ...textOfVersion(version) };
}

/** Other addresses of the same story: its AMP page, and what newsletters link to. */
function twinsOf({ site, kind, path }: Story): readonly string[] {
  if (site !== 'herald') return [];
  return [...(kind === 'long' ? [] : [`/amp${path}`]), `${path}?utm_source=letter`];
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
