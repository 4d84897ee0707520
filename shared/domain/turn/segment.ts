/**
 * The results of reading one turn's pages, as one immutable object. The parse step writes it; the step that makes the
 * result files reads it. It depends on the stored bytes of the turn and on content claims only, never on URL claims, so
 * every repeat writes the same bytes. Bytes: a 4-byte little-endian length, a JSON head of that length, zero bytes up
 * to a multiple of 4, then the numbers that the pages refer to, 4 bytes each, little-endian.
 */
import { hash } from 'node:crypto';
import { decodeJsonHead, encodeJsonHead } from '../json-head.ts';
import type { Rendering, Unchanged } from '../protocol/classify-answer.ts';
import type { ChunkEntry, Outcome, Phase } from '../protocol/crawl-state.ts';
import type { KeptRefs } from './kept-links.ts';
import type { PageFacts } from './page-facts.ts';

/** Sizes of a page's data in `Segment.numbers`; the parts follow each other. */
export interface LinkRefs {
  readonly start: number;
  /** Occurrences of internal links: one number each, an index into `targets`, in document order. */
  readonly internal: number;
  /** Distinct addresses: two numbers each, an index into `externals` and the occurrences on this page. */
  readonly external: number;
  /**
   * Distinct links that are not in the page as it was sent: two numbers each, an index into `targets` (the first
   * `internal` ones) or `externals`, and the number of the type in `linkTypes`. Absent if the page was not loaded in a
   * browser.
   */
  readonly typed?: { readonly internal: number; readonly external: number };
  /**
   * Every link of the page, each occurrence, in document order: three numbers each (`described-links.ts`). Absent
   * without the setting `allLinks`.
   */
  readonly described?: number;
  /**
   * Data for a later crawl: the page's spellings, the anchor (an index into `anchors`) of each of its external links,
   * its bad links. Absent in segments of earlier versions, and if the page was loaded in a browser.
   */
  readonly kept?: KeptRefs;
}

/** The parts of a page's answer with which a later answer is compared. */
export interface KeptAnswer {
  /** Validators that can be sent back and surely identify one state of the page. */
  readonly etag?: string;
  readonly lastModified?: string;
  /** The first characters of the headers that facts of the page may come from. */
  readonly link?: string;
  readonly robots?: string;
  /** Fields of the owner's preferences (`preferences.ts`), joined. */
  readonly wishes?: string;
  readonly language?: string;
  readonly refresh?: string;
  /** Links of other schemes on the page, by scheme. */
  readonly ignored?: Readonly<Record<string, number>>;
}

/** How a browser loaded a page. `rawHash` is the hash of the body as it was sent, if the page has another body now. */
export interface PageRendering {
  readonly kind: Rendering['kind'];
  readonly rawHash?: string;
  /** The page was clicked through; the result is in the object `statesName`. */
  readonly isTraversed?: true;
}

export interface SegmentPage extends Pick<ChunkEntry, 'identity' | 'address' | 'foundOn' | 'pick'> {
  readonly attempts: number;
  readonly outcome: Outcome;
  /** Absent if the page was read. */
  readonly unchanged?: Unchanged;
  /** For nodes only. */
  readonly page?: {
    readonly title: string;
    readonly bytes: number;
    readonly externalLinks: number;
    readonly linksDropped: number;
    readonly links: LinkRefs;
    readonly rendering?: PageRendering;
    /** Facts that the page states; absent in segments of earlier versions. */
    readonly facts?: PageFacts;
    /** Signature of the text (`text-signature.ts`), base64; absent without the setting `nearDuplicates`. */
    readonly signature?: string;
    /** Results of page analyzers, by name. */
    readonly analyses?: Readonly<Record<string, unknown>>;
    /** Values of the columns in `extract` of the spec; absent without it, and unless the page is HTML. */
    readonly fields?: readonly string[];
    /** Some fields are empty because reading them costs too much. */
    readonly hasUnreadFields?: true;
    /** Present if `links.kept` is. */
    readonly answer?: KeptAnswer;
  };
}

export interface SegmentExternal {
  readonly identity: string;
  readonly page: number;
  readonly anchor: string;
  /** Entries of the turn that redirect to the address; absent if none does. */
  readonly redirects?: number;
}

