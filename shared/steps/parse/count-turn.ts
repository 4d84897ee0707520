import { isBudgetPage } from '../../domain/protocol/classify-answer.ts';
import type { Counters } from '../../domain/protocol/crawl-state.ts';
import type { ReadTurn } from '../../domain/turn/turn-reader.ts';
import type { TurnRecord } from '../../domain/turn/turn-record.ts';
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
 * Rewards of the turn's pages, in page order (DESIGN.md, "Sharing a page budget"). A new external link counts for the
 * first page of the turn that holds it. An entry that is no page of the budget, such as a redirect, has no reward.
 */
export function rewardsOf({ entries }: TurnRecord, { newExternals }: TurnClaims): readonly number[] {
  const won = entries.map(() => 0);
  for (const page of newExternals) won[page] = won[page]! + 1;
  return won.filter((_, page) => isBudgetPage(entries[page]!.result));
}
