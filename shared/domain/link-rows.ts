/** The tables of links that people look at: what a row shows and what may be requested. */

import type { LinkType } from './link-type.ts';
import type { SkipReason } from './skip-reason.ts';

export type LinkKind = 'internal' | 'external' | 'bad';

/** An internal link is `waiting`, `skipped` with its reason, or done: `node`, `redirect`, `duplicate`. */
export const linkStatuses = ['waiting', 'node', 'redirect', 'duplicate', 'skipped'] as const;
export type LinkStatus = (typeof linkStatuses)[number];

/** Which rows are wanted. */
export interface LinkFilter {
  readonly site?: number;
  /** Part of the address or text, in any case of ASCII letters. */
  readonly text?: string;
  /** A host, or a domain with its sub-domains, that the address is of. */
  readonly domain?: string;
  readonly level?: number;
  /** Of internal links. */
  readonly status?: LinkStatus;
  /** Of internal and external links. */
  readonly type?: LinkType;
  /** Those that a person deleted, instead of all others. */
  readonly deleted?: true;
}

export interface LinkQuery extends LinkFilter {
  /** Rows behind this one. */
  readonly after?: LinkKey;
  readonly most: number;
}

/** What the rows of each kind may be sorted by: members of a row. */
export const linkSorts = {
  internal: ['link', 'site', 'level', 'status', 'page', 'type'],
  external: ['link', 'site', 'level', 'anchor', 'occurrences', 'page', 'type'],
  bad: ['link', 'site', 'level', 'reason', 'page'],
} as const satisfies Readonly<Record<LinkKind, readonly (keyof LinkRow)[]>>;
export type LinkSort = (typeof linkSorts)[LinkKind][number];

/** Rows in another order than that of their keys, from the row `from` (counted from 0) on. What has no value comes last. */
export interface SortedLinkQuery extends LinkFilter {
  readonly sort: LinkSort;
  readonly isDescending: boolean;
  readonly from: number;
  readonly most: number;
}

/** Over all rows that a filter leaves. */
export interface LinkTotals {
  readonly links: number;
  /** Of external links. */
  readonly occurrences?: number;
}

/** External links to one registrable domain, or to a host that has none. */
export interface LinkDomain {
  readonly domain: string;
  /** Distinct addresses, counted once for each site that links to them. */
  readonly links: number;
  readonly occurrences: number;
  /** Sites of the crawl that link there. */
  readonly sites: number;
}

/** The host of an http or https address without its port, in the order of the text alone: nothing is parsed. */
export function hostOfLink(link: string): string {
  const start = link.indexOf('://') + 3;
  const end = link.indexOf('/', start);
  const authority = link.slice(start, end < 0 ? undefined : end);
  return authority.replace(/:\d*$/, '');
}

/** Whether `link` is an address of the host `domain`, or of a sub-domain. */
export function isOfDomain(link: string, domain: string): boolean {
  const host = hostOfLink(link);
  return host === domain || host.endsWith(`.${domain}`);
}

/** Names a row: the site and the normalized address, or the text of a bad link. */
export interface LinkKey {
  readonly site: number;
  readonly key: string;
}

export interface LinkRow {
  readonly site: number;
  /** Normalized address, or the text of a bad link as it was found. */
  readonly link: string;
  /** Identity of the first page, in page order, that held it; `''` for a start page. */
  readonly page: string;
  /** Of the link where it is internal, else of that page. */
  readonly level: number;
  /** Of internal links. */
  readonly status?: LinkStatus;
  /** Why an internal link was skipped, or why a bad link is none. */
  readonly reason?: SkipReason | string;
  /** Of the first link there, in page order; absent if that page was not loaded in a browser. */
  readonly type?: LinkType;
  /** Anchor text of an external link. */
  readonly anchor?: string;
  /** Of external links, so far; absent if the place counts them at the end only. */
  readonly occurrences?: number;
}

export interface LinkPage {
  readonly links: readonly LinkRow[];
  /** Where the next page begins; absent at the end. A page may be shorter than requested and still have a next one. */
  readonly next?: LinkKey;
}
