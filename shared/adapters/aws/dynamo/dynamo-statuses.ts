/**
 * Live statuses of pages, packed. A status in the claim's own item costs a write unit a page, as much as the claim. So
 * the outcomes of a turn's pages are written beside the frontier: an item for each part of a chunk, with an attribute for each turn. A claim holds its level and turn, which are those of its chunk, so a
 * reader of claims finds the item without an index.
 *
 * Only final outcomes of first tries are packed: an entry is in the first round of a level once, and is taken by one
 * turn. Retries, redirect targets and skipped pages have their status in the claim (dynamo-urls.ts), as have all pages
 * of earlier versions.
 */

import { createHash } from 'node:crypto';
import type { Cursor, Outcome, Phase, TakenEntries } from '../../../domain/protocol/crawl-state.ts';
import type { SegmentPage } from '../../../domain/turn/segment.ts';
import type { Frontier, Losses } from '../../../ports/ports.ts';
import type { DynamoBase } from './calls/dynamo-base.ts';
import { inParallel } from './calls/dynamo-calls.ts';
import { type Row, statusKey } from './calls/dynamo-tables.ts';
import { partOf } from './dynamo-chunks.ts';

export type UrlOutcome = Pick<SegmentPage, 'identity' | 'outcome' | 'attempts'>;

/** An outcome with the page's place in the frontier. */
interface PlacedOutcome extends UrlOutcome {
  readonly cursor: Cursor;
}

/**
 * Two reads find a turn's entries, and a write unit costs as much as five read units: packing fewer outcomes does not
 * pay.
 */
const worthPacking = 4;
/** For fewer pages in a part, own items cost as little. */
const worthAnItem = 2;

const hashBytes = 8;
const statusBytes = hashBytes + 1;
/** By their codes. */
const packedKinds = ['node', 'redirect', 'duplicate'] as const satisfies readonly Outcome['kind'][];
/** The attempts take four bits of a code. */
const mostAttempts = 15;

type PackedKind = (typeof packedKinds)[number];

export class DynamoStatuses {
  private readonly base: DynamoBase;
  private readonly frontier: Pick<Frontier, 'readChunks'>;
  private readonly losses: Pick<Losses, 'readTaken'>;

  constructor(
    base: DynamoBase,
    { frontier, losses }: { frontier: Pick<Frontier, 'readChunks'>; losses: Pick<Losses, 'readTaken'> },
  ) {
    this.base = base;
    this.frontier = frontier;
    this.losses = losses;
  }

  /** Writes the outcomes that can be packed, and returns the others. A repeat by the same turn writes the same. */
  async record(
    crawl: string,
    site: number,
    turn: number,
    outcomes: readonly UrlOutcome[],
  ): Promise<readonly UrlOutcome[]> {
    const fit = outcomes.filter(({ outcome, attempts }) => codeOf(outcome, attempts) !== undefined);
    if (fit.length < worthPacking) return outcomes;
    const taken = await this.losses.readTaken(crawl, site, turn);
    // Later rounds hold entries that other turns claimed.
    if (taken === undefined || taken.phase.round > 0) return outcomes;
    const placed = await this.place(crawl, site, taken, fit);
    const parts = [...Map.groupBy(placed, ({ cursor }) => `${cursor.turn}.${partOf(cursor.offset)}`).values()];
    const packed = parts.filter(part => part.length >= worthAnItem);
    await inParallel(packed, async part => await this.write(crawl, site, taken.phase, turn, part));
    const written = new Set(packed.flat().map(({ identity }) => identity));
    return outcomes.filter(({ identity }) => !written.has(identity));
  }

  /** The place of each page that the turn took from the frontier. */
  private async place(
    crawl: string,
    site: number,
    { phase, from, to }: TakenEntries,
    outcomes: readonly UrlOutcome[],
  ): Promise<PlacedOutcome[]> {
    const open = new Map(outcomes.map(each => [each.identity, each]));
    const placed: PlacedOutcome[] = [];
    for (let cursor = from; open.size > 0 && isBefore(cursor, to); ) {
      const entries = await this.frontier.readChunks(crawl, site, phase, cursor, outcomes.length);
      for (const { cursor: at, entry } of entries) {
        const outcome = open.get(entry.identity);
        if (outcome !== undefined && open.delete(entry.identity)) placed.push({ ...outcome, cursor: at });
        cursor = { turn: at.turn, offset: at.offset + 1 };
      }
      if (entries.length < outcomes.length) break;
    }
    return placed;
  }

