/**
 * A change of the store of publications before the change is made. Items are read from the table, new items are noted, and later
 * sightings of the turn see the new items. The change becomes an object with all texts and items. Then the head of the watch
 * names the object, and from then on the change has happened. Any worker may write the items of the object out.
 */
import type { ItemKey, Row, Value } from '../dynamo/calls/dynamo-tables.ts';
import type { Marked } from './copy-log.ts';
import type { Attributes } from './publication-items.ts';

/** An item as it will be; attributes without a value are removed. */
interface NewItem {
  readonly key: ItemKey;
  readonly set: Readonly<Record<string, Value>>;
  readonly remove: readonly string[];
}

/** The content of a change's object, as JSON. Bytes are in base64, as `{"$bytes": …}`. */
export interface Change {
  readonly version: 1;
  readonly number: number;
  readonly texts: readonly string[];
  readonly items: readonly NewItem[];
}

export type ReadItem = (key: ItemKey) => Promise<Row | undefined>;

export class ChangeDraft {
  /** Number of the change; numbers count up. */
  readonly number: number;
  /** The number of the last publication, with those of this change. */
  last: number;
  readonly object: string;
  readonly marks: Marked[] = [];
  private readonly texts: string[] = [];
  private readonly items = new Map<string, { readonly key: ItemKey; readonly row: Attributes }>();
  private readonly stored = new Map<string, Row | undefined>();
  private readonly read: ReadItem;

  constructor(from: {
    readonly number: number;
    readonly last: number;
    readonly object: string;
    readonly read: ReadItem;
  }) {
    this.number = from.number;
    this.last = from.last;
    this.object = from.object;
    this.read = from.read;
  }

  get isEmpty(): boolean {
    return this.items.size === 0;
  }

  /** An item that was read already, so that many items are requested at once. */
  knows(key: ItemKey, row: Row | undefined): void {
    this.stored.set(nameOf(key), row);
  }

  /** As it is stored, or as this change leaves it. */
  async get(key: ItemKey): Promise<Row | undefined> {
    const name = nameOf(key);
    const mine = this.items.get(name);
    if (mine !== undefined) return { ...key, ...defined(mine.row) };
    if (!this.stored.has(name)) this.stored.set(name, await this.read(key));
    return this.stored.get(name);
  }

  put(key: ItemKey, row: Attributes): void {
    this.items.set(nameOf(key), { key, row });
  }

  /** The place of a text among those of the change. */
  addText(text: string): number {
    return this.texts.push(text) - 1;
  }

  encode(): Uint8Array {
    const items = [...this.items.values()].map(({ key, row }): NewItem => {
      const remove = Object.entries(row).flatMap(([name, value]) => (value === undefined ? [name] : []));
      return { key, set: defined(row), remove };
    });
    const change: Change = { version: 1, number: this.number, texts: this.texts, items };
    return Buffer.from(JSON.stringify(change, packBytes));
  }
}

/** `this` is what has the value: bytes would come as lists of numbers otherwise. */
function packBytes(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  const plain = this[key];
  return plain instanceof Uint8Array ? { $bytes: Buffer.from(plain).toString('base64') } : value;
}

export function decodeChange(bytes: Uint8Array): Change {
  return JSON.parse(Buffer.from(bytes).toString('utf8'), (_, value: unknown) => {
    const packed = (value as { $bytes?: unknown } | null)?.$bytes;
    return typeof packed === 'string' ? new Uint8Array(Buffer.from(packed, 'base64')) : value;
  }) as Change;
}

function defined(row: Attributes): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(row).filter((entry): entry is [string, Value] => entry[1] !== undefined));
}

function nameOf({ pk, sk }: ItemKey): string {
  return `${pk}\n${sk}`;
}
