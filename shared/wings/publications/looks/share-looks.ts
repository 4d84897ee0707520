import { type LookHistory, rateAt } from './look-history.ts';

/** An entry whose next look is due, or would be. */
export interface LookWish {
  readonly entry: string;
  readonly history: LookHistory;
  /** Epoch ms. */
  readonly lastLook: number;
}

const hourMs = 3_600_000;
/** A publication that is seen later is no news; more of them in one look are no more gain. */
const mostGainHours = 24;

/** New items that a look now is expected to find. */
function gainOf({ history, lastLook }: LookWish, now: number): number {
  const hours = Math.min(mostGainHours, Math.max(0, now - lastLook) / hourMs);
  return rateAt(history, now) * hours;
}

/**
 * The entries of a host that are looked at now, where the host allows `looks` of them: those with the most gain, equal ones
 * in the order of their last looks and names.
 */
export function shareLooks(wishes: readonly LookWish[], looks: number, now: number): readonly LookWish[] {
  const gains = wishes.map(wish => ({ wish, gain: gainOf(wish, now) }));
  return gains
    .toSorted((a, b) => b.gain - a.gain || a.wish.lastLook - b.wish.lastLook || (a.wish.entry < b.wish.entry ? -1 : 1))
    .slice(0, Math.max(0, Math.floor(looks)))
    .map(({ wish }) => wish);
}
