import type { CheerioAPI } from 'cheerio';
import type { PageHeaders } from '../http/fetch-answer.ts';

/** A page as an analyzer sees it. */
export interface AnalyzedPage {
  /** Identity. */
  readonly url: string;
  readonly level: number;
  /** The Content-Type header as sent. */
  readonly contentType: string;
  /** A header that is kept of the answer, as sent. */
  header(name: Exclude<keyof PageHeaders, 'date'>): string | undefined;
  /** Decoded text of the body. */
  html(): string;
  /**
   * The parsed tree (cheerio) of the first 4 million characters, built at the first call. It is empty if it would cost
   * too much memory (`tree-budget.ts`). `html` has all of the text.
   */
  tree(): CheerioAPI;
}

/**
 * Reads every node (a page of the graph) once, while it is parsed. The spec names it. Its results may depend on the
 * page alone, because a turn may be parsed twice.
 */
export interface PageAnalyzer {
  readonly name: string;
  /**
   * Media types (`text/css`) that become nodes besides `text/html`. The links of such a node come from `links` alone.
   * Addresses with an extension of `--extensions` are not fetched even so.
   */
  readonly reads?: readonly string[];
  /** Returns plain JSON, which becomes a line of `reports/<host>.<name>.jsonl`; `undefined` gives no line. */
  analyze?(page: AnalyzedPage): unknown;
  /**
   * Further addresses of the page, absolute or relative to its base. Each counts as a link of an `a` element, after the
   * links of the document.
   */
  links?(page: AnalyzedPage): Iterable<string>;
}

/** Media types that are pages for these analyzers, in lower case. */
export function pageTypesOf(analyzers: readonly Pick<PageAnalyzer, 'reads'>[]): ReadonlySet<string> {
  return new Set(analyzers.flatMap(({ reads = [] }) => reads.map(type => type.toLowerCase())));
}