  private async write(
    crawl: string,
    site: number,
    { level }: Phase,
    turn: number,
    part: readonly PlacedOutcome[],
  ): Promise<void> {
    const { calls, tables, ttlOfClaim } = this.base;
    const { cursor } = part[0]!;
    await calls.write({
      table: tables.pages,
      key: statusKey(crawl, site, level, cursor.turn, partOf(cursor.offset)),
      set: { ttl: ttlOfClaim() },
      assign: ['#pages = :pages'],
      values: { pages: pack(part) },
      names: { pages: `${pagesOf}${turn}` },
    });
  }

  /** Items of claims, with the packed status if the item has none. */
  async join(crawl: string, site: number, rows: readonly Row[]): Promise<Row[]> {
    const open = new Map<string, Row>();
    for (const row of rows) if (isOpen(row)) open.set(chunkOf(row), row);
    const found = new Map<string, Map<string, Row>>();
    await inParallel([...open], async ([chunk, row]) => {
      found.set(chunk, await this.read(crawl, site, Number(row['level']), Number(row['turn'])));
    });
    return rows.map(row => {
      const status = isOpen(row) ? found.get(chunkOf(row))?.get(hashOf(urlOf(row)).toString('hex')) : undefined;
      return status === undefined ? row : { ...row, ...status };
    });
  }

  /** Statuses of the links that a turn claimed at a level, by the hash of their identity. */
  private async read(crawl: string, site: number, level: number, turn: number): Promise<Map<string, Row>> {
    const { calls, tables } = this.base;
    const { pk, sk: first } = statusKey(crawl, site, level, turn, 0);
    const { sk: last } = statusKey(crawl, site, level, turn, 999_999_999);
    const statuses = new Map<string, Row>();
    for await (const row of calls.query(tables.pages, pk, first, last))
      for (const [name, value] of Object.entries(row))
        if (name.startsWith(pagesOf) && value instanceof Uint8Array)
          for (const [hash, status] of unpack(value)) statuses.set(hash, status);
    return statuses;
  }
}

function isBefore(a: Cursor, b: Cursor): boolean {
  return a.turn < b.turn || (a.turn === b.turn && a.offset < b.offset);
}

/** Names the attribute of a turn. */
const pagesOf = 'of';

/** The whole address of a claimed URL's item. */
export function urlOf(row: Row): string {
  return String(row['url'] ?? row['sk']);
}

/** Whether the claim's item has no outcome. */
function isOpen(row: Row): boolean {
  return row['status'] === 'waiting' && row['statusTurn'] === undefined;
}

function chunkOf(row: Row): string {
  return `${row['level']}.${row['turn']}`;
}

function codeOf({ kind }: Outcome, attempts: number): number | undefined {
  const code = packedKinds.indexOf(kind as PackedKind);
  return code < 0 || attempts > mostAttempts ? undefined : (code << 4) | attempts;
}

function pack(outcomes: readonly UrlOutcome[]): Uint8Array {
  const bytes = Buffer.alloc(outcomes.length * statusBytes);
  for (const [index, { identity, outcome, attempts }] of outcomes.entries()) {
    hashOf(identity).copy(bytes, index * statusBytes);
    bytes[index * statusBytes + hashBytes] = codeOf(outcome, attempts)!;
  }
  return bytes;
}

function* unpack(bytes: Uint8Array): Iterable<readonly [hash: string, status: Row]> {
  for (let at = 0; at + statusBytes <= bytes.byteLength; at += statusBytes) {
    const code = bytes[at + hashBytes]!;
    const hash = Buffer.from(bytes.subarray(at, at + hashBytes)).toString('hex');
    yield [hash, { status: packedKinds[code >> 4]!, attempts: code & mostAttempts }];
  }
}

function hashOf(identity: string): Buffer {
  return createHash('sha256').update(identity).digest().subarray(0, hashBytes);
}
