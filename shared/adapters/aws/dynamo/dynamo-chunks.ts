/**
 * Frontier chunks. A chunk is cut into parts of 64 entries, so that a turn reads what it takes and little more; a part
 * is deflated, because its entries share most of their bytes: fifty entries are two or three write units instead of a
 * dozen. A part that is still too large for an item continues in further pieces.
 */

import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { defined } from '../../../domain/defined.ts';
import type { ChunkEntry, Cursor, Phase, PickReason } from '../../../domain/protocol/crawl-state.ts';
import type { EntryLook } from '../../../domain/protocol/watched-address.ts';
import type { Frontier } from '../../../ports/ports.ts';
import { OfTables } from './calls/dynamo-base.ts';
import { inParallel } from './calls/dynamo-calls.ts';
import { chunkPartition, type ItemKey, padded, type Row } from './calls/dynamo-tables.ts';

const entriesPerPart = 64;
/** An item holds 400 KB. */
const pieceBytes = 300_000;

type Packed = readonly [
  identity: string,
  address: string,
  foundOn: string,
  attempt: number,
  via: readonly string[],
  /** Absent in chunks of versions without watches. */
  look?: EntryLook | null,
  pick?: PickReason,
];

interface Piece {
  readonly key: ItemKey;
  readonly bytes: Uint8Array;
  /** Number of pieces of the part. */
  readonly of: number;
}

export class DynamoChunks extends OfTables implements Frontier {
  /**
   * The first piece decides. A writer that finds another chunk there writes nothing. After an interrupted try a writer finds its chunk and writes the rest.
   */
  async putChunk(
    crawl: string,
    site: number,
    phase: Phase,
    turn: number,
    entries: readonly ChunkEntry[],
  ): Promise<void> {
    const { calls, tables, ttlOfClaim } = this.base;
    const [first, ...rest] = piecesOf(chunkPartition(crawl, site), phase, turn, entries);
    if (first === undefined) return;
    const digest = digestOf([first, ...rest]);
    const write = async ({ key, bytes, of }: Piece): Promise<Row | undefined> => {
      const set = { bytes, of, digest, ttl: ttlOfClaim() };
      const answer = await calls.write({ table: tables.pages, key, set, condition: 'attribute_not_exists(pk)' });
      return answer.kind === 'refused' ? answer.row : undefined;
    };
    const found = await write(first);
    if (found === undefined || found['digest'] === digest) await inParallel(rest, write);
  }

  /** Strongly consistent, because a missing chunk ends a phase. */
  async readChunks(
    crawl: string,
    site: number,
    phase: Phase,
    cursor: Cursor,
    most: number,
  ): Promise<{ cursor: Cursor; entry: ChunkEntry }[]> {
    const { calls, tables } = this.base;
    const start = `${phaseKey(phase)}.`;
    const from = `${start}${pieceKey(cursor.turn, partOf(cursor.offset))}`;
    const taken: { cursor: Cursor; entry: ChunkEntry }[] = [];
    const pageSize = 1 + Math.ceil(most / entriesPerPart);
    let pieces: Uint8Array[] = [];
    for await (const row of calls.query(tables.pages, chunkPartition(crawl, site), from, `${start}:`, pageSize)) {
      pieces.push(row['bytes'] as Uint8Array);
      if (pieces.length < Number(row['of'])) continue;
      const [turn, first] = String(row['sk']).slice(start.length).split('.').map(Number);
      for (const [index, entry] of unpack(pieces).entries()) {
        const at = { turn: turn!, offset: first! + index };
        if (at.turn > cursor.turn || at.offset >= cursor.offset) taken.push({ cursor: at, entry });
      }
      pieces = [];
      if (taken.length >= most) break;
    }
    return taken.slice(0, most);
  }
}

function piecesOf(pk: string, phase: Phase, turn: number, entries: readonly ChunkEntry[]): Piece[] {
  const pieces: Piece[] = [];
  for (let first = 0; first < entries.length; first += entriesPerPart) {
    const bytes = pack(entries.slice(first, first + entriesPerPart));
    const of = Math.ceil(bytes.byteLength / pieceBytes);
    for (let piece = 0; piece < of; piece += 1) {
      const sk = `${phaseKey(phase)}.${pieceKey(turn, first)}.${padded(piece)}`;
      pieces.push({ key: { pk, sk }, bytes: bytes.subarray(piece * pieceBytes, (piece + 1) * pieceBytes), of });
    }
  }
  return pieces;
}

function pack(entries: readonly ChunkEntry[]): Uint8Array {
  const packed = entries.map(({ identity, address, foundOn, attempt, via, look, pick }): Packed => {
    const always = [identity, address, foundOn, attempt, via] as const;
    if (pick !== undefined) return [...always, look ?? null, pick];
    return look === undefined ? always : [...always, look];
  });
  return deflateRawSync(JSON.stringify(packed));
}

function unpack(pieces: readonly Uint8Array[]): ChunkEntry[] {
  const packed = JSON.parse(inflateRawSync(Buffer.concat(pieces)).toString('utf8')) as Packed[];
  return packed.map(([identity, address, foundOn, attempt, via, look, pick]) => ({
    ...{ identity, address, foundOn, attempt, via },
    ...defined({ look: look ?? undefined, pick }),
  }));
}

function digestOf(pieces: readonly Piece[]): string {
  const hash = createHash('sha256');
  for (const { bytes } of pieces) hash.update(bytes);
  return hash.digest('base64url').slice(0, 22);
}

function phaseKey({ level, round }: Phase): string {
  return `${padded(level)}.${padded(round)}`;
}

function pieceKey(turn: number, first: number): string {
  return `${padded(turn)}.${padded(first)}`;
}

/** A part is named by its first entry. */
export function partOf(offset: number): number {
  return offset - (offset % entriesPerPart);
}
