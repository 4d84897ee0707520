import { hash } from 'node:crypto';
import { textKeyOf } from '../store/text-key.ts';

/** By the key of a text: the addresses that had it, as short hashes. The texts that were seen last are at the end. Plain data. */
export type SeenTexts = Readonly<Record<string, readonly string[]>>;

const mostTexts = 200;
/** Addresses of a text; more say no more. */
const mostAddresses = 6;

/** Which addresses of a source have had the same text. */
export class SharedTexts {
  readonly #seen: Map<string, readonly string[]>;

  constructor(seen: SeenTexts = {}) {
    this.#seen = new Map(Object.entries(seen));
  }

  add(identity: string, text: string): void {
    if (text === '') return;
    const key = keyOf(text);
    const addresses = new Set([...(this.#seen.get(key) ?? []), shortOf(identity)]);
    this.#seen.delete(key);
    this.#seen.set(key, [...addresses].slice(0, mostAddresses));
  }

  /** Addresses beside this one that had the text. */
  others(identity: string, text: string): number {
    const own = shortOf(identity);
    return (this.#seen.get(keyOf(text)) ?? []).filter(each => each !== own).length;
  }

  get seen(): SeenTexts {
    return Object.fromEntries([...this.#seen].slice(-mostTexts));
  }
}

function keyOf(text: string): string {
  return textKeyOf('', text).slice(0, 16);
}

function shortOf(identity: string): string {
  return hash('sha256', identity).slice(0, 8);
}
