/**
 * Exponential and logarithm by additions, multiplications and divisions alone. IEEE 754 fixes each of these to the bit; `Math.exp` and
 * `Math.log` may differ in the last bit from one processor to the next, and a model would then differ too.
 */

const log2High = 0.6931471803691238;
const log2Low = 1.9082149292705877e-10;
/** Below this, `expOf` is 0. */
const least = -708;

/** 2^0, 2^-1, 2^-2 and so on. */
const halves = Array.from({ length: 1025 }, (_, times) => 1 / 2 ** Math.min(times, 1023));

/** e^x for x ≤ 0. */
export function expOf(x: number): number {
  if (x < least) return 0;
  const times = Math.round(-x / (log2High + log2Low));
  const rest = x + times * log2High + times * log2Low;
  let sum = 1;
  for (let power = 14; power > 0; power--) sum = 1 + (sum * rest) / power;
  return sum * halves[times]!;
}

/** The natural logarithm of a positive number. */
export function logOf(x: number): number {
  let mantissa = x;
  let times = 0;
  while (mantissa > Math.SQRT2) {
    mantissa /= 2;
    times += 1;
  }
  while (mantissa < Math.SQRT1_2) {
    mantissa *= 2;
    times -= 1;
  }
  const ratio = (mantissa - 1) / (mantissa + 1);
  const square = ratio * ratio;
  let sum = 0;
  for (let power = 23; power > 0; power -= 2) sum = sum * square + 1 / power;
  return 2 * ratio * sum + times * (log2High + log2Low);
}
