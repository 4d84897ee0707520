import { isBudgetPage } from '../domain/classify-answer.ts';
import type { Counters } from '../domain/crawl-state.ts';
import type { ReadTurn } from '../domain/turn-reader.ts';
import type { TurnRecord } from '../domain/turn-record.ts';
import type { TurnClaims } from './claim-turn.ts';

/** What a turn adds to its site's live counters. The result files count anew from segments and claims. */
export function countTurn({ entries }: TurnRecord, { segment }: ReadTurn, claims: TurnClaims): Counters {
  const { pages, bads } = segment;
  const ended = (kind: string): number => pages.filter(({ outcome }) => outcome.kind === kind).length;
  const sum = (of: (page: (typeof pages)[number]) => number): number =>
    pages.reduce((total, page) => total + of(page), 0);
  return {
    queued: claims.queued,
    taken: entries.length,
    pages: entries.filter(({ result }) => isBudgetPage(result)).length,
    nodes: ended('node'),
    redirects: ended('redirect'),
    duplicates: ended('duplicate'),
    skipped: ended('skipped') + claims.refused,
    retries: ended('retry'),
    bytes: entries.reduce((total, { result }) => total + (result.kind === 'page' ? result.body.byteLength : 0), 0),
    links: sum(({ page }) => page?.links.internal ?? 0),
    externalLinks: sum(({ page }) => page?.externalLinks ?? 0),
    newExternalLinks: claims.newExternals.length,
    badLinks: bads.reduce((total, { count }) => total + count, 0),
  };
}

/**
 * New external links of each page that counts in a budget, in page order (design section 5): each counts for the page of
 * the turn that holds it first. What an entry won that is no such page, as by a redirect, is nobody's reward.
 */
export function rewardsOf({ entries }: TurnRecord, { newExternals }: TurnClaims): readonly number[] {
  const won = entries.map(() => 0);
  for (const page of newExternals) won[page] = won[page]! + 1;
  return won.filter((_, page) => isBudgetPage(entries[page]!.result));
}
