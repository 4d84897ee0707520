/**
 * Labels of the edges of one button at one vertex. A label says to which vertex the button led after which presses:
 * the result of a press may depend on the presses before it, so equal presses with different results are distinguished
 * by longer histories (article, "Удлинение истории").
 *
 * Invariant: of two labels of one button the last `length` presses differ, within the shorter length. So one history
 * matches at most one label.
 */
export interface HistoryLabel {
  readonly to: number;
  /** The presses before this one, the newest last; at most as many as the limit on histories. */
  readonly full: readonly string[];
  /** How many of the newest presses count. */
  readonly length: number;
}

function nthLast(history: readonly string[], n: number): string {
  return history[history.length - n] ?? '';
}

/** The least n up to `most` for which the n-th last presses differ. */
export function firstDifference(a: readonly string[], b: readonly string[], most: number): number | undefined {
  for (let n = 1; n <= most; n += 1) if (nthLast(a, n) !== nthLast(b, n)) return n;
  return undefined;
}

function matches(label: HistoryLabel, history: readonly string[]): boolean {
  return firstDifference(label.full, history, label.length) === undefined;
}

/**
 * The labels after the button led to `to` with this history. Labels to other vertices are lengthened until they no
 * longer match; a label that `most` presses does not know apart from this one is removed, because the page has changed.
 */
export function withObservation(
  labels: readonly HistoryLabel[],
  history: readonly string[],
  to: number,
  most: number,
): readonly HistoryLabel[] {
  const full = history.slice(-most);
  const apart = labels.flatMap(label => {
    if (label.to === to) return [label];
    const n = firstDifference(label.full, full, most);
    return n === undefined ? [] : [{ ...label, length: Math.max(label.length, n) }];
  });
  const need = longestDifference(
    apart.filter(label => label.to !== to),
    full,
    most,
  );
  const known = apart.findIndex(label => label.to === to && matches(label, full));
  if (known >= 0 && firstDifference(apart[known]!.full, full, need) === undefined) {
    return apart.map((label, i) => (i === known ? { ...label, length: Math.max(label.length, need) } : label));
  }
  const longer = apart.map(label => ({
    ...label,
    length: Math.max(label.length, firstDifference(label.full, full, most) ?? 0),
  }));
  return [...longer, { to, full, length: longestDifference(longer, full, most) }];
}

function longestDifference(labels: readonly HistoryLabel[], full: readonly string[], most: number): number {
  return Math.max(0, ...labels.map(label => firstDifference(label.full, full, most) ?? 0));
}

/** The labels of both lists, each observed again in order: where they contradict each other the later ones win. */
export function mergedLabels(
  first: readonly HistoryLabel[],
  second: readonly HistoryLabel[],
  most: number,
): readonly HistoryLabel[] {
  return second.reduce<readonly HistoryLabel[]>(
    (labels, label) => withObservation(labels, label.full, label.to, most),
    first,
  );
}

/**
 * Where the button leads after this history. Without a label that matches it is a guess: the label that shares most of
 * the newest presses, the first of several.
 */
export function expectedTarget(labels: readonly HistoryLabel[], history: readonly string[]): number | undefined {
  const known = labels.find(label => matches(label, history));
  if (known !== undefined) return known.to;
  const shared = (label: HistoryLabel) => firstDifference(label.full, history, label.full.length) ?? Infinity;
  let best: HistoryLabel | undefined;
  for (const label of labels) if (best === undefined || shared(label) > shared(best)) best = label;
  return best?.to;
}
