import type { LostTurn, SiteRow } from './crawl-state.ts';

/** Open turns of one site, at most; further ones are found when these are fetched again. */
const mostOpen = 100;
/** Lost turns of one site that are remembered, at most. */
const mostKnown = 1_000;

/** The lowest turn whose pages are to be fetched again. */
export function nextLost({ lost = [] }: Pick<SiteRow, 'lost'>): LostTurn | undefined {
  return lost.find(({ state }) => state === 'open');
}

/** A resume takes the site up again for the sake of its lost turns. */
export function isToFetchAgain(row: Pick<SiteRow, 'lost' | 'status'>): boolean {
  return nextLost(row) !== undefined && row.status !== 'removed' && row.status !== 'same-as';
}

export function lostTurnOf({ lost = [] }: Pick<SiteRow, 'lost'>, turn: number): LostTurn | undefined {
  return lost.find(each => each.turn === turn);
}

/** The bodies that are to be parsed next are lost: no turn of the site can be parsed before they are fetched again. */
export function isParseBlocked(row: Pick<SiteRow, 'lost' | 'pending'>): boolean {
  return lostTurnOf(row, Math.min(...row.pending.keys()))?.state === 'open';
}

/** The next turn to be parsed was fetched again. */
export function isParseAgain(row: Pick<SiteRow, 'lost' | 'pending'>): boolean {
  return lostTurnOf(row, Math.min(...row.pending.keys()))?.state === 'fetched';
}

/**
 * Whether a turn may be noted as lost: lost bodies are those of the attempt under which the turn is pending, and a lost
 * segment that of a turn which is pending no more.
 */
export function canLose(row: SiteRow, { turn, what }: LostTurn, attempt: string | undefined): boolean {
  const { lost = [] } = row;
  const open = lost.filter(({ state }) => state === 'open').length;
  if (lostTurnOf(row, turn) === undefined && (open >= mostOpen || lost.length >= mostKnown)) return false;
  return what === 'bodies' ? row.pending.get(turn) === attempt : turn <= row.turn && !row.pending.has(turn);
}

/** False if it is known: an open turn may have some of its pages already, and what is given up stays so. */
export function isNews(row: Pick<SiteRow, 'lost'>, { turn, state }: LostTurn): boolean {
  const known = lostTurnOf(row, turn)?.state;
  return known !== state && known !== 'given-up';
}
