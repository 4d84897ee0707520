import { describe, expect, test } from 'vitest';
import {
  cohenKappa,
  krippendorffAlpha,
  pairsOf,
  type Ratings,
} from '../../../../../shared/wings/publications/labels/agreement.ts';

/** Ratings of subjects 0, 1, …; a dot is a missing one. */
function ratings(values: string): Ratings {
  return new Map([...values.replaceAll(' ', '')].flatMap((value, at) => (value === '.' ? [] : [[String(at), value]])));
}

/** Two annotators with so many subjects in each cell of a table. */
function table(counts: readonly (readonly number[])[]): [Ratings, Ratings] {
  const [a, b] = [new Map<string, string>(), new Map<string, string>()];
  for (const [first, row] of counts.entries())
    for (const [second, count] of row.entries())
      for (let index = 0; index < count; index++) {
        const subject = String(a.size);
        a.set(subject, String(first));
        b.set(subject, String(second));
      }
  return [a, b];
}

describe("Cohen's kappa", () => {
  test('is that of the table of Cohen (1960), three classes, N = 200', () => {
    const kappa = cohenKappa(
      ...table([
        [88, 10, 2],
        [14, 40, 6],
        [18, 10, 12],
      ]),
    );
    expect(kappa.n).toBe(200);
    expect(kappa.value).toBeCloseTo(0.492, 3);
  });

  test('is 0.4 for 20, 5, 10, 15', () => {
    expect(
      cohenKappa(
        ...table([
          [20, 5],
          [10, 15],
        ]),
      ).value,
    ).toBeCloseTo(0.4, 12);
  });

  test('is of the subjects that both labelled', () => {
    const kappa = cohenKappa(ratings('abab.ab'), ratings('abba a..'));
    expect(kappa).toEqual(cohenKappa(ratings('abab'), ratings('abba')));
    expect(kappa.n).toBe(4);
    expect(kappa.value).toBe(0);
  });

  test('says why there is none', () => {
    expect(cohenKappa(ratings('ab..'), ratings('..ab'))).toEqual({ value: null, n: 0, reason: 'too-few' });
    expect(cohenKappa(ratings('aaa'), ratings('aaa'))).toEqual({ value: null, n: 3, reason: 'one-class' });
    expect(cohenKappa(ratings('aaa'), ratings('aab')).value).toBe(0);
  });

  test('is told of each two annotators, by name', () => {
    const all = new Map([
      ['c', ratings('ab')],
      ['a', ratings('ab')],
      ['b', ratings('ba')],
    ]);
    expect(pairsOf(all)).toEqual([
      { annotators: ['a', 'b'], kappa: { value: -1, n: 2 }, same: 0 },
      { annotators: ['a', 'c'], kappa: { value: 1, n: 2 }, same: 2 },
      { annotators: ['b', 'c'], kappa: { value: -1, n: 2 }, same: 0 },
    ]);
  });
});

describe("Krippendorff's alpha (Computing Krippendorff's Alpha-Reliability, 2011)", () => {
  test('A: two observers, binary', () => {
    const alpha = krippendorffAlpha([ratings('0100000010'), ratings('1110010000')]);
    expect(alpha.n).toBe(10);
    expect(alpha.value).toBeCloseTo(0.095, 3);
  });

  test('B: two observers, nominal', () => {
    const alpha = krippendorffAlpha([ratings('aabbdcccedda'), ratings('babbbcccedd d')]);
    expect(alpha.value).toBeCloseTo(0.692, 3);
  });

  test('C: four observers, missing values', () => {
    const alpha = krippendorffAlpha([
      ratings('1 2 3 3 2 1 4 1 2 . . .'),
      ratings('1 2 3 3 2 2 4 1 2 5 . 3'),
      ratings('. 3 3 3 2 3 4 2 2 5 1 .'),
      ratings('1 2 3 3 2 4 4 1 2 5 1 .'),
    ]);
    // The last unit has one value, which is paired with none.
    expect(alpha.n).toBe(11);
    expect(alpha.value).toBeCloseTo(0.743, 3);
  });

  test('says why there is none', () => {
    expect(krippendorffAlpha([])).toEqual({ value: null, n: 0, reason: 'too-few' });
    expect(krippendorffAlpha([ratings('a.'), ratings('.b')])).toEqual({ value: null, n: 0, reason: 'too-few' });
    expect(krippendorffAlpha([ratings('aa'), ratings('aa')])).toEqual({ value: null, n: 2, reason: 'one-class' });
  });
});
