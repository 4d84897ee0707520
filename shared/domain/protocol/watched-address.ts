import { isDeepStrictEqual } from 'node:util';

/**
 * Kinds of addresses that a watch requests again and again: the entries of a source (feeds, sitemaps, list pages) in
 * the order of a visit, and publications that may have changed. A `traversal` is a page that is clicked through.
 */
export const watchedKinds = ['feed', 'sitemap', 'page', 'traversal', 'publication'] as const;
export type WatchedKind = (typeof watchedKinds)[number];

/** An address that a watch requests again and again. */
export interface WatchedAddress {
  /** Normalized URL. */
  readonly identity: string;
  /** The address to request. */
  readonly address: string;
  readonly kind: WatchedKind;
  /** Instant of the next request, wall clock, ms; `Infinity`: switched off. */
  readonly due: number;
  /** Header fields of the next conditional request, names in lower case. */
  readonly fields: Readonly<Record<string, string>>;
  /** The watch's memory of the address, as JSON. The engine does not read it. */
  readonly state: string;
}

/** The part of a chunk entry that only looks (repeated requests of a watch) have. */
export interface EntryLook extends Pick<WatchedAddress, 'kind' | 'fields'> {
  /** Identity of the watched address; redirects may have led elsewhere. */
  readonly of: string;
  /** Identities of further watched addresses of the kind that the answer is for. */
  readonly also?: readonly string[];
}

/** Media types of feeds, and of further parts of lists. */
export const partTypes: readonly string[] = [
  ...['rss', 'atom', 'rdf', 'feed'].map(name => `application/${name}+xml`),
  ...['application/feed+json', 'application/json', 'text/json', 'application/xml', 'text/xml', 'text/rss+xml'],
];
/** Types that servers send for feeds and sitemaps by mistake, too. */
const documentTypes: ReadonlySet<string> = new Set([
  ...[...partTypes, 'application/xhtml+xml', 'text/plain', ''],
  ...['application/gzip', 'application/x-gzip', 'application/octet-stream'],
]);

/** Media types besides text/html that count as pages in this look. */
export function typesOfLook(look: EntryLook | undefined, others: ReadonlySet<string>): ReadonlySet<string> {
  return look?.kind === 'feed' || look?.kind === 'sitemap' ? documentTypes : others;
}

/** The changes that a watch writes together with a parsed turn. */
export interface WatchChanges {
  /** Replaces the rows with these identities, and adds the others. */
  readonly watched: readonly WatchedAddress[];
  /** Added only if the site does not have them. */
  readonly added: readonly WatchedAddress[];
  /** Identities that the watch does not request any more. */
  readonly ended: readonly string[];
  /** The watch's memory of the site, as JSON; absent: unchanged. */
  readonly memory?: string;
}

/** Most looks of one visit; the others are due right after it. */
export const mostLooks = 500;

/** A look at a feed, a sitemap or a list as it is sent: one answer may be for several of them. */
export function isDocumentLook(look: EntryLook | undefined): look is EntryLook {
  return look !== undefined && look.kind !== 'traversal' && look.kind !== 'publication';
}

/** Merges looks of one kind at one address. The merged look requests the whole document, unless all looks know the same version. */
export function mergedLooks<Entry extends { readonly address: string; readonly look?: EntryLook }>(
  entries: readonly Entry[],
): Entry[] {
  const groups = Map.groupBy(entries, each => (isDocumentLook(each.look) ? `${each.look.kind} ${each.address}` : each));
  return [...groups.values()].map(([first, ...others]) => {
    const look = first!.look;
    if (look === undefined || others.length === 0) return first!;
    const also = [...(look.also ?? []), ...others.flatMap(each => [each.look!.of, ...(each.look!.also ?? [])])];
    const isAlike = others.every(each => isDeepStrictEqual(each.look!.fields, look.fields));
    return { ...first!, look: { ...look, also, fields: isAlike ? look.fields : {} } };
  });
}

/** Sorts by kind, then by instant. */
export function visitOrder(addresses: readonly WatchedAddress[]): readonly WatchedAddress[] {
  return addresses.toSorted(
    (a, b) =>
      watchedKinds.indexOf(a.kind) - watchedKinds.indexOf(b.kind) ||
      a.due - b.due ||
      (a.identity < b.identity ? -1 : 1),
  );
}

/** The identity of what an entry of a turn requests: that of the watched address, where it is a look. */
export function lookedIdentity(entry: {
  readonly identity: string;
  readonly look?: { readonly of: string } | undefined;
}): string {
  return entry.look?.of ?? entry.identity;
}
