import type { CheerioAPI } from 'cheerio';

/** A page as an analyzer sees it. */
export interface AnalyzedPage {
  /** Identity. */
  readonly url: string;
  readonly level: number;
  /** Decoded text of the body. */
  html(): string;
  /** The parsed tree (cheerio), built when first asked for. */
  tree(): CheerioAPI;
}

/**
 * Looks at every node once, while it is parsed. Chosen by name in the spec. What it returns (plain JSON; nothing for
 * `undefined`) becomes a line of `reports/<host>.<name>.jsonl`. Must be a function of the page alone: a turn may be
 * parsed twice.
 */
export interface PageAnalyzer {
  readonly name: string;
  analyze(page: AnalyzedPage): unknown;
}
