/**
 * A page as a crawl has read it: a later crawl that finds the page unchanged uses this in place of its bytes. It holds
 * all data of the links, in document order.
 */
import { cutText } from '../cut-text.ts';
import { defined } from '../defined.ts';
import type { PageHeaders } from '../http/fetch-answer.ts';
import { isSureDate, sendable } from '../http/validators.ts';
import { wishFields } from '../robots/preferences.ts';
import type { PageFacts } from './page-facts.ts';
import { describedStart, eachExternal, type KeptAnswer, keptStart, type Segment, type SegmentPage } from './segment.ts';

/** Plain JSON. */
export interface KeptPage
  extends Pick<
    NonNullable<SegmentPage['page']>,
    'title' | 'linksDropped' | 'signature' | 'fields' | 'hasUnreadFields'
  > {
  readonly facts: PageFacts;
  readonly links: KeptPageLinks;
}

export interface KeptPageLinks {
  /** Identities, each once, in the order of their first occurrences. */
  readonly targets: readonly string[];
  /** An index into `targets` for each occurrence. */
  readonly internal: readonly number[];
  /** Occurrences with a new spelling of a target: place in `internal`, address. */
  readonly spelled: readonly (readonly [position: number, address: string])[];
  readonly externals: readonly (readonly [identity: string, count: number, anchor: string])[];
  readonly bads: readonly (readonly [text: string, reason: string, count: number])[];
  readonly ignored: Readonly<Record<string, number>>;
  /** Absent if links were not described (`allLinks`). */
  readonly described?: {
    readonly anchors: readonly string[];
    /** Three numbers for each link: twice its index in `targets`, or twice its index in `externals` plus one; its anchor; its relations. */
    readonly numbers: readonly number[];
  };
}

/** An address's page in an earlier crawl. */
export interface EarlierPage {
  /** SHA-256 of the content. */
  readonly hash: string;
  /** Size of the content. */
  readonly bytes: number;
  readonly answer: KeptAnswer;
  readonly page: KeptPage;
}

/**
 * Version of the reader. A change of the code that changes the result for some page must raise the version; pages from
 * an older reader are then loaded again.
 */
export const readingVersion = 5;

/** Longest Link header that is read. */
export const longestLink = 2_000;

/** The part of an answer that is stored for a later crawl. */
export function keptAnswer(
  headers: PageHeaders = {},
  refresh: string | undefined,
  ignored: Readonly<Record<string, number>> = {},
): KeptAnswer {
  const { etag, 'last-modified': lastModified, date, link } = headers;
  const sure = lastModified !== undefined && isSureDate(lastModified, date) ? lastModified : undefined;
  const kept: { -readonly [Key in keyof KeptAnswer]: KeptAnswer[Key] } = {};
  const [tag, modified] = [sendable(etag), sendable(sure)];
  if (tag !== undefined) kept.etag = tag;
  if (modified !== undefined) kept.lastModified = modified;
  if (link !== undefined) kept.link = cutText(link, longestLink);
  if (headers['x-robots-tag'] !== undefined) kept.robots = headers['x-robots-tag'];
  const wishes = wishesOf(headers);
  if (wishes !== undefined) kept.wishes = wishes;
  if (headers['content-language'] !== undefined) kept.language = headers['content-language'];
  if (refresh !== undefined) kept.refresh = refresh;
  if (Object.keys(ignored).length > 0) kept.ignored = ignored;
  return kept;
}

/** Header fields of the owner's preferences, to be compared; undefined: there are none. */
export function wishesOf(headers: PageHeaders): string | undefined {
  const sent = wishFields.filter(name => headers[name] !== undefined).map(name => `${name}: ${headers[name]}`);
  return sent.length === 0 ? undefined : sent.join('\n');
}

/** Whether a page of a segment can replace a page of a later crawl. */
export function isKeptPage(segment: Segment, index: number): boolean {
  const { outcome, page } = segment.pages[index]!;
  return (
    segment.readingVersion === readingVersion &&
    outcome.kind === 'node' &&
    page?.links.kept !== undefined &&
    page.facts !== undefined
  );
}

