/** Runs of up to this many numbers are sorted by insertion. */
const shortRun = 8;

/**
 * Sorts numbers in place by a comparison and keeps the order of equal ones. For millions of numbers it takes half the
 * time of `TypedArray.sort`, which calls the comparison from native code.
 */
export function sortNumbers(numbers: Uint32Array, compare: (a: number, b: number) => number): Uint32Array {
  const { length } = numbers;
  for (let start = 0; start < length; start += shortRun)
    insertRun(numbers, { start, end: Math.min(start + shortRun, length) }, compare);
  let from = numbers;
  let to: Uint32Array = new Uint32Array(length);
  for (let size = shortRun; size < length; size *= 2) {
    for (let start = 0; start < length; start += 2 * size) {
      const middle = Math.min(start + size, length);
      merge(from, to, { start, middle, end: Math.min(middle + size, length) }, compare);
    }
    [from, to] = [to, from];
  }
  if (from !== numbers) numbers.set(from);
  return numbers;
}

interface Run {
  readonly start: number;
  readonly end: number;
}

function insertRun(numbers: Uint32Array, { start, end }: Run, compare: (a: number, b: number) => number): void {
  for (let next = start + 1; next < end; next += 1) {
    const number = numbers[next]!;
    let at = next;
    for (; at > start && compare(numbers[at - 1]!, number) > 0; at -= 1) numbers[at] = numbers[at - 1]!;
    numbers[at] = number;
  }
}

function merge(
  from: Uint32Array,
  to: Uint32Array,
  { start, middle, end }: Run & { readonly middle: number },
  compare: (a: number, b: number) => number,
): void {
  let left = start;
  let right = middle;
  for (let at = start; at < end; at += 1) {
    const isLeft = left < middle && (right >= end || compare(from[left]!, from[right]!) <= 0);
    to[at] = isLeft ? from[left++]! : from[right++]!;
  }
}
