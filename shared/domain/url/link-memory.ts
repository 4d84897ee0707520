import { detached } from './detached-string.ts';
import { LinkBytes } from './link-bytes.ts';
import type { ResolvedLink } from './resolved-link.ts';

/** Data that all pages of a folder share. */
export interface LinkFolder {
  /** Number of the folder in `LinkMemory.table`. */
  readonly number: number;
  /** Only `LinkMemory.remember` may add to it. */
  readonly texts: Map<string, ResolvedLink>;
}

/** Assumed characters of a text with its meaning; most have half as many. */
const charactersEach = 200;

/** Memory of a link resolver: texts by the folder of their base address, and one object per meaning. */
export class LinkMemory {
  readonly #folders = new Map<string, LinkFolder>();
  readonly #meanings = {
    internal: new Map<string, ResolvedLink>(),
    external: new Map<string, ResolvedLink>(),
    bad: new Map<string, ResolvedLink>(),
    ignored: new Map<string, ResolvedLink>(),
  };
  /** Texts that mean the same for every base; only `remember` may add to it. */
  readonly absolute = new Map<string, ResolvedLink>();
  /** Links by their bytes in the pages of each folder. */
  readonly table = new LinkBytes();
  #texts = 0;
  #links = 0;
  #characters = 0;

  /** Whether the memory holds more than `entries` texts or meanings, or the characters of so many. */
  holdsMoreThan(entries: number): boolean {
    if (this.#characters + this.table.bytes > entries * charactersEach) return true;
    return Math.max(this.#texts + this.table.size, this.#links) > entries;
  }

  under(folder: string): LinkFolder {
    let known = this.#folders.get(folder);
    if (known === undefined) {
      known = { number: this.#folders.size + 1, texts: new Map() };
      this.#folders.set(detached(folder), known);
      this.#texts++;
      this.#characters += folder.length;
    }
    return known;
  }

  remember(known: Map<string, ResolvedLink>, text: string, link: ResolvedLink): void {
    known.set(detached(text), link);
    this.#texts++;
    this.#characters += text.length;
  }

  /** The only object of this kind and key; `make` creates it at the first call. */
  one<Kind extends ResolvedLink['kind']>(
    kind: Kind,
    key: string,
    make: (key: string) => ResolvedLink & { kind: Kind },
  ): ResolvedLink {
    const seen = this.#meanings[kind].get(key);
    if (seen !== undefined) return seen;
    const ownKey = detached(key);
    const link = make(ownKey);
    this.#meanings[kind].set(ownKey, link);
    this.#links++;
    this.#characters += key.length;
    return link;
  }
}