/**
 * Reads one page of a segment; undefined if the segment has too little of it. Throws if no crawl writes such a segment.
 */
export function earlierPageOf(segment: Segment, index: number): EarlierPage | undefined {
  const { outcome, page } = segment.pages[index]!;
  if (!isKeptPage(segment, index) || outcome.kind !== 'node' || page?.facts === undefined) return undefined;
  const { title, linksDropped, facts, signature, fields, hasUnreadFields, bytes, answer = {} } = page;
  return {
    hash: outcome.hash,
    bytes,
    answer,
    page: {
      ...{ title, linksDropped, facts },
      ...defined({ signature, fields, hasUnreadFields }),
      links: linksOf(segment, page),
    },
  };
}

function linksOf(segment: Segment, { links, answer }: NonNullable<SegmentPage['page']>): KeptPageLinks {
  const { numbers, spellings = [], externals, bads, anchors = [] } = segment;
  const { start, internal, external, described } = links;
  const kept = links.kept!;
  const places = new Map<number, number>();
  const occurrences: number[] = [];
  for (const target of numbers.subarray(start, start + internal)) {
    if (!places.has(target)) places.set(target, places.size);
    occurrences.push(places.get(target)!);
  }
  const at = keptStart(links);
  const spelled = pairsAt(numbers, at, kept.spelled).map(([position, spelling]) => {
    const [target, address] = inside(spellings, spelling);
    if (numbers[start + position] !== target || position >= internal) throw new Error('a spelling is of another link');
    return [position, address] as const;
  });
  const outside: (readonly [index: number, count: number])[] = [];
  eachExternal(links, numbers, (index, count) => outside.push([index, count]));
  const anchorsAt = at + 2 * kept.spelled;
  const others = outside.map(
    ([index, count], nth) =>
      [inside(externals, index).identity, count, inside(anchors, numbers[anchorsAt + nth]!)] as const,
  );
  const wrong = pairsAt(numbers, anchorsAt + external, kept.bads).map(([index, count]) => {
    const { text, reason } = inside(bads, index);
    return [text, reason, count] as const;
  });
  const place = { internal: places, external: new Map(outside.map(([index], nth) => [index, nth])) };
  return {
    targets: Array.from(places.keys(), target => inside(segment.targets, target)),
    internal: occurrences,
    spelled,
    externals: others,
    bads: wrong,
    ignored: answer?.ignored ?? {},
    ...(described !== undefined && { described: describedOf(segment, describedStart(links), described, place) }),
  };
}

function describedOf(
  { numbers, anchors = [] }: Segment,
  start: number,
  count: number,
  place: { readonly internal: ReadonlyMap<number, number>; readonly external: ReadonlyMap<number, number> },
): NonNullable<KeptPageLinks['described']> {
  const known = new Map<number, number>();
  const own: number[] = [];
  for (let at = start; at < start + 3 * count; at += 3) {
    const isExternal = numbers[at]! % 2 === 1;
    const nth = place[isExternal ? 'external' : 'internal'].get(numbers[at]! >>> 1);
    if (nth === undefined) throw new Error('a described link is none of its page');
    const anchor = numbers[at + 1]!;
    if (!known.has(anchor)) known.set(anchor, known.size);
    own.push(2 * nth + (isExternal ? 1 : 0), known.get(anchor)!, numbers[at + 2]!);
  }
  return { anchors: Array.from(known.keys(), anchor => inside(anchors, anchor)), numbers: own };
}

function pairsAt(numbers: Uint32Array, start: number, count: number): (readonly [number, number])[] {
  return Array.from({ length: count }, (_, i) => [numbers[start + 2 * i]!, numbers[start + 2 * i + 1]!] as const);
}

function inside<T>(values: readonly T[], index: number): T {
  const value = values[index];
  if (value === undefined) throw new Error('a number leads to nothing');
  return value;
}

/** Encodes a page for the place of its body. */
export function encodeKeptPage(page: KeptPage): Uint8Array {
  return Buffer.from(JSON.stringify(page));
}

/** Throws if the bytes are no page. */
export function decodeKeptPage(bytes: Uint8Array): KeptPage {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')) as KeptPage;
}
