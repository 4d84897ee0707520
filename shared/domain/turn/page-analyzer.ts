import type { CheerioAPI } from 'cheerio';
import type { PageHeaders } from '../http/fetch-answer.ts';

/** A page as an analyzer sees it. */
export interface AnalyzedPage {
  /** Identity. */
  readonly url: string;
  readonly level: number;
  /** The Content-Type header as sent. */
  readonly contentType: string;
  /** A header of the answer that is kept, as sent. */
  header(name: Exclude<keyof PageHeaders, 'date'>): string | undefined;
  /** Decoded text of the body. */
  html(): string;
  /**
   * The parsed tree (cheerio), built when first requested: that of the first 4 million characters, and an empty tree for a
   * page whose tree would cost too much memory (`tree-budget.ts`). `html` has all of the text.
   */
  tree(): CheerioAPI;
}

/**
 * Looks at every node once, while it is parsed. Chosen by name in the spec. What it returns must be a function of the
 * page alone: a turn may be parsed twice.
 */
export interface PageAnalyzer {
  readonly name: string;
  /**
   * Media types (`text/css`) that become nodes beside `text/html`. Such a node has no links but those of `links`.
   * Addresses with an extension that is no page's (`--extensions`) are not fetched all the same.
   */
  readonly reads?: readonly string[];
  /** Plain JSON, which becomes a line of `reports/<host>.<name>.jsonl`; nothing for `undefined`. */
  analyze?(page: AnalyzedPage): unknown;
  /**
   * Further addresses of the page, absolute or relative to its base. Each is a link occurrence like that of an `a`
   * element, after the page's own.
   */
  links?(page: AnalyzedPage): Iterable<string>;
}

/** Media types that are pages for these analyzers, in lower case. */
export function pageTypesOf(analyzers: readonly Pick<PageAnalyzer, 'reads'>[]): ReadonlySet<string> {
  return new Set(analyzers.flatMap(({ reads = [] }) => reads.map(type => type.toLowerCase())));
}
