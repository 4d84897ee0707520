import { createHash } from 'node:crypto';
import { answerOf, type ExampleAnswer, html } from '../example-answer.ts';
import { listAnswer } from './lists.ts';
import { allStories, type SiteName, type Story } from './stories.ts';
import { storyPage } from './story-page.ts';
import { page } from './template.ts';
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
