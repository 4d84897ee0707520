/** The allowed name most similar to `typed`, if one is similar enough. */
export function nearestName(typed: string, allowed: readonly string[]): string | undefined {
  const wanted = simplified(typed);
  const [best] = allowed
    .map(name => ({ name, distance: editDistance(wanted, simplified(name)) }))
    .sort((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= Math.max(1, Math.floor(wanted.length / 3)) ? best.name : undefined;
}

/** `max-level`, `max_level` and `MaxLevel` are one name. */
function simplified(name: string): string {
  return name
    .slice(0, 64)
    .toLowerCase()
    .replaceAll(/[-_\s]/g, '');
}

/** Optimal string alignment: insertions, deletions, replacements and swaps of neighbours count one each. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
