/**
 * The words that were added to a text and removed from it. Words that both texts have once hold the rest together (patience diff,
 * as in Bazaar); between them the shortest way from one to the other is searched for (Myers 1986). Both are bounded by counted
 * steps, not by time: where steps run out, a stretch counts as removed and added whole. So the same texts give the same answer.
 */

/** A stretch of the two texts. All but the `removed` ones make up the new text, all but the `added` ones the old text. */
export interface TextPart {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Steps of the search for a shortest way: of one stretch, and of two texts. */
const mostDifferences = 600;
const mostSteps = 20_000_000;

/** The parts in their order; neighbours differ in kind. Pure. */
export function compareTexts(before: string, after: string): readonly TextPart[] {
  const names = new Map<string, number>();
  const [from, to] = [tokensOf(before), tokensOf(after)];
  const comparison = new Comparison(numbered(from, names), numbered(to, names));
  return partsOf(from, to, smoothed(comparison.matches(), from, to));
}

/** Words, and single signs and blanks between them. */
function tokensOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu) ?? [];
}

function numbered(tokens: readonly string[], names: Map<string, number>): Int32Array {
  return Int32Array.from(tokens, token => {
    const known = names.get(token);
    if (known !== undefined) return known;
    names.set(token, names.size);
    return names.size - 1;
  });
}

/** Places from `a` to `b`, and from `c` to `d` of the other text; ends do not belong to it. */
type Stretch = readonly [a: number, b: number, c: number, d: number];

class Comparison {
  readonly #old: Int32Array;
  readonly #new: Int32Array;
  /** By the place in the old text: the place of the same word in the new one, or -1. */
  readonly #matches: Int32Array;
  #steps = 0;

  constructor(before: Int32Array, after: Int32Array) {
    this.#old = before;
    this.#new = after;
    this.#matches = new Int32Array(before.length).fill(-1);
  }

