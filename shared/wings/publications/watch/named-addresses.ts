import { atOrigin } from '../addresses.ts';
import type { ItemHint } from '../store/item-hint.ts';
import type { FoundBy } from '../store/publication-store.ts';
import type { AddressElsewhere, NamedAddress } from '../visits/source-reader.ts';
import { unseenAddress } from './recheck.ts';

interface Naming {
  /** Epoch ms. */
  readonly at: number;
  readonly origin: string;
  belongs(address: string): boolean;
  normalize(url: URL): string;
}

/** Addresses that the entries of a turn name, each once. */
export class NamedAddresses {
  readonly #naming: Naming;
  readonly #named = new Map<string, NamedAddress>();
  readonly #elsewhere = new Map<string, AddressElsewhere>();
  readonly hints = new Map<string, ItemHint>();

  constructor(naming: Naming) {
    this.#naming = naming;
  }

  /**
   * Answers the identity; undefined for an address of another origin. `page`: index of the entry that names it; `by`: what that
   * is, where it names publications only.
   */
  add(address: string, page: number, hint: ItemHint = {}, by?: FoundBy): string | undefined {
    // Feeds and sitemaps name a host with and without `www.`; the source has one of them, which is asked.
    const own = atOrigin(address, this.#naming.origin);
    const identity = this.#naming.normalize(new URL(own));
    if (!this.#naming.belongs(own)) {
      const watched = by && unseenAddress({ identity, address: own }, { at: this.#naming.at, by, hint });
      if (!this.#elsewhere.has(identity))
        this.#elsewhere.set(identity, { identity, page, ...(watched !== undefined && { watched }) });
      return undefined;
    }
    if (!this.#named.has(identity)) this.#named.set(identity, { identity, address: own, page });
    if (Object.keys(hint).length > 0 && !this.hints.has(identity)) this.hints.set(identity, hint);
    return identity;
  }

  get named(): readonly NamedAddress[] {
    return [...this.#named.values()];
  }

  get elsewhere(): readonly AddressElsewhere[] {
    return [...this.#elsewhere.values()];
  }
}
