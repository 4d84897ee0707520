/**
 * Pages of publications as they were fetched, kept for some days: they are read again without a request. The publications of a turn are
 * one object, `kept-<days>/<day>/<source>.<turn>.<bytes>` (docs/formats/watch.md). Names are in the order of the turns of a day.
 */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { dayOf } from '../../../domain/instant.ts';
import { decodeJsonHead, encodeJsonHead } from '../../../domain/json-head.ts';
import { keepPagesByDefault, keptDays } from '../../../domain/protocol/kept-days.ts';
import type { ObjectStore } from '../../../ports/ports.ts';
import type { ItemHint } from '../store/item-hint.ts';

export interface KeptPage {
  /** Of the publication. */
  readonly identity: string;
  /** Of the page, after redirects. */
  readonly address: string;
  /** When it was requested, epoch ms: the version that it gave was seen then. */
  readonly at: number;
  readonly contentType: string;
  /** An entry names the page as a publication, or the page was known as a publication. */
  readonly isNamed: boolean;
  /** The hint of the entry. */
  readonly hint?: ItemHint;
  /** Further pages of its article follow, which are not kept. */
  readonly goesOn?: true;
  readonly body: Uint8Array;
}

/** A page is 16 MB at most where nobody raised the bound, and a turn has some pages. */
const mostDecodedBytes = 1 << 30;
/** All pages that one machine keeps of a watch: the oldest go first. */
const mostKeptBytes = 4 * 2 ** 30;
const dayMs = 86_400_000;

interface KeptHead {
  readonly version: 1;
  readonly pages: readonly (Omit<KeptPage, 'body'> & { readonly body: number })[];
}

export function encodeKept(pages: readonly KeptPage[]): Uint8Array {
  const stored = pages.map(({ body, ...page }) => ({ ...page, body: body.byteLength }));
  const head = encodeJsonHead({ version: 1, pages: stored } satisfies KeptHead);
  return zstdCompressSync(Buffer.concat([...head, ...pages.map(({ body }) => body)]));
}

/** Throws where the bytes are no kept pages. */
export function decodeKept(bytes: Uint8Array): readonly KeptPage[] {
  const plain = zstdDecompressSync(bytes, { maxOutputLength: mostDecodedBytes });
  const { head, end, buffer } = decodeJsonHead<KeptHead>(plain);
  if (head.version !== 1) throw new Error(`version ${head.version} of kept pages is not known`);
  let at = end;
  return head.pages.map(({ body, ...page }) => {
    at += body;
    if (!(body >= 0 && at <= buffer.byteLength)) throw new Error('kept pages are cut short');
    return { ...page, body: buffer.subarray(at - body, at) };
  });
}

export interface KeptTurn {
  readonly source: number;
  readonly turn: number;
  /** When it was fetched, epoch ms. */
  readonly at: number;
}

type Objects = Pick<ObjectStore, 'put' | 'list' | 'remove'>;

/** Keeps the pages of turns. `forgets`: the store removes old objects by itself. `mostBytes`: compressed, of a store that does not. */
export class PageKeeper {
  private readonly objects: Objects;
  private readonly days: number;
  private readonly forgets: boolean;
  private readonly mostBytes: number;
  private sweptDay = '';
  private bytes = 0;

  constructor(objects: Objects, days = keepPagesByDefault, forgets = false, mostBytes = mostKeptBytes) {
    this.objects = objects;
    this.days = days;
    this.forgets = forgets;
    this.mostBytes = mostBytes;
  }

  /** A repeat writes the same object. */
  async keep({ source, turn, at }: KeptTurn, pages: readonly KeptPage[]): Promise<void> {
    if (!this.forgets) await this.sweep(at);
    if (this.days === 0 || pages.length === 0) return;
    const bytes = encodeKept(pages);
    this.bytes += bytes.byteLength;
    const name = `${folderOf(this.days, dayOf(at))}${padded(source)}.${padded(turn)}.${bytes.byteLength}`;
    await this.objects.put(name, [bytes]);
  }

  /** Once a day, and where there are too many bytes. */
  private async sweep(at: number): Promise<void> {
    const today = dayOf(at);
    if (this.sweptDay === today && this.bytes <= this.mostBytes) return;
    this.sweptDay = today;
    const first = dayOf(at - this.days * dayMs);
    this.bytes = 0;
    for (const name of (await this.namesNewestFirst()).filter(each => bytesOf(each) >= 0)) {
      const isKept = this.days > 0 && dayIn(name) >= first && this.bytes + bytesOf(name) <= this.mostBytes;
      if (isKept) this.bytes += bytesOf(name);
      else await this.objects.remove(name);
    }
  }

  private async namesNewestFirst(): Promise<readonly string[]> {
    const names = await Promise.all(keptDays.map(async days => await this.objects.list(`kept-${days}/`)));
    return names.flat().toSorted((a, b) => (dayIn(a) < dayIn(b) ? 1 : -1));
  }
}

export interface KeptQuery {
  readonly days: number | undefined;
  readonly now: number;
  /** Number of one source. */
  readonly source?: number;
  /** Kept from this instant on, epoch ms. */
  readonly since?: number;
  /** A name: those behind it. */
  readonly after?: string;
}

/** Names of what is kept, the oldest first; days are listed as they are needed. */
export async function* keptNames(
  objects: Pick<ObjectStore, 'list'>,
  { days = keepPagesByDefault, now, source, since = 0, after = '' }: KeptQuery,
): AsyncGenerator<string> {
  const begin = Math.max(since, now - days * dayMs);
  for (let at = Math.max(begin, after === '' ? 0 : Date.parse(dayIn(after))); dayOf(at) <= dayOf(now); at += dayMs) {
    const of = source === undefined ? '' : `${padded(source)}.`;
    for (const name of await objects.list(`${folderOf(days, dayOf(at))}${of}`)) if (name > after) yield name;
  }
}

export function isKeptName(value: unknown): value is string {
  const isLike = typeof value === 'string' && /^kept-\d{1,3}\/\d{4}-\d\d-\d\d\/\d{9}\.\d{9}\.\d{1,10}$/.test(value);
  return isLike && Number.isFinite(Date.parse(dayIn(value)));
}

/** Of a name. */
export function sourceIn(name: string): number {
  return Number(/\/(\d+)\.\d+\.\d+$/.exec(name)?.[1]);
}

function folderOf(days: number, day: string): string {
  return `kept-${keptDays.find(each => each >= days) ?? keptDays.at(-1)}/${day}/`;
}

function dayIn(name: string): string {
  return name.split('/')[1] ?? '';
}

function bytesOf(name: string): number {
  return Number(/\.(\d+)$/.exec(name)?.[1] ?? -1);
}

function padded(number: number): string {
  return String(number).padStart(9, '0');
}
