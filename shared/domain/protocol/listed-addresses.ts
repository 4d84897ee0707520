/** Addresses in the sitemaps of a site, as they are stored with the crawl. */

export interface ListedAddress {
  /** Absolute, not normalized. */
  readonly address: string;
  /** Index into `files`. */
  readonly file: number;
  /** `lastmod`, ISO 8601 in UTC. */
  readonly modified?: string;
}

export interface ListedAddresses {
  /** Addresses of the sitemaps, in the order of their requests. */
  readonly files: readonly string[];
  /** Each address once. */
  readonly addresses: readonly ListedAddress[];
}

/** Name of the object with a site's listed addresses. */
export function listedName(site: number): string {
  return `sitemaps/${site}`;
}

export function encodeListed(listed: ListedAddresses): Uint8Array {
  return Buffer.from(JSON.stringify(listed));
}

export function decodeListed(bytes: Uint8Array): ListedAddresses {
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as ListedAddresses;
}
