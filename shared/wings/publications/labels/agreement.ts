import { countsOf } from '../counts.ts';

/** A figure of agreement, or why there is none: it is never NaN. `n` is on how many subjects it rests. */
export type Agreement =
  | { readonly value: number; readonly n: number }
  | { readonly value: null; readonly n: number; readonly reason: 'too-few' | 'one-class' };

/** The ratings of subjects by one annotator, by the names of the subjects. */
export type Ratings = ReadonlyMap<string, string>;

/**
 * Cohen's κ of two annotators over the subjects that both labelled (Cohen 1960): (p₀ - pₑ) / (1 - pₑ). None if they share
 * no subject, and where both said one class throughout, for then chance alone would agree.
 */
export function cohenKappa(a: Ratings, b: Ratings): Agreement {
  const common = [...a.keys()].filter(subject => b.has(subject));
  const n = common.length;
  if (n === 0) return { value: null, n, reason: 'too-few' };
  const counts = new Map<string, { a: number; b: number }>();
  const countOf = (name: string): { a: number; b: number } => {
    const known = counts.get(name) ?? { a: 0, b: 0 };
    counts.set(name, known);
    return known;
  };
  let same = 0;
  for (const subject of common) {
    const [first, second] = [a.get(subject)!, b.get(subject)!];
    countOf(first).a += 1;
    countOf(second).b += 1;
    if (first === second) same += 1;
  }
  // In whole numbers, so that "always one class" is found exactly.
  const byChance = [...counts.values()].reduce((sum, each) => sum + each.a * each.b, 0);
  if (byChance === n * n) return { value: null, n, reason: 'one-class' };
  return { value: (same * n - byChance) / (n * n - byChance), n };
}

/**
 * Krippendorff's α for nominal data with missing values (Krippendorff 2011): 1 - Dₒ / Dₑ from the coincidences of values
 * within subjects. Subjects with fewer than two labels say nothing of agreement and are left out of `n`.
 */
export function krippendorffAlpha(annotators: readonly Ratings[]): Agreement {
  const units = new Map<string, string[]>();
  for (const ratings of annotators)
    for (const [subject, value] of ratings) {
      const known = units.get(subject) ?? [];
      known.push(value);
      units.set(subject, known);
    }
  const paired = [...units.values()].filter(values => values.length > 1);
  const n = paired.length;
  if (n === 0) return { value: null, n, reason: 'too-few' };
  const totals = new Map<string, number>();
  let all = 0;
  let disagreement = 0;
  for (const values of paired) {
    const counts = countsOf(values);
    for (const [value, count] of counts) totals.set(value, (totals.get(value) ?? 0) + count);
    all += values.length;
    const differing = values.length ** 2 - [...counts.values()].reduce((sum, count) => sum + count ** 2, 0);
    disagreement += differing / (values.length - 1);
  }
  const expected = all ** 2 - [...totals.values()].reduce((sum, count) => sum + count ** 2, 0);
  if (expected === 0) return { value: null, n, reason: 'one-class' };
  return { value: 1 - ((all - 1) * disagreement) / expected, n };
}

export interface AnnotatorPair {
  readonly annotators: readonly [string, string];
  readonly kappa: Agreement;
  /** Of the shared subjects, how many have equal labels. */
  readonly same: number;
}

/** κ of each two annotators, by their names in order. */
export function pairsOf(byAnnotator: ReadonlyMap<string, Ratings>): readonly AnnotatorPair[] {
  const names = [...byAnnotator.keys()].toSorted();
  return names.flatMap((first, index) =>
    names.slice(index + 1).map(second => {
      const [a, b] = [byAnnotator.get(first)!, byAnnotator.get(second)!];
      const same = [...a].filter(([subject, value]) => b.get(subject) === value).length;
      return { annotators: [first, second] as const, kappa: cohenKappa(a, b), same };
    }),
  );
}