export interface Segment {
  /** Version of the reader (`kept-page.ts`); absent in segments of earlier versions. */
  readonly readingVersion?: number;
  readonly turn: number;
  readonly phase: Phase;
  readonly pages: readonly SegmentPage[];
  /** Identities of internal links, distinct in the turn, in page order. */
  readonly targets: readonly string[];
  /** Of each target its `linkFeatures`; absent unless an order of pages is learnt. */
  readonly features?: readonly (readonly number[])[];
  /**
   * Distinct addresses of the turn's links, with the index of their target, in page order; only of targets with an
   * address that differs from their identity. Absent in segments of earlier versions.
   */
  readonly spellings?: readonly (readonly [target: number, address: string])[];
  /** External links, distinct in the turn: first page (index), its anchor text. */
  readonly externals: readonly SegmentExternal[];
  /** Bad links, distinct in the turn, with all their occurrences in it. */
  readonly bads: readonly {
    readonly text: string;
    readonly page: number;
    readonly reason: string;
    readonly count: number;
  }[];
  /** Number of links of other schemes, by scheme. */
  readonly ignored: Readonly<Record<string, number>>;
  /** Anchor texts of described links and of external links of each page, distinct. */
  readonly anchors?: readonly string[];
  readonly numbers: Uint32Array;
}

/** Start of a page's described links in `Segment.numbers`. */
export function describedStart({ start, internal, external, typed = noTyped }: LinkRefs): number {
  return start + internal + 2 * (external + typed.internal + typed.external);
}

/** Start of a page's data for a later crawl in `Segment.numbers`. */
export function keptStart(links: LinkRefs): number {
  return describedStart(links) + numbersOfDescribed * (links.described ?? 0);
}

const numbersOfDescribed = 3;
const noTyped = { internal: 0, external: 0 };

/**
 * Calls `take` with each external link of a page: an index into `externals` and the occurrences on this page. Calls are
 * cheaper than a list of pairs, and a crawl has millions of pairs.
 */
export function eachExternal(
  { start, internal, external }: LinkRefs,
  numbers: Uint32Array,
  take: (index: number, occurrences: number) => void,
): void {
  const end = start + internal + 2 * external;
  for (let i = start + internal; i < end; i += 2) take(numbers[i]!, numbers[i + 1]!);
}

/** How often each of `externals` occurs in the turn, in links of pages and in redirects. */
export function externalOccurrences({ pages, externals, numbers }: Segment): readonly number[] {
  const counts = externals.map(({ redirects = 0 }) => redirects);
  const add = (index: number, occurrences: number): void => {
    counts[index]! += occurrences;
  };
  for (const { page } of pages) if (page !== undefined) eachExternal(page.links, numbers, add);
  return counts;
}

export function segmentName(site: number, turn: number): string {
  return `segments/${site}/${turn}`;
}

/**
 * Name of the object with the result of clicking through a page. The parse step writes it before the turn is committed.
 */
export function statesName(site: number, url: string): string {
  return `states/${site}/${hash('sha256', url)}`;
}

export function encodeSegment({ numbers, ...head }: Segment): Uint8Array[] {
  const [length, json] = encodeJsonHead(head);
  const padding = Buffer.alloc((4 - (json.byteLength % 4)) % 4);
  return [length, json, padding, new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)];
}

/** Throws if the bytes are cut short, or if pages refer to missing data. */
export function decodeSegment(bytes: Uint8Array): Segment {
  const { head, end, buffer } = decodeJsonHead<Omit<Segment, 'numbers'>>(bytes);
  const start = end + ((4 - (end % 4)) % 4);
  const numbers = new Uint32Array((buffer.byteLength - start) >> 2);
  // A copy, because the numbers need not be aligned in `bytes`.
  new Uint8Array(numbers.buffer).set(buffer.subarray(start, start + numbers.byteLength));
  for (const { page } of head.pages) if (page !== undefined) demandRefs(page.links, numbers);
  return { ...head, numbers };
}

function demandRefs(links: LinkRefs, numbers: Uint32Array): void {
  const { start, internal, external, typed = noTyped, described = 0, kept } = links;
  const counts = [start, internal, external, typed.internal, typed.external, described];
  if (kept !== undefined) counts.push(kept.spelled, kept.bads);
  const end = keptStart(links) + (kept === undefined ? 0 : 2 * kept.spelled + external + 2 * kept.bads);
  if (counts.every(count => Number.isInteger(count) && count >= 0) && end <= numbers.length) return;
  throw new Error('its links are not among its numbers');
}
