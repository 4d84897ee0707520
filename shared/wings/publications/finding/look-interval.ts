/** Seconds; the user's bounds replace them. */
const intervalBounds = { leastS: 300, mostS: 86_400 };
/** For an entry that says nothing of time. */
const unknownS = 1_800;
/** Newest items that tell how often something is published. */
const recent = 20;

/**
 * How long to wait between two looks at an entry at first: half of the mean time between its newest publications, within the
 * bounds, and no shorter than the feed asks for. `times`: epoch ms. An entry whose newest publication is old waits longer.
 */
export function proposedInterval(times: readonly number[], nowMs: number, ttlMinutes = 0): number {
  const { leastS, mostS } = intervalBounds;
  const newest = times.toSorted((a, b) => b - a).slice(0, recent);
  const oldest = newest.at(-1);
  const gapS = oldest === undefined ? 2 * unknownS : Math.max(0, nowMs - oldest) / 1000 / newest.length;
  const wanted = Math.max(Math.round(gapS / 2), ttlMinutes * 60);
  return Math.min(mostS, Math.max(leastS, Math.round(wanted / 60) * 60));
}
