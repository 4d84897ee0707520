import type { Answered, FetchAnswer, PageHeaders } from '../http/fetch-answer.ts';
import type { Jar } from '../http/gates/gate-cookies.ts';
import { isJson, pageTypeOf } from '../http/page-type.ts';
import { redirectTarget } from '../http/redirect-target.ts';
import { sniffsHtml } from '../http/sniff-html.ts';
import { reasonsWithoutRequest, type SkipReason } from '../skip-reason.ts';
import type { Profile } from '../spec/crawl-spec.ts';
import { replacingStatuses, sniffsTypes } from '../spec/profiles.ts';
import type { ChunkEntry, Outcome } from './crawl-state.ts';
import { protocol } from './protocol.ts';
import { typesOfLook } from './watched-address.ts';

/** The result of loading a page in a browser; absent if no browser was to load it. */
export type Rendering =
  /** `body` is the document after its scripts ran, in UTF-8. */
  | {
      readonly kind: 'rendered';
      /** The body as the server sent it. */
      readonly raw: Uint8Array;
      /** The Content-Type header as the server sent it. */
      readonly rawType: string;
      /** Addresses to which scripts of the page navigated or tried to, and links of shadow trees and frames. */
      readonly went: readonly string[];
      /** A request of its scripts to its own domain had no answer, or that of a server in trouble: text may be missing. */
      readonly isCut?: true;
      /** Set if the page was clicked through. */
      readonly clicks?: PageClicks;
    }
  /** `body` is as the server sent it. Only a watch continues without a browser. */
  | { readonly kind: RenderFailure | 'no-browser' };

/** The result of clicking through a page. */
export interface PageClicks {
  /** Addresses that clicks revealed, one a line, each once. */
  readonly found: Uint8Array;
  /** The state graph as JSON, for people and for result files. */
  readonly states: Uint8Array;
}

/** The page did not answer in time, its process died, or its document is too large. */
export type RenderFailure = 'hung' | 'crashed' | 'too-large';

/** Header fields, as sent, that say how and when to request a page again. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
  readonly cacheControl?: string;
  readonly age?: string;
}

/**
 * How we know that a page is unchanged since an earlier crawl: by the server's answer (`not-loaded`), or by equal bytes
 * (`not-parsed`).
 */
export type Unchanged = 'not-loaded' | 'not-parsed';

/** The content of a page that is unchanged since an earlier crawl. */
export interface UnchangedBody {
  readonly by: Unchanged;
  /** SHA-256 of the content. */
  readonly hash: string;
  /** Size of the content. */
  readonly bytes: number;
}

/** The result of one request for one entry, before anything is known of its content. */
export type FetchResult = (
  | {
      readonly kind: 'page';
      readonly contentType: string;
      readonly refresh?: string;
      readonly headers?: PageHeaders;
      readonly body: Uint8Array;
      readonly rendering?: Rendering;
      /** Set for an address that will be requested again. */
      readonly validators?: Validators;
      /**
       * Set if the page is unchanged since an earlier crawl: `body` is the result of reading it then (`kept-page.ts`).
       */
      readonly unchanged?: UnchangedBody;
    }
  | { readonly kind: 'redirect'; readonly status: number; readonly target: string }
  /** `detail`: the service of a `wall`; the price of a 402; `json` of a page whose type is JSON. */
  | { readonly kind: 'skipped'; readonly reason: SkipReason; readonly status?: number; readonly detail?: string }
  | { readonly kind: 'retry'; readonly reason: SkipReason; readonly status?: number }
) & {
  /** Cookies that a gate before the page set; used only for the row of its site. */
  readonly given?: Jar;
};

/** Failures that may pass at another try. TLS, refused addresses and protocol errors would fail again. */
export const transient = new Set<SkipReason>(['network', 'timeout', 'dns']);

/**
 * Statuses below 500 by which a server wants the same request once more: Request Timeout, Misdirected Request, Too Early,
 * Too Many Requests.
 */
const repeatedStatuses: ReadonlySet<number> = new Set([408, 421, 425, 429]);

export function isRepeatedStatus(status: number): boolean {
  return repeatedStatuses.has(status) || (status >= 500 && status <= 599);
}

