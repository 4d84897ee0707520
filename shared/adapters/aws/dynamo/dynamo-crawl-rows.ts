/**
 * A crawl in two places: its state, a small item that is read often, and its spec, which may hold thousands of sites.
 * A spec is named by its hash and never changes, so one that was read need not be read again.
 */
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { CrawlRow, FinishReason, StopReason } from '../../../domain/protocol/crawl-state.ts';
import type { ResolvedSpec } from '../../../domain/spec/crawl-spec.ts';
import { type DynamoCalls, inParallel } from './calls/dynamo-calls.ts';
import { type Row, specKey, type Value } from './calls/dynamo-tables.ts';
import type { Write } from './calls/dynamo-write.ts';

/** An item holds 400 KB. */
const pieceBytes = 300_000;
const mostSpecs = 32;

export interface SpecName {
  readonly specHash: string;
  readonly specPieces: number;
}

export class DynamoSpecs {
  private readonly calls: DynamoCalls;
  private readonly table: string;
  private readonly known = new Map<string, ResolvedSpec>();

  constructor(calls: DynamoCalls, table: string) {
    this.calls = calls;
    this.table = table;
  }

  /** A repeat writes the same. */
  async write(crawl: string, spec: ResolvedSpec, ttl: number | undefined): Promise<SpecName> {
    const bytes = deflateRawSync(JSON.stringify(spec));
    const specHash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    const pieces = Array.from({ length: Math.ceil(bytes.byteLength / pieceBytes) }, (_, index) =>
      bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
    );
    await inParallel(pieces, async (piece, index) => {
      const key = specKey(crawl, specHash, index);
      await this.calls.write({ table: this.table, key, ...expiring({ piece }, ttl) });
    });
    return { specHash, specPieces: pieces.length };
  }

  async read(crawl: string, { specHash, specPieces }: SpecName): Promise<ResolvedSpec> {
    const name = `${crawl} ${specHash}`;
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const keys = Array.from({ length: specPieces }, (_, index) => specKey(crawl, specHash, index));
    const pieces = await this.calls.readAll(this.table, keys, true);
    const bytes = pieces.map((piece, index) => {
      if (piece === undefined) throw new Error(`piece ${index} of the spec ${specHash} of crawl ${crawl} is missing`);
      return piece['piece'] as Uint8Array;
    });
    const spec = JSON.parse(inflateRawSync(Buffer.concat(bytes)).toString('utf8')) as ResolvedSpec;
    if (this.known.size >= mostSpecs) this.known.clear();
    this.known.set(name, spec);
    return spec;
  }
}

/** `ttl`: undefined for items that never expire, which also removes an earlier expiry. */
function expiring(
  set: Readonly<Record<string, Value | undefined>>,
  ttl: number | undefined,
): Pick<Write, 'set' | 'remove'> {
  return ttl === undefined ? { set, remove: ['#ttl'] } : { set: { ...set, ttl } };
}

/** Tables have no files that could be damaged. */
export function crawlAttributes(crawl: CrawlRow, spec: SpecName): Record<string, Value | undefined> {
  const { id: _, spec: __, damages: ___, ...rest } = crawl;
  return { ...rest, ...spec };
}

export function specNameOf(row: Row): SpecName {
  return { specHash: String(row['specHash']), specPieces: Number(row['specPieces']) };
}

export function crawlOf(id: string, row: Row, spec: ResolvedSpec): CrawlRow {
  return {
    id,
    spec,
    state: row['state'] as CrawlRow['state'],
    startedAt: Number(row['startedAt']),
    ...(row['ranMs'] !== undefined && { ranMs: Number(row['ranMs']) }),
    ...(row['runStartedAt'] !== undefined && { runStartedAt: Number(row['runStartedAt']) }),
    ...(row['deadline'] !== undefined && { deadline: Number(row['deadline']) }),
    ...(row['stop'] !== undefined && { stop: row['stop'] as StopReason }),
    ...(row['stopCause'] !== undefined && { stopCause: String(row['stopCause']) }),
    activeSites: Number(row['activeSites']),
    ...(row['deletions'] !== undefined && { deletions: Number(row['deletions']) }),
    ...(row['finishReason'] !== undefined && { finishReason: row['finishReason'] as FinishReason }),
    ...(row['finishedAt'] !== undefined && { finishedAt: Number(row['finishedAt']) }),
  };
}
