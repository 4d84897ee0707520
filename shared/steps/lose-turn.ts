import type { LostTurn, SiteRow } from '../domain/protocol/crawl-state.ts';
import { dueAfter } from '../domain/protocol/protocol.ts';
import type { Loss, Losses } from '../ports/ports.ts';

/** The note about a lost turn. The turn is given up if its site fetches no more, or if its entries are unknown. */
export async function lossOf(
  store: Pick<Losses, 'readTaken'>,
  { crawl, site, status }: SiteRow,
  { turn, what, why }: Pick<LostTurn, 'turn' | 'what' | 'why'>,
  now: number,
): Promise<Loss> {
  // For a lost segment even a site that has ended continues.
  const isFetched = what === 'bodies' ? status === 'active' : status !== 'removed' && status !== 'same-as';
  const canFetch = isFetched && (await store.readTaken(crawl, site, turn)) !== undefined;
  return { lost: { turn, what, why, state: canFetch ? 'open' : 'given-up' }, due: dueAfter(now) };
}
