import { wordsOf } from '../search/words.ts';

/** How alike two texts are, 0 to 1: the harmonic mean of the shares of their words that the other one has too. */
export function wordAgreement(a: string, b: string): number {
  const first = wordsOf(a);
  const second = wordsOf(b);
  if (first.length === 0 || second.length === 0) return first.length === second.length ? 1 : 0;
  const left = new Map<string, number>();
  for (const word of first) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of second) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    common += 1;
    left.set(word, count - 1);
  }
  return (2 * common) / (first.length + second.length);
}
