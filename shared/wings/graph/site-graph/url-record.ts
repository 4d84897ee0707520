import type { Unchanged } from '../../../domain/protocol/classify-answer.ts';
import type { Outcome } from '../../../domain/protocol/crawl-state.ts';
import type { PageFacts } from '../../../domain/turn/page-facts.ts';
import type { PageRendering } from '../../../domain/turn/segment.ts';

/** What became of one URL, from the last turn that took it. */
export interface UrlRecord {
  readonly identity: string;
  readonly address: string;
  readonly foundOn: string;
  readonly attempts: number;
  readonly level: number;
  /** Place in page order. */
  readonly order: number;
  readonly outcome: Outcome;
  /** Absent where the page was read. */
  readonly unchanged?: Unchanged;
  /** Of nodes. */
  readonly page?: NodePage;
}

export interface NodePage {
  readonly title: string;
  readonly bytes: number;
  readonly externalLinks: number;
  readonly linksDropped: number;
  /** Where its internal links are in `CollectedSite.links`. */
  readonly links: number;
  readonly rendering?: PageRendering;
  readonly facts?: PageFacts;
  readonly signature?: string;
  readonly analyses?: Readonly<Record<string, unknown>>;
  readonly fields?: readonly string[];
  readonly hasUnreadFields?: true;
}

/** Level of pages that no click from the start page leads to. */
export const noLevel = -1;
