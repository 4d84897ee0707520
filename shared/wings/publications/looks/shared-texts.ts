import { hash } from 'node:crypto';
import { textKeyOf } from '../store/text-key.ts';

/** By the key of a text: the addresses that had it (`markOf`). The texts that were seen last are at the end. Plain data. */
export type SeenTexts = Readonly<Record<string, readonly string[]>>;

const mostTexts = 200;
/** Addresses of a text; more say no more. */
const mostAddresses = 6;

/** A page with a text, as far as it may be shared. */
export interface SharingPage {
  readonly identity: string;
  readonly title: string;
  readonly text: string;
  /** YYYY-MM-DD, on which it says that it was published. */
  readonly day: string | undefined;
}

/** Which addresses of a source have had the same text. */
export class SharedTexts {
  readonly #seen: Map<string, readonly string[]>;

  constructor(seen: SeenTexts = {}) {
    this.#seen = new Map(Object.entries(seen));
  }

  add(page: SharingPage): void {
    if (page.text === '') return;
    const key = keyOf(page.text);
    const own = shortOf(page.identity);
    const before = (this.#seen.get(key) ?? []).filter(each => each.split('.', 1)[0]! !== own);
    this.#seen.delete(key);
    this.#seen.set(key, [...before, markOf(page)].slice(0, mostAddresses));
  }

  /** Addresses beside this one that had the text. With the same title on another day it is a notice that comes again. */
  others(page: SharingPage): number {
    const [own, title, day] = markOf(page).split('.');
    return (this.#seen.get(keyOf(page.text)) ?? []).filter(each => {
      const [address, itsTitle, itsDay] = each.split('.');
      const isNotice = day !== undefined && itsDay !== undefined && itsTitle === title && itsDay !== day;
      return address !== own && !isNotice;
    }).length;
  }

  get seen(): SeenTexts {
    return Object.fromEntries([...this.#seen].slice(-mostTexts));
  }
}

function keyOf(text: string): string {
  return textKeyOf('', text).slice(0, 16);
}

/** The address; of a page with a day also its title and the day. */
function markOf({ identity, title, day }: SharingPage): string {
  return [shortOf(identity), ...(day === undefined ? [] : [shortOf(title), day])].join('.');
}

function shortOf(identity: string): string {
  return hash('sha256', identity).slice(0, 8);
}
