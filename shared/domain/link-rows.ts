/** The tables of links that people look at: what a row shows and what may be asked for. */

import type { LinkType } from './link-type.ts';
import type { SkipReason } from './skip-reason.ts';

export type LinkKind = 'internal' | 'external' | 'bad';

/** An internal link is `waiting`, `skipped` with its reason, or done: `node`, `redirect`, `duplicate`. */
export const linkStatuses = ['waiting', 'node', 'redirect', 'duplicate', 'skipped'] as const;
export type LinkStatus = (typeof linkStatuses)[number];

export interface LinkQuery {
  readonly site?: number;
  /** Part of the address or text, in any case of ASCII letters. */
  readonly text?: string;
  readonly level?: number;
  /** Of internal links. */
  readonly status?: LinkStatus;
  /** Of internal and external links. */
  readonly type?: LinkType;
  /** Those that a person deleted, instead of all others. */
  readonly deleted?: true;
  /** Rows behind this one. */
  readonly after?: LinkKey;
  readonly most: number;
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
  /** Of the first link there, in page order; absent where that page was not loaded in a browser. */
  readonly type?: LinkType;
  /** Anchor text of an external link. */
  readonly anchor?: string;
  /** Of external links, so far; absent where the place counts them at the end only. */
  readonly occurrences?: number;
}

export interface LinkPage {
  readonly links: readonly LinkRow[];
  /** Where the next page begins; absent at the end. A page may be shorter than asked for and still have a next one. */
  readonly next?: LinkKey;
}
