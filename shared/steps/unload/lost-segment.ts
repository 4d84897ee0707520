import type { LostObject } from '../../domain/lost-object.ts';
import type { SiteRow } from '../../domain/protocol/crawl-state.ts';
import type { Clock, Losses } from '../../ports/ports.ts';
import { lossOf } from '../lose-turn.ts';

/** Called for each lost segment; throws if the site must not be written without it. */
export type OnLost = (row: SiteRow, turn: number, lost: LostObject) => Promise<void>;

/** Notes each lost segment, so that its turn can be fetched again; its site is written without it. */
export function notingLost(store: Losses, clock: Pick<Clock, 'now'>): OnLost {
  return async (row, turn, { message: why }) => {
    const loss = await lossOf(store, row, { turn, what: 'segment', why }, clock.now());
    await store.loseTurn(row.crawl, row.site, loss);
  };
}

/** Refuses to write the site. */
export const refuseLost: OnLost = async (_row, _turn, lost) => {
  throw lost;
};
