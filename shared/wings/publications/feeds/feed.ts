import type { TimeOptions } from '../times/believed-time.ts';
import type { StatedTime } from '../times/stated-time.ts';

/** The entry of a feed about one publication. */
export interface FeedItem {
  /** Absolute, http or https, without its fragment. */
  readonly address: string;
  /** The feed's own name of the item. */
  readonly id?: string;
  readonly title?: string;
  readonly published?: StatedTime;
  readonly updated?: StatedTime;
  readonly authors: readonly string[];
  /** Plain text. */
  readonly summary?: string;
  readonly categories: readonly string[];
}

/** Why something of a feed was left out or not taken as it is; all are counted, none ends the reading. */
export type FeedFault =
  /** Items without an address; with one that is no http address; with the address of an item before. */
  | 'no-address'
  | 'bad-address'
  | 'repeated'
  /** Dates that are none; too far ahead; before the Web. Items stay, without the date. */
  | 'bad-date'
  | 'future-date'
  | 'old-date'
  /** Of a JSON Feed: an item that is no object. */
  | 'bad-item'
  /** Items between the first and the last that are kept. */
  | 'too-many'
  /** Texts that were cut, or left out once the feed's texts took too much. */
  | 'cut-text'
  /** Tags that do not fit, once per feed; an end that is missing: the item under way is left out. */
  | 'malformed'
  | 'truncated'
  /** The document defines its own entities, once per feed: they are left as they are written. */
  | 'entities'
  /** The document is in another encoding than it says, once per feed. */
  | 'encoding';

export type FeedFaults = Readonly<Partial<Record<FeedFault, number>>>;

export interface Feed {
  readonly kind: 'rss' | 'rdf' | 'atom' | 'json-feed' | 'telegram';
  readonly title?: string;
  /** The page that the feed is of. */
  readonly home?: string;
  readonly language?: string;
  /** In the order of the feed. */
  readonly items: readonly FeedItem[];
  /** How long the feed asks to be left alone after a look, minutes. */
  readonly ttlMinutes?: number;
  /** Hours of a day (UTC) and days of the week (0 is Sunday) in which the feed asks to be left alone. */
  readonly skipHours: readonly number[];
  readonly skipDays: readonly number[];
  /** The address of older items (RFC 5005; `next_url` of a JSON Feed; `?before=` of a Telegram channel). */
  readonly next?: string;
  readonly faults: FeedFaults;
}

/** The kind of a document that is no feed. */
export type NoFeed = 'empty' | 'html' | 'sitemap' | 'xml' | 'json' | 'text' | 'binary';

export type FeedReading = Feed | { readonly kind: 'none'; readonly why: NoFeed };

export interface FeedOptions extends TimeOptions {
  /** The address that answered, against which addresses of the feed resolve. */
  readonly base: string;
  readonly contentType: string;
  /** Items kept, half of them from each end of the feed: the newest are at either end. */
  readonly mostItems?: number;
}