/** Rules that decide which answers are pages. */
export interface PageRules {
  /** Media types that are pages, besides HTML. */
  readonly pageTypes: ReadonlySet<string>;
  readonly profile: Profile;
  /** Most requests for one entry; absent: `protocol.maxAttempts`. */
  readonly mostAttempts?: number;
  /** Why a page is left out for its owner's wish (`preferences.ts`); absent: no wish is heeded. */
  readonly heeded?: (page: Pick<Answered, 'body' | 'contentType' | 'headers'>) => string | undefined;
}

/** A page whose server says no type has `text/html`. */
export function classifyAnswer(
  entry: ChunkEntry,
  answer: FetchAnswer,
  { pageTypes, profile, mostAttempts = protocol.maxAttempts, heeded }: PageRules = {
    pageTypes: new Set(),
    profile: 'graph',
  },
): FetchResult {
  const kind = entry.attempt < mostAttempts ? 'retry' : 'skipped';
  if (answer.kind === 'failed') return failedResult(kind, answer.reason, answer.status);
  const { status, wall, price } = answer;
  // A watch reads pages itself, and says of a wall among them what it is.
  if (wall !== undefined && (status !== 200 || entry.look === undefined))
    return { kind: 'skipped', reason: 'wall', status, detail: wall };
  if (isRepeatedStatus(status)) return { kind, reason: 'http-status', status };
  if (replacingStatuses(profile).has(status)) return redirectResult(entry, status, answer.location);
  if (status !== 200)
    return { kind: 'skipped', reason: 'http-status', status, ...(price !== undefined && { detail: price }) };
  const type = pageTypeOf(answer.contentType, typesOfLook(entry.look, pageTypes));
  if (type === 'other' || (type === 'unknown' && !(sniffsTypes(profile) && sniffsHtml(answer.body))))
    return { kind: 'skipped', reason: 'content-type', status, ...(isJson(answer.contentType) && { detail: 'json' }) };
  const contentType = type === 'page' ? answer.contentType : 'text/html';
  const wish = heeded?.({ ...answer, contentType });
  if (wish !== undefined) return { kind: 'skipped', reason: 'page-preference', status, detail: wish };
  return {
    kind: 'page',
    contentType,
    ...(answer.refresh !== undefined && { refresh: answer.refresh }),
    ...(answer.headers !== undefined && { headers: answer.headers }),
    body: answer.body,
    ...(entry.look !== undefined && { validators: validatorsOf(answer.fields ?? []) }),
  };
}

/** Longest field value that is sent back in a request. */
const longestField = 1_024;

function validatorsOf(fields: readonly (readonly [name: string, value: string])[]): Validators {
  const names = { etag: 'etag', lastModified: 'last-modified', cacheControl: 'cache-control', age: 'age' };
  const sent = Object.entries(names).map(([key, name]) => [key, fields.find(([each]) => each === name)?.[1]] as const);
  return Object.fromEntries(sent.filter(([, value]) => value !== undefined && value.length <= longestField));
}

/**
 * Whether a result counts as a page of the budget: a final outcome after a request, no redirect hop and no try that
 * will be repeated.
 */
export function isBudgetPage(result: FetchResult | Outcome): boolean {
  return result.kind !== 'redirect' && result.kind !== 'retry' && wasAsked(result);
}

/** Bytes that were loaded for a page's content. */
export function loadedBytes({ body, unchanged }: Extract<FetchResult, { kind: 'page' }>): number {
  if (unchanged === undefined) return body.byteLength;
  return unchanged.by === 'not-loaded' ? 0 : unchanged.bytes;
}

/** Whether a request was made for the result. */
export function wasAsked(result: FetchResult | Outcome): boolean {
  return result.kind !== 'skipped' || !reasonsWithoutRequest.has(result.reason);
}

function failedResult(again: 'retry' | 'skipped', reason: SkipReason, status: number | undefined): FetchResult {
  const kind = transient.has(reason) ? again : 'skipped';
  return { kind, reason, ...(status !== undefined && { status }) };
}

export function redirectResult(
  entry: Pick<ChunkEntry, 'address' | 'via'>,
  status: number,
  location: string | undefined,
): FetchResult {
  const target = redirectTarget(location, entry.address);
  if (target === undefined) return { kind: 'skipped', reason: 'bad-location', status };
  const again = target === entry.address || entry.via.includes(target);
  if (again || entry.via.length >= protocol.maxRedirects) return { kind: 'skipped', reason: 'redirects', status };
  return { kind: 'redirect', status, target };
}
