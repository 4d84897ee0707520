/**
 * Objects of a crawl, of which small turn records are items of the table of pages: most visits of a watch bring a few answers of
 * 304, and an object in S3 costs as much as eight write units.
 */

import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { LostObject } from '../../domain/lost-object.ts';
import type { ObjectStore } from '../../ports/ports.ts';
import type { DynamoCalls } from './dynamo/calls/dynamo-calls.ts';
import { recordKey } from './dynamo/calls/dynamo-tables.ts';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Deflated: from here on an object is the cheaper place. */
const mostItemBytes = 6_000;
/** As they came: more is hardly ever so small. */
const mostPlainBytes = 500_000;
/** They are needed until their turn is parsed; then they expire, for deleting costs as much as writing. */
const keptSeconds = 30 * 86_400;

interface SmallObjectsOptions {
  readonly objects: ObjectStore;
  readonly calls: DynamoCalls;
  /** Of pages. */
  readonly table: string;
  readonly crawl: string;
  readonly clock: { now(): number };
}

export class SmallObjects implements ObjectStore {
  /** S3 answers in some 20 ms. */
  readonly getsAtOnce = 16;
  private readonly options: SmallObjectsOptions;

  constructor(options: SmallObjectsOptions) {
    this.options = options;
  }

  async put(name: string, parts: readonly Uint8Array[]): Promise<void> {
    const { objects, calls, table, crawl, clock } = this.options;
    const size = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const bytes = isRecord(name) && size <= mostPlainBytes ? await deflate(Buffer.concat(parts)) : undefined;
    if (bytes === undefined || bytes.byteLength > mostItemBytes) return await objects.put(name, parts);
    const ttl = Math.ceil(clock.now() / 1000) + keptSeconds;
    await calls.write({ table, key: recordKey(crawl, name), set: { bytes, ttl } });
  }

  async get(name: string): Promise<Uint8Array> {
    const { objects, calls, table, crawl } = this.options;
    const row = isRecord(name) ? await calls.read(table, recordKey(crawl, name)) : undefined;
    if (row === undefined) return await objects.get(name);
    try {
      return await inflate(row['bytes'] as Uint8Array);
    } catch (error) {
      throw new LostObject(`record ${name}`, `is damaged: ${(error as Error).message}`, { cause: error });
    }
  }

  /** An item expires. */
  async remove(name: string): Promise<void> {
    await this.options.objects.remove(name);
  }

  async list(prefix: string): Promise<string[]> {
    return await this.options.objects.list(prefix);
  }
}

function isRecord(name: string): boolean {
  return name.startsWith('bodies/');
}
