import { hash } from 'node:crypto';
import { decodeJsonHead, encodeJsonHead } from '../../domain/json-head.ts';
import { LostObject } from '../../domain/lost-object.ts';
import type { ChunkEntry } from '../../domain/protocol/crawl-state.ts';
import type { FoundAddress } from '../../domain/turn/found-address.ts';
import { decodeTurnRecord, encodeTurnRecord } from '../../domain/turn/turn-record.ts';
import type { SavedTraversal, TraversalSlice } from '../../ports/page-ports.ts';
import type { ObjectStore } from '../../ports/ports.ts';
import type { PageResult } from '../fetch/fetch-politely.ts';

type Objects = Pick<ObjectStore, 'get' | 'list' | 'put' | 'remove'>;

interface SliceHead {
  /** Name of the slice before; empty for the first one. */
  readonly after: string;
  readonly found: readonly FoundAddress[];
}

/** Folder of a crawl's traversals among its objects. */
const prefix = 'traversals/';
const pageName = 'page';

/**
 * The stored parts of an unfinished traversal: the page as it was loaded, and the slices. Each slice names the slice
 * before it, so a chain is complete whatever workers without a lease have stored besides. Any chain leads to the same
 * result.
 */
export class SavedSlices {
  readonly #objects: Objects;
  readonly #folder: string;
  readonly #level: number;
  #names: readonly string[] | undefined;

  /** `level`: the level of a watch's visit; 0 in a crawl. Slices of earlier visits are removed. */
  constructor(objects: Objects, site: number, url: string, level: number) {
    this.#level = level;
    this.#objects = objects;
    this.#folder = `${prefix}${site}/${hash('sha256', url).slice(0, 32)}/`;
  }

  /** The page, if its traversal has begun. */
  async page(): Promise<PageResult | undefined> {
    if (!(await this.hasPage())) return undefined;
    try {
      const { phase, entries } = decodeTurnRecord(await this.#objects.get(this.#folder + pageName));
      const result = entries[0]?.result;
      if (result?.kind === 'page' && phase.level === this.#level) return result;
      await this.remove();
      return undefined;
    } catch (error) {
      // The traversal begins again.
      if (!(error instanceof LostObject)) throw error;
      await this.remove();
      return undefined;
    }
  }

  async hasPage(): Promise<boolean> {
    return (await this.#all()).includes(pageName);
  }

  async putPage(entry: ChunkEntry, result: PageResult): Promise<void> {
    const record = { turn: 0, phase: { level: this.#level, round: 0 }, origin: '', entries: [{ entry, result }] };
    await this.#objects.put(this.#folder + pageName, encodeTurnRecord(record));
    this.#names = [...(await this.#all()), pageName];
  }

  /** The slice from which to continue; empty: there is none. */
  async last(): Promise<string> {
    return (await this.#all()).filter(name => name !== pageName).at(-1) ?? '';
  }

  /** The name of a slice after `last`. */
  nameAfter(last: string, attempt: string): string {
    const number = last === '' ? 1 : Number.parseInt(last, 10) + 1;
    return `${String(number).padStart(8, '0')}-${attempt}`;
  }

  /** Reads the slices up to `last`. Undefined: there are none, or one is lost, and then all are removed. */
  async read(last: string): Promise<SavedTraversal | undefined> {
    if (last === '') return undefined;
    try {
      const { checkpoint, heads } = await this.#chain(last);
      return { checkpoint, found: heads.toReversed().flatMap(({ found }) => found) };
    } catch (error) {
      if (!(error instanceof LostObject)) throw error;
      for (const name of await this.#all()) if (name !== pageName) await this.#objects.remove(this.#folder + name);
      this.#names = [pageName];
      return undefined;
    }
  }

  async #chain(last: string): Promise<{ readonly checkpoint: Uint8Array; readonly heads: readonly SliceHead[] }> {
    const heads: SliceHead[] = [];
    let checkpoint: Uint8Array | undefined;
    for (let name = last; name !== ''; name = heads.at(-1)!.after) {
      const { head, end, buffer } = decodeJsonHead<SliceHead>(await this.#objects.get(this.#folder + name));
      checkpoint ??= buffer.subarray(end);
      heads.push(head);
    }
    return { checkpoint: checkpoint ?? new Uint8Array(0), heads };
  }

  async put(
    name: string,
    after: string,
    { checkpoint, found }: Required<Pick<TraversalSlice, 'checkpoint' | 'found'>>,
  ) {
    await this.#objects.put(this.#folder + name, [...encodeJsonHead({ after, found }), checkpoint]);
    this.#names = [...(await this.#all()), name];
  }

  /** Removes the slices after the page is committed. */
  async remove(): Promise<void> {
    for (const name of await this.#objects.list(this.#folder)) await this.#objects.remove(name);
    this.#names = [];
  }

  async #all(): Promise<readonly string[]> {
    this.#names ??= (await this.#objects.list(this.#folder)).map(name => name.slice(this.#folder.length)).sort();
    return this.#names;
  }
}
