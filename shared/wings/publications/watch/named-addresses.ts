import type { NamedAddress } from '../../../steps/parse/source-reader.ts';
import { withoutWww } from '../finding/publication-rules.ts';
import type { ItemHint } from './source-memory.ts';

interface Naming {
  readonly origin: string;
  belongs(address: string): boolean;
  normalize(url: URL): string;
}

/** Addresses that the entries of a turn name, each once. */
export class NamedAddresses {
  readonly #naming: Naming;
  readonly #named = new Map<string, NamedAddress>();
  readonly #elsewhere = new Map<string, number>();
  readonly hints = new Map<string, ItemHint>();

  constructor(naming: Naming) {
    this.#naming = naming;
  }

  /** Answers the identity; undefined for an address of another origin. `page`: index of the entry that names it. */
  add(address: string, page: number, hint: ItemHint = {}): string | undefined {
    const own = this.#own(address);
    const identity = this.#naming.normalize(new URL(own));
    if (!this.#naming.belongs(own)) {
      if (!this.#elsewhere.has(identity)) this.#elsewhere.set(identity, page);
      return undefined;
    }
    if (!this.#named.has(identity)) this.#named.set(identity, { identity, address: own, page });
    if (Object.keys(hint).length > 0 && !this.hints.has(identity)) this.hints.set(identity, hint);
    return identity;
  }

  get named(): readonly NamedAddress[] {
    return [...this.#named.values()];
  }

  get elsewhere(): readonly { readonly identity: string; readonly page: number }[] {
    return [...this.#elsewhere].map(([identity, page]) => ({ identity, page }));
  }

  /** Feeds and sitemaps name a host with and without `www.`; the source has one of them, which is asked. */
  #own(address: string): string {
    const url = new URL(address);
    const origin = new URL(this.#naming.origin);
    if (url.host === origin.host || withoutWww(url.host) !== withoutWww(origin.host)) return address;
    url.host = origin.host;
    url.protocol = origin.protocol;
    return url.href;
  }
}
