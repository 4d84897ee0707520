/**
 * What one turn's pages held, as one immutable object written by the parse step and read by the unloader. It depends on
 * the stored bytes of the turn and on content claims only, never on URL claims, so every repeat writes the same bytes.
 * Bytes: a 4-byte little-endian length, a JSON head of that length, zero bytes up to a multiple of 4, then the numbers
 * that the pages refer to, 4 bytes each, little-endian.
 */
import { hash } from 'node:crypto';
import { decodeJsonHead, encodeJsonHead, nameUrl } from '../json-head.ts';
import type { Rendering, Unchanged } from '../protocol/classify-answer.ts';
import type { Outcome, Phase } from '../protocol/crawl-state.ts';
import type { KeptRefs } from './kept-links.ts';
import type { PageFacts } from './page-facts.ts';

/** Where a page's links are in `Segment.numbers`, one after the other. */
export interface LinkRefs {
  readonly start: number;
  /** Occurrences: one number each, an index into `targets`, in document order. */
  readonly internal: number;
  /** Distinct addresses: two numbers each, an index into `externals` and the occurrences on this page. */
  readonly external: number;
  /**
   * Distinct links that are not in the page as it was sent: two numbers each, an index into `targets` (of these `internal`)
   * or `externals`, and the number of the type in `linkTypes`. Absent if the page was not loaded in a browser.
   */
  readonly typed?: { readonly internal: number; readonly external: number };
  /**
   * Every link of the page, each occurrence, in document order: three numbers each (`described-links.ts`). Absent if the
   * spec does not request all links.
   */
  readonly described?: number;
  /**
   * What a later crawl needs of the page: its spellings, the anchor (an index into `anchors`) of each of its external links, its bad
   * links. Absent in segments of earlier versions, and where the page was loaded in a browser.
   */
  readonly kept?: KeptRefs;
}

/** What the answer of a page said, as far as a later answer is compared with it. */
export interface KeptAnswer {
  /** Validators that can be sent back and name one state for sure. */
  readonly etag?: string;
  readonly lastModified?: string;
  /** Headers that the facts of a page may come from, the first characters of each. */
  readonly link?: string;
  readonly robots?: string;
  readonly language?: string;
  readonly refresh?: string;
  /** Links of other schemes on the page, by scheme. */
  readonly ignored?: Readonly<Record<string, number>>;
}

/** How a browser loaded a page. `rawHash` is the hash of the body as it was sent, where the page has another body now. */
export interface PageRendering {
  readonly kind: Rendering['kind'];
  readonly rawHash?: string;
  /** The page was clicked through: `statesName` has what came of it. */
  readonly isTraversed?: true;
}

export interface SegmentPage {
  /** Identity. */
  readonly identity: string;
  /** What was requested. */
  readonly address: string;
  readonly foundOn: string;
  readonly attempts: number;
  readonly outcome: Outcome;
  /** Absent if the page was read. */
  readonly unchanged?: Unchanged;
  /** Of nodes only. */
  readonly page?: {
    readonly title: string;
    readonly bytes: number;
    /** Occurrences of links to other origins. */
    readonly externalLinks: number;
    readonly linksDropped: number;
    readonly links: LinkRefs;
    readonly rendering?: PageRendering;
    /** What the page says of itself; absent in segments of earlier versions. */
    readonly facts?: PageFacts;
    /** Signature of the text (`text-signature.ts`), base64; absent if the spec requests no near duplicates. */
    readonly signature?: string;
    /** What page analyzers said, by name. */
    readonly analyses?: Readonly<Record<string, unknown>>;
    /** Values beside `extract` of the spec; absent if it names nothing, and of what is no HTML. */
    readonly fields?: readonly string[];
    /** Some of the fields are empty because reading them costs too much. */
    readonly hasUnreadFields?: true;
    /** Absent where `links.kept` is. */
    readonly answer?: KeptAnswer;
  };
}

export interface SegmentExternal {
  readonly identity: string;
  readonly page: number;
  readonly anchor: string;
  /** Entries of the turn that redirect there; absent if none does. */
  readonly redirects?: number;
}

export interface Segment {
  /** How its pages were read (`kept-page.ts`); absent in segments of earlier versions. */
  readonly readingVersion?: number;
  readonly turn: number;
  readonly phase: Phase;
  readonly pages: readonly SegmentPage[];
  /** Identities of internal links, distinct in the turn, in page order. */
  readonly targets: readonly string[];
  /**
   * Addresses that links of the turn have, by index of their target, each once, in page order: of those targets that have an
   * address beside their identity, or none but such ones. Absent in segments of earlier versions.
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
  /** Links of other schemes, by scheme: counted, nothing else. */
  readonly ignored: Readonly<Record<string, number>>;
  /** Anchor texts of described links and of external links of each page, distinct. */
  readonly anchors?: readonly string[];
  readonly numbers: Uint32Array;
}

/** Where the described links of a page begin in `Segment.numbers`. */
export function describedStart({ start, internal, external, typed = noTyped }: LinkRefs): number {
  return start + internal + 2 * (external + typed.internal + typed.external);
}

/** Where what is kept of a page for a later crawl begins in `Segment.numbers`. */
export function keptStart(links: LinkRefs): number {
  return describedStart(links) + numbersOfDescribed * (links.described ?? 0);
}

const numbersOfDescribed = 3;
const noTyped = { internal: 0, external: 0 };

/**
 * Calls `take` with each external link of a page: an index into `externals` and the occurrences on this page. A call is cheaper than a
 * list of pairs, and a crawl has some millions of them.
 */
export function eachExternal(
  { start, internal, external }: LinkRefs,
  numbers: Uint32Array,
  take: (index: number, occurrences: number) => void,
): void {
  const end = start + internal + 2 * external;
  for (let i = start + internal; i < end; i += 2) take(numbers[i]!, numbers[i + 1]!);
}

/** Occurrences in the turn of each of its `externals`: links of pages, and redirects. */
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

/** What came of clicking through a page: written by the parse step, before the turn is committed. */
export function statesName(site: number, url: string): string {
  return `states/${site}/${hash('sha256', url)}`;
}

export function encodeSegment({ numbers, ...head }: Segment): Uint8Array[] {
  const [length, json] = encodeJsonHead(head);
  const padding = Buffer.alloc((4 - (json.byteLength % 4)) % 4);
  return [length, json, padding, new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)];
}

/** Throws if the bytes are cut short, or pages refer to what is not there. */
export function decodeSegment(bytes: Uint8Array): Segment {
  const { head, end, buffer } = decodeJsonHead<Omit<Segment, 'numbers'>>(bytes);
  for (const named of [...head.pages, ...head.externals]) nameUrl(named, 'identity');
  const start = end + ((4 - (end % 4)) % 4);
  const numbers = new Uint32Array((buffer.byteLength - start) >> 2);
  // A copy: the numbers need not be aligned within the bytes that were read.
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
