import type { TimeOptions } from '../times/believed-time.ts';
import type { StatedTime } from '../times/stated-time.ts';

/** An address of a sitemap, or of an index of sitemaps. */
export interface SitemapEntry {
  /** Absolute, http or https, without its fragment. */
  readonly address: string;
  /** `lastmod`. */
  readonly modified?: StatedTime;
  /** Of a sitemap of Google News. */
  readonly news?: SitemapNews;
}

export interface SitemapNews {
  readonly title?: string;
  readonly published?: StatedTime;
  readonly language?: string;
}

/** Why something of a sitemap was left out or not taken as it is; all are counted. */
export type SitemapFault =
  | 'no-address'
  | 'bad-address'
  | 'bad-date'
  | 'future-date'
  | 'old-date'
  /** Entries beyond the most that are taken of one document. */
  | 'too-many'
  | 'malformed'
  /** The end is missing: the entry under way is left out. */
  | 'truncated'
  /** The gzip stream unpacks to more than is read. */
  | 'too-large'
  | 'bad-gzip'
  /** The document defines its own entities, which are left as they are written. */
  | 'entities'
  | 'encoding';

/** The kind of a document that is no sitemap; a feed may serve as one. `bad-gzip`: packed, and nothing of it can be unpacked. */
export type NoSitemap = 'bad-gzip' | 'empty' | 'html' | 'feed' | 'xml' | 'text' | 'binary';

export interface SitemapEnd {
  /** `text`: an address a line. */
  readonly kind: 'urlset' | 'index' | 'text';
  /** Entries that were handed over. */
  readonly entries: number;
  readonly faults: Readonly<Partial<Record<SitemapFault, number>>>;
}

export type SitemapReading = SitemapEnd | { readonly kind: 'none'; readonly why: NoSitemap };

export interface SitemapOptions extends TimeOptions {
  /** The address that answered. */
  readonly base: string;
  readonly contentType: string;
  /** Entries handed over; the protocol allows 50,000, and some sites have more. */
  readonly mostEntries?: number;
  /** Of what a gzip stream unpacks to; the protocol allows 50 MB. */
  readonly mostBytes?: number;
  /** Hears how many bytes are read, unpacked. */
  readonly sized?: (bytes: number) => void;
}
