/** What the sitemaps of a site list, as it is stored with the crawl. */

/** An address as a sitemap has it. */
export interface ListedAddress {
  /** Absolute, not normalized. */
  readonly address: string;
  /** Index into `files`. */
  readonly file: number;
  /** `lastmod`, ISO 8601 in UTC. */
  readonly modified?: string;
}

export interface ListedAddresses {
  /** Addresses of the sitemaps that were read, in the order in which they were requested. */
  readonly files: readonly string[];
  /** Each address once. */
  readonly addresses: readonly ListedAddress[];
}

/** Name of the object that has what is listed for a site. */
export function listedName(site: number): string {
  return `sitemaps/${site}`;
}

export function encodeListed(listed: ListedAddresses): Uint8Array {
  return Buffer.from(JSON.stringify(listed));
}

export function decodeListed(bytes: Uint8Array): ListedAddresses {
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as ListedAddresses;
}
