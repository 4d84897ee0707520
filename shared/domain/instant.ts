const form = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?<zone>Z|[+-]\d\d:\d\d)?)?$/;

/**
 * Reads a day (its beginning) or an instant as people write it; ms since the epoch, UTC without an offset. NaN if the
 * text is neither.
 */
export function instantOf(text: string): number {
  const found = form.exec(text);
  if (found === null) return Number.NaN;
  return Date.parse(text.includes('T') && found.groups?.['zone'] === undefined ? `${text}Z` : text);
}

/** An instant (epoch ms) as ISO 8601, UTC. */
export function isoInstant(at: number): string {
  return new Date(at).toISOString();
}

/** The day of an instant (epoch ms), UTC, as `YYYY-MM-DD`. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** The day that a clock shows at an instant (ISO 8601), as `YYYY-MM-DD`. `offset`: minutes east of Greenwich. */
export function dayAt(at: string, offset: number): string {
  return dayOf(Date.parse(at) + 60_000 * offset);
}
