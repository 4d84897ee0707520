/** When a source brought new publications. Instants are ms since the epoch. Plain data. */
export interface Arrivals {
  readonly last: number;
  /** Seconds between two of them, faded, and how many gaps that is known from. */
  readonly meanS: number;
  readonly gaps: number;
}

/** Publications within so many seconds are one arrival: a first run takes many turns. */
const leastGapS = 300;
/** Weight of the last gap. */
const fade = 0.2;
/** From fewer gaps nothing is usual. */
const leastGaps = 3;
/** So many usual gaps are no accident, and a weekend is none either. */
const mostUsual = 3;
const leastSilentS = 3 * 86_400;

/** `times`: when what a source brings was published. They say what is usual at its first arrival. */
export function afterArrival(before: Arrivals | undefined, at: number, times: readonly number[] = []): Arrivals {
  if (before === undefined) return { last: at, ...usualOf(times.filter(time => time <= at)) };
  const gapS = Math.round((at - before.last) / 1000);
  if (gapS < leastGapS) return { ...before, last: Math.max(at, before.last) };
  const meanS = before.gaps === 0 ? gapS : Math.round((1 - fade) * before.meanS + fade * gapS);
  return { last: at, meanS, gaps: before.gaps + 1 };
}

function usualOf(times: readonly number[]): Pick<Arrivals, 'meanS' | 'gaps'> {
  const inOrder = times.toSorted((a, b) => a - b);
  const gaps = inOrder.map((time, at) => (time - (inOrder[at - 1] ?? time)) / 1000).filter(gapS => gapS >= leastGapS);
  const sum = gaps.reduce((total, gapS) => total + gapS, 0);
  return { meanS: Math.round(sum / Math.max(1, gaps.length)), gaps: gaps.length };
}

/** Seconds without anything new until `at`, the last look; undefined while that is not three times as long as usual. */
export function silentFor({ last, meanS, gaps }: Arrivals, at: number): number | undefined {
  const silentS = Math.round((at - last) / 1000);
  return gaps >= leastGaps && silentS > Math.max(mostUsual * meanS, leastSilentS) ? silentS : undefined;
}
