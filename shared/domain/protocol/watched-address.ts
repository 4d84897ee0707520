/**
 * What a watch looks at again and again: the entries of a source, in the order in which a visit looks at them, and
 * publications that may have changed. A `traversal` is a page that is clicked through.
 */
export const watchedKinds = ['feed', 'sitemap', 'page', 'traversal', 'publication'] as const;
export type WatchedKind = (typeof watchedKinds)[number];

/** An address of a site that a watch looks at again and again. */
export interface WatchedAddress {
  /** Normalized URL. */
  readonly identity: string;
  /** The address to request. */
  readonly address: string;
  readonly kind: WatchedKind;
  /** Instant of the next look, wall clock, ms; `Infinity`: it is switched off. */
  readonly due: number;
  /** Fields of the next request, which request what has changed since. Names in lower case. */
  readonly fields: Readonly<Record<string, string>>;
  /** What the watch remembers of it, as JSON. The engine does not read it. */
  readonly state: string;
}

/** What a chunk entry says of the look that it is. */
export interface EntryLook extends Pick<WatchedAddress, 'kind' | 'fields'> {
  /** Identity of the watched address; redirects may have led elsewhere. */
  readonly of: string;
}

/** Media types of feeds and sitemaps, and those that servers send in their place. */
const documentTypes: ReadonlySet<string> = new Set([
  ...['rss', 'atom', 'rdf', 'feed', 'xhtml'].map(name => `application/${name}+xml`),
  ...['application/feed+json', 'application/json', 'application/xml', 'text/xml', 'text/rss+xml', 'text/plain', ''],
  ...['application/gzip', 'application/x-gzip', 'application/octet-stream'],
]);

/** Media types that are pages for an entry, beside text/html. */
export function typesOfLook(look: EntryLook | undefined, others: ReadonlySet<string>): ReadonlySet<string> {
  return look?.kind === 'feed' || look?.kind === 'sitemap' ? documentTypes : others;
}

/** What a watch writes together with a parsed turn. */
export interface WatchChanges {
  /** Rows that are there are replaced; others are added. */
  readonly watched: readonly WatchedAddress[];
  /** Only if the site does not have them. */
  readonly added: readonly WatchedAddress[];
  /** Identities that nobody looks at any more. */
  readonly ended: readonly string[];
  /** What the watch remembers of the site, as JSON; absent: as before. */
  readonly memory?: string;
}

/** Looks of one visit; the rest is due at once after it. */
export const mostLooks = 500;

/** In the order of their kinds, then of their instants. */
export function visitOrder(addresses: readonly WatchedAddress[]): readonly WatchedAddress[] {
  return addresses.toSorted(
    (a, b) =>
      watchedKinds.indexOf(a.kind) - watchedKinds.indexOf(b.kind) ||
      a.due - b.due ||
      (a.identity < b.identity ? -1 : 1),
  );
}
