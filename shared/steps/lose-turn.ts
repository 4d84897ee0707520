import type { LostTurn, SiteRow } from '../domain/protocol/crawl-state.ts';
import { dueAfter } from '../domain/protocol/protocol.ts';
import type { Loss, Losses } from '../ports.ts';

/** What is to be noted of a lost turn: it is given up where its site fetches no more, or nobody knows what it had taken. */
export async function lossOf(
  store: Pick<Losses, 'readTaken'>,
  { crawl, site, status }: SiteRow,
  { turn, what, why }: Pick<LostTurn, 'turn' | 'what' | 'why'>,
  now: number,
): Promise<Loss> {
  // A site that has ended is taken up again for the sake of a segment.
  const isFetched = what === 'bodies' ? status === 'active' : status !== 'removed' && status !== 'same-as';
  const canFetch = isFetched && (await store.readTaken(crawl, site, turn)) !== undefined;
  return { lost: { turn, what, why, state: canFetch ? 'open' : 'given-up' }, due: dueAfter(now) };
}