  matches(): Int32Array {
    const open: Stretch[] = [[0, this.#old.length, 0, this.#new.length]];
    for (let next = open.pop(); next !== undefined; next = open.pop()) open.push(...this.#compare(next));
    return this.#matches;
  }

  /** The stretches that are still to be compared. */
  #compare(stretch: Stretch): readonly Stretch[] {
    const [a, b, c, d] = this.#trimmed(stretch);
    if (a === b || c === d || this.#steps > mostSteps) return [];
    this.#steps += b - a + (d - c);
    const anchors = this.#anchors([a, b, c, d]);
    if (anchors.length === 0) {
      this.#shortest([a, b, c, d]);
      return [];
    }
    const between: Stretch[] = [];
    let [x, y] = [a, c];
    for (const [i, j] of anchors) {
      this.#matches[i] = j;
      between.push([x, i, y, j]);
      [x, y] = [i + 1, j + 1];
    }
    between.push([x, b, y, d]);
    return between;
  }

  /** Without what is the same at both ends, which is noted. */
  #trimmed([a, b, c, d]: Stretch): Stretch {
    let [first, last, start, end] = [a, b, c, d];
    while (first < last && start < end && this.#old[first] === this.#new[start]) {
      this.#matches[first] = start;
      first += 1;
      start += 1;
    }
    while (first < last && start < end && this.#old[last - 1] === this.#new[end - 1]) {
      last -= 1;
      end -= 1;
      this.#matches[last] = end;
    }
    return [first, last, start, end];
  }

  /** Words that each side has once: as many of them as both sides have in the same order. */
  #anchors([a, b, c, d]: Stretch): readonly (readonly [old: number, new_: number])[] {
    const seen = new Map<number, { old: number; new_: number }>();
    for (let i = a; i < b; i += 1) {
      const word = this.#old[i]!;
      const known = seen.get(word);
      if (known === undefined) seen.set(word, { old: i, new_: -1 });
      else known.old = -2;
    }
    for (let j = c; j < d; j += 1) {
      const known = seen.get(this.#new[j]!);
      if (known !== undefined) known.new_ = known.new_ === -1 ? j : -2;
    }
    const both = [...seen.values()].filter(({ old, new_ }) => old >= 0 && new_ >= 0);
    return ascending(both.map(({ old, new_ }) => [old, new_] as const));
  }

  /** Notes the shortest way between two stretches, if it has few differences. */
  #shortest([a, b, c, d]: Stretch): void {
    const [n, m] = [b - a, d - c];
    const most = Math.min(n + m, mostDifferences);
    const reached: Int32Array[] = [];
    let row = new Int32Array(2 * most + 3);
    for (let count = 0; count <= most && this.#steps <= mostSteps; count += 1) {
      reached.push(row.slice(most - count, most + count + 3));
      for (let k = -count; k <= count; k += 2) {
        const at = k + most + 1;
        let x = k === -count || (k !== count && row[at - 1]! < row[at + 1]!) ? row[at + 1]! : row[at - 1]! + 1;
        const start = x;
        while (x < n && x - k < m && this.#old[a + x] === this.#new[c + x - k]) x += 1;
        this.#steps += 1 + x - start;
        row[at] = x;
        if (x >= n && x - k >= m) {
          this.#noteWay([a, c], [n, m], reached);
          return;
        }
      }
      row = row.slice();
    }
  }

  /** Back from the end: `reached` has the rows before each count of differences, around their middle. */
  #noteWay([a, c]: readonly [number, number], [n, m]: readonly [number, number], reached: readonly Int32Array[]): void {
    let [x, y] = [n, m];
    for (let count = reached.length - 1; count >= 0; count -= 1) {
      const row = reached[count]!;
      const at = (k: number): number => row[k + count + 1]!;
      const k = x - y;
      const isDown = k === -count || (k !== count && at(k - 1) < at(k + 1));
      const before = count === 0 ? 0 : isDown ? at(k + 1) : at(k - 1);
      const startX = count === 0 ? 0 : isDown ? before : before + 1;
      while (x > startX) {
        x -= 1;
        y -= 1;
        this.#matches[a + x] = c + y;
      }
      if (count === 0) return;
      x = before;
      y = before - (isDown ? k + 1 : k - 1);
    }
  }
}

/** The place of the first number for which `isBelow` no longer holds. */
function firstNotBelow(numbers: readonly number[], isBelow: (number: number) => boolean): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBelow(numbers[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The longest ascending sequence by the second number (patience sorting); the first ones ascend already. */
function ascending(pairs: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const piles: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [index, [, value]] of pairs.entries()) {
    const pile = firstNotBelow(piles, top => pairs[top]![1] < value);
    before[index] = pile === 0 ? -1 : piles[pile - 1]!;
    piles[pile] = index;
  }
  const chosen: (readonly [number, number])[] = [];
  for (let index = piles.at(-1) ?? -1; index >= 0; index = before[index]!) chosen.push(pairs[index]!);
  return chosen.reverse();
}

/** A blank or a sign that stayed between two changed words is changed with them: whole phrases read better than islands. */
function smoothed(matches: Int32Array, from: readonly string[], to: readonly string[]): Int32Array {
  const kept = matches.slice();
  for (let i = 0; i < kept.length; ) {
    if (kept[i]! < 0) {
      i += 1;
      continue;
    }
    let end = i + 1;
    while (end < kept.length && kept[end] === kept[end - 1]! + 1) end += 1;
    const hasWord = from.slice(i, Math.min(end, i + 4)).some(token => /[\p{L}\p{N}]/u.test(token));
    const isIsland = i > 0 && end < kept.length && kept[i]! > 0 && kept[end - 1]! + 1 < to.length;
    const isBreak = from.slice(i, Math.min(end, i + 4)).some(token => token.includes('\n'));
    if (isIsland && !hasWord && !isBreak && end - i < 4) kept.fill(-1, i, end);
    i = end;
  }
  return kept;
}

function partsOf(from: readonly string[], to: readonly string[], matches: Int32Array): readonly TextPart[] {
  const parts: { kind: TextPart['kind']; tokens: string[] }[] = [];
  const add = (kind: TextPart['kind'], tokens: readonly string[]): void => {
    if (tokens.length === 0) return;
    const last = parts.at(-1);
    if (last?.kind === kind) for (const token of tokens) last.tokens.push(token);
    else parts.push({ kind, tokens: [...tokens] });
  };
  let [i, j] = [0, 0];
  while (i < from.length || j < to.length) {
    const [oldStart, newStart] = [i, j];
    while (i < from.length && matches[i]! < 0) i += 1;
    j = i < from.length ? matches[i]! : to.length;
    add('removed', from.slice(oldStart, i));
    add('added', to.slice(newStart, j));
    const sameStart = i;
    while (i < from.length && matches[i] === j) {
      i += 1;
      j += 1;
    }
    add('same', from.slice(sameStart, i));
  }
  return parts.map(({ kind, tokens }) => ({ kind, text: tokens.join('') }));
}
