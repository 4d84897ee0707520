import type { ResolvedSpec } from './crawl-spec.ts';

export type KindName = 'crawl' | 'watch';

/** The differences between kinds of crawls for everything that runs them. */
export interface CrawlKind {
  readonly name: KindName;
  /**
   * A site ends when nothing is left to request, or its host does not answer for long. Otherwise it rests until something is due
   * again, and its host is awaited, however long.
   */
  readonly ends: boolean;
  /** Addresses are requested again and again: what an earlier visit was answered is no answer any more. */
  readonly looksAgain: boolean;
  /** Turns leave segments, from which files and figures of sites are written. */
  readonly hasSegments: boolean;
  /** The content of a page depends on when it was requested. */
  readonly readsInstants: boolean;
}

const kinds: Readonly<Record<KindName, CrawlKind>> = {
  crawl: { name: 'crawl', ends: true, looksAgain: false, hasSegments: true, readsInstants: false },
  watch: { name: 'watch', ends: false, looksAgain: true, hasSegments: false, readsInstants: true },
};

export function kindOf({ watch }: Pick<ResolvedSpec, 'watch'>): CrawlKind {
  return kinds[watch === undefined ? 'crawl' : 'watch'];
}
