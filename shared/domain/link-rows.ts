/** The tables of links that people look at: their rows, filters and orders. */

import type { LinkType } from './link-type.ts';
import type { SkipReason } from './skip-reason.ts';

export type LinkKind = 'internal' | 'external' | 'bad';

/** An internal link is `waiting`, `skipped` with its reason, or done: `node`, `redirect`, `duplicate`. */
export const linkStatuses = ['waiting', 'node', 'redirect', 'duplicate', 'skipped'] as const;
export type LinkStatus = (typeof linkStatuses)[number];

export interface LinkFilter {
  readonly site?: number;
  /** A part of the address or text, in any case of ASCII letters. */
  readonly text?: string;
  /** The address must be of this host, or of this domain or its sub-domains. */
  readonly domain?: string;
  readonly level?: number;
  /** For internal links only. */
  readonly status?: LinkStatus;
  /** For internal and external links. */
  readonly type?: LinkType;
  /** Shows links that a person deleted, instead of all others. */
  readonly deleted?: true;
}

export interface LinkQuery extends LinkFilter {
  /** Only rows behind this one. */
  readonly after?: LinkKey;
  readonly most: number;
}

/** Members by which the rows of each kind may be sorted. */
export const linkSorts = {
  internal: ['link', 'site', 'level', 'status', 'page', 'type'],
  external: ['link', 'site', 'level', 'anchor', 'occurrences', 'page', 'type'],
  bad: ['link', 'site', 'level', 'reason', 'page'],
} as const satisfies Readonly<Record<LinkKind, readonly (keyof LinkRow)[]>>;
export type LinkSort = (typeof linkSorts)[LinkKind][number];

/**
 * Rows that are sorted by a value in place of their keys, from row `from` (counted from 0) on. Rows without the value
 * come last.
 */
export interface SortedLinkQuery extends LinkFilter {
  readonly sort: LinkSort;
  readonly isDescending: boolean;
  readonly from: number;
  readonly most: number;
}

/** Totals over all rows that pass a filter. */
export interface LinkTotals {
  readonly links: number;
  /** For external links only. */
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

/** The host of an http or https address without its port, cut out of the text without parsing. */
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
  /** Normalized address, or the text of a bad link as the page has it. */
  readonly link: string;
  /** Identity (normalized address) of the first page, in page order, with this link; `''` for a start page. */
  readonly page: string;
  /** Level of an internal link; else the level of that page. */
  readonly level: number;
  /** For internal links only. */
  readonly status?: LinkStatus;
  /** Why an internal link was skipped, or why a bad link is no address. */
  readonly reason?: SkipReason | string;
  /** Type of the first such link, in page order; absent if its page was not loaded in a browser. */
  readonly type?: LinkType;
  /** Anchor text of an external link. */
  readonly anchor?: string;
  /** Occurrences of an external link so far; absent if they are counted only at the end of the crawl. */
  readonly occurrences?: number;
}

/** The type in a row of a table. */
export function typeIn({ type }: Readonly<Record<string, unknown>>): Pick<LinkRow, 'type'> {
  return typeof type === 'string' ? { type: type as LinkType } : {};
}

export interface LinkPage {
  readonly links: readonly LinkRow[];
  /**
   * Key for the next page of rows; absent at the end. A page may be shorter than requested even if more rows follow.
   */
  readonly next?: LinkKey;
}
