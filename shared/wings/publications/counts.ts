/** How often, by reason. */
export type Counts = Readonly<Record<string, number>>;

/** Reasons that are distinguished; status codes are among them. */
const mostReasons = 60;

/** With further reasons, each counted once. */
export function withCounts(counts: Counts = {}, reasons: Iterable<string>): Counts {
  const all = new Map(Object.entries(counts));
  for (const reason of reasons) {
    const key = all.has(reason) || all.size < mostReasons ? reason : 'other';
    all.set(key, (all.get(key) ?? 0) + 1);
  }
  return Object.fromEntries(all);
}

/** How often each value is there, in the order of first sight. */
export function countsOf<Value>(values: Iterable<Value>): Map<Value, number> {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
