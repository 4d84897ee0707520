/**
 * The results of one fetch turn, as one immutable object. Bytes: a 4-byte little-endian length, a JSON head of that
 * length (everything but the bodies, each body as its size), then the bodies in entry order. The body of a rendered
 * page is followed by its body as it was sent, and, if it was clicked through, by the result of the clicks.
 */
import { decodeJsonHead, encodeJsonHead } from '../json-head.ts';
import type { FetchResult, Rendering } from '../protocol/classify-answer.ts';
import type { ChunkEntry, Phase } from '../protocol/crawl-state.ts';

export interface FetchedEntry {
  readonly entry: ChunkEntry;
  readonly result: FetchResult;
}

export interface TurnRecord {
  readonly turn: number;
  readonly phase: Phase;
  /** Origin of the site after this turn (the start address may have moved it). */
  readonly origin: string;
  /** Start address of the site after this turn; absent if a site is a host. */
  readonly start?: string;
  readonly entries: readonly FetchedEntry[];
  /** When the turn was committed, wall clock, ms; only in watches. */
  readonly at?: number;
}

export function turnRecordName(site: number, turn: number, attempt: string): string {
  return `bodies/${site}/${turn}-${attempt}`;
}

export function encodeTurnRecord(record: TurnRecord): Uint8Array[] {
  const bodies: Uint8Array[] = [];
  const head = encodeJsonHead({
    ...record,
    entries: record.entries.map(({ entry, result }) => {
      if (result.kind !== 'page') return { entry, result };
      const { rendering, ...page } = result;
      bodies.push(page.body);
      const stored = { ...page, body: page.body.byteLength };
      if (rendering === undefined) return { entry, result: stored };
      if (rendering.kind !== 'rendered') return { entry, result: { ...stored, rendering } };
      const { clicks, ...plain } = rendering;
      bodies.push(rendering.raw, ...(clicks === undefined ? [] : [clicks.found, clicks.states]));
      const sizes =
        clicks === undefined ? {} : { clicks: { found: clicks.found.byteLength, states: clicks.states.byteLength } };
      return { entry, result: { ...stored, rendering: { ...plain, raw: rendering.raw.byteLength, ...sizes } } };
    }),
  });
  return [...head, ...bodies];
}

/** Bodies are views into `bytes`. Throws if the bytes are cut short. */
export function decodeTurnRecord(bytes: Uint8Array): TurnRecord {
  const { head, end, buffer } = decodeJsonHead<StoredRecord>(bytes);
  let at = end;
  const next = (size: number): Uint8Array => {
    at += size;
    return buffer.subarray(at - size, at);
  };
  const entries = head.entries.map(({ entry, result }): FetchedEntry => {
    if (result.kind !== 'page') return { entry, result };
    const { rendering, ...page } = result;
    const read = { ...page, body: next(page.body) };
    if (rendering === undefined) return { entry, result: read };
    if (rendering.kind !== 'rendered') return { entry, result: { ...read, rendering } };
    const { clicks, ...plain } = rendering;
    const raw = next(rendering.raw);
    const clicked = clicks === undefined ? {} : { clicks: { found: next(clicks.found), states: next(clicks.states) } };
    return { entry, result: { ...read, rendering: { ...plain, raw, ...clicked } } };
  });
  if (at !== buffer.byteLength) throw new Error(`turn record ${head.turn}: ${buffer.byteLength} bytes, expected ${at}`);
  return { ...head, entries };
}

type Rendered = Extract<Rendering, { kind: 'rendered' }>;
type StoredRendering =
  | Exclude<Rendering, Rendered>
  | (Omit<Rendered, 'raw' | 'clicks'> & {
      readonly raw: number;
      readonly clicks?: { readonly found: number; readonly states: number };
    });
type StoredPage = Omit<Extract<FetchResult, { kind: 'page' }>, 'body' | 'rendering'> & {
  readonly body: number;
  readonly rendering?: StoredRendering;
};
type StoredResult = Exclude<FetchResult, { kind: 'page' }> | StoredPage;
type StoredRecord = Omit<TurnRecord, 'entries'> & {
  readonly entries: readonly { readonly entry: ChunkEntry; readonly result: StoredResult }[];
};
