import type { LostTurn, SiteRow } from './crawl-state.ts';

/** Most open turns of one site; further ones are found when these are fetched again. */
const mostOpen = 100;
/** Most lost turns of one site that are remembered. */
const mostKnown = 1_000;

/**
 * Lost turns as they are read beside `pending`. A parse that had read the bodies before they were lost may have committed the
 * turn: then nothing is left to fetch.
 */
export function withParsed(lost: readonly LostTurn[], pending: SiteRow['pending']): readonly LostTurn[] {
  return lost.map(each =>
    each.what === 'bodies' && each.state === 'open' && !pending.has(each.turn) ? { ...each, state: 'fetched' } : each,
  );
}

/** The lowest turn whose pages must be fetched again. */
export function nextLost({ lost = [] }: Pick<SiteRow, 'lost'>): LostTurn | undefined {
  return lost.find(({ state }) => state === 'open');
}

/** Whether a resume continues the site because of its lost turns. */
export function isToFetchAgain(row: Pick<SiteRow, 'lost' | 'status'>): boolean {
  return nextLost(row) !== undefined && row.status !== 'removed' && row.status !== 'same-as';
}

export function lostTurnOf({ lost = [] }: Pick<SiteRow, 'lost'>, turn: number): LostTurn | undefined {
  return lost.find(each => each.turn === turn);
}

/** Whether the next bodies to parse are lost: then no turn can be parsed before they are fetched again. */
export function isParseBlocked(row: Pick<SiteRow, 'lost' | 'pending'>): boolean {
  return lostTurnOf(row, Math.min(...row.pending.keys()))?.state === 'open';
}

/** Whether the next turn to parse was fetched again. */
export function isParseAgain(row: Pick<SiteRow, 'lost' | 'pending'>): boolean {
  return lostTurnOf(row, Math.min(...row.pending.keys()))?.state === 'fetched';
}

/**
 * Whether a turn may be noted as lost: lost bodies must be of the attempt under which the turn waits for its parse, a
 * lost segment (no attempt) must be of a parsed turn.
 */
export function canLose(row: SiteRow, { turn }: LostTurn, attempt: string | undefined): boolean {
  const { lost = [] } = row;
  const open = lost.filter(({ state }) => state === 'open').length;
  if (lostTurnOf(row, turn) === undefined && (open >= mostOpen || lost.length >= mostKnown)) return false;
  return attempt === undefined ? turn <= row.turn && !row.pending.has(turn) : row.pending.get(turn) === attempt;
}

/** False if it is known: an open turn may have some of its pages already, and what is given up stays so. */
export function isNews(row: Pick<SiteRow, 'lost'>, { turn, state }: LostTurn): boolean {
  const known = lostTurnOf(row, turn)?.state;
  return known !== state && known !== 'given-up';
}
