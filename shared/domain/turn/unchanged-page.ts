import { hash } from 'node:crypto';
import { cutText } from '../cut-text.ts';
import { isBusy } from '../http/busy-status.ts';
import type { Answered, FetchAnswer, PageHeaders } from '../http/fetch-answer.ts';
import { nameSameState } from '../http/validators.ts';
import type { FetchResult, Unchanged } from '../protocol/classify-answer.ts';
import { type EarlierPage, encodeKeptPage, keptAnswer, longestLink, wishesOf } from './kept-page.ts';
import { longestContentType } from './page-facts.ts';

export type UnchangedResult = Extract<FetchResult, { kind: 'page' }>;

export type Judgement =
  | { readonly kind: 'unchanged'; readonly result: UnchangedResult }
  /** The answer is useless: the page must be requested once more, without conditions. */
  | { readonly kind: 'again' }
  /** An answer like any other. `lied`: its validators (ETag, Last-Modified) say that the content is the earlier one, but the content differs. */
  | { readonly kind: 'other'; readonly lied: boolean };

/** Compares the answer for an address with its earlier page. `isConditional`: the request carried validators. */
export function judgeAnswer(earlier: EarlierPage, isConditional: boolean, answer: FetchAnswer): Judgement {
  if (answer.kind !== 'answered' || answer.wall !== undefined) return other;
  if (answer.status === 304 && isConditional)
    return isAnotherState(earlier, answer)
      ? { kind: 'again' }
      : { kind: 'unchanged', result: unchanged(earlier, 'not-loaded', stillSaid(earlier, answer.headers)) };
  // Some servers answer a condition with an error although the page exists.
  if (answer.status >= 400 && isConditional && !isBusy(answer.status)) return { kind: 'again' };
  if (answer.status !== 200) return other;
  if (hash('sha256', answer.body) !== earlier.hash)
    return { kind: 'other', lied: nameSameState(earlier.answer, validatorsOf(answer.headers)) };
  if (!isSaidAlike(earlier, answer)) return other;
  return { kind: 'unchanged', result: unchanged(earlier, 'not-parsed', answer.headers ?? {}) };
}

/** The result for a page that its server called unchanged. */
export function keptResult(earlier: EarlierPage): UnchangedResult {
  return unchanged(earlier, 'not-loaded', stillSaid(earlier));
}

const other: Judgement = { kind: 'other', lied: false };

function validatorsOf(headers: PageHeaders = {}): { readonly etag?: string; readonly lastModified?: string } {
  const { etag, 'last-modified': lastModified } = headers;
  return { ...(etag !== undefined && { etag }), ...(lastModified !== undefined && { lastModified }) };
}

/** RFC 9111, section 4.3.4: a 304 with another validator or other headers belongs to another state of the page. */
function isAnotherState({ answer, page }: EarlierPage, { contentType, refresh, headers = {} }: Answered): boolean {
  const {
    etag,
    robots,
    wishes,
    language,
    link,
    refresh: refreshed,
  } = { ...keptAnswer(headers, refresh), etag: headers.etag };
  const differs = (now: string | undefined, before: string | undefined): boolean => now !== undefined && now !== before;
  return (
    (answer.etag !== undefined && differs(weakly(etag), weakly(answer.etag))) ||
    differs(robots, answer.robots) ||
    differs(wishes, answer.wishes) ||
    differs(language, answer.language) ||
    differs(link, answer.link) ||
    differs(refreshed, answer.refresh) ||
    (contentType !== '' && cutText(contentType, longestContentType) !== page.facts.contentType)
  );
}

/** RFC 9110, section 8.8.3.2. */
function weakly(etag: string | undefined): string | undefined {
  return etag?.replace(/^W\//, '');
}

/** Equal bytes with equal headers give the same page. */
function isSaidAlike({ answer, page }: EarlierPage, { contentType, refresh, headers = {} }: Answered): boolean {
  return (
    cutText(contentType, longestContentType) === page.facts.contentType &&
    refresh === answer.refresh &&
    headers['x-robots-tag'] === answer.robots &&
    wishesOf(headers) === answer.wishes &&
    headers['content-language'] === answer.language &&
    (headers.link === undefined ? undefined : cutText(headers.link, longestLink)) === answer.link
  );
}

/** Headers missing in a 304 keep their earlier values. */
function stillSaid({ answer, page }: EarlierPage, headers: PageHeaders = {}): PageHeaders {
  const { etag, link, robots, wishes = '', language } = answer;
  const { lastModified } = page.facts;
  return {
    ...(etag !== undefined && { etag }),
    ...(lastModified !== undefined && { 'last-modified': lastModified }),
    ...(link !== undefined && { link }),
    ...(robots !== undefined && { 'x-robots-tag': robots }),
    ...Object.fromEntries(
      wishes
        .split('\n')
        .filter(Boolean)
        .map(wish => wish.split(/: (.*)/s, 2)),
    ),
    ...(language !== undefined && { 'content-language': language }),
    ...headers,
  };
}

function unchanged({ hash, bytes, answer, page }: EarlierPage, by: Unchanged, headers: PageHeaders): UnchangedResult {
  const { lastModified: _, ...facts } = page.facts;
  const { 'last-modified': lastModified } = headers;
  const { words, ...said } = facts;
  const now = { ...said, ...(lastModified !== undefined && { lastModified }), words };
  return {
    kind: 'page',
    contentType: facts.contentType,
    ...(answer.refresh !== undefined && { refresh: answer.refresh }),
    headers,
    body: encodeKeptPage({ ...page, facts: now }),
    unchanged: { by, hash, bytes },
  };
}
