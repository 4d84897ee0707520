/** A part of a whole, as people count: both are whole numbers. */
export interface Share {
  readonly count: number;
  readonly of: number;
}

/** Bounds of a share, from 0 to 1. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The quantile of the normal distribution that leaves 95 % in the middle. */
const z = 1.959963984540054;

/** Per cent with one decimal, half up, from whole numbers: 376 of 2526 is `14.9`. Undefined if the whole is 0. */
export function percentOf({ count, of }: Share): string | undefined {
  return of === 0 ? undefined : tenthsText(Math.floor((2000 * count + of) / (2 * of)));
}

/** `0.25` is `25.0`. */
export function percentText(share: number): string {
  return tenthsText(Math.floor(share * 1000 + 0.5));
}

function tenthsText(tenths: number): string {
  return `${Math.floor(tenths / 10)}.${tenths % 10}`;
}

/** The likely values of the share of a larger whole: the interval of Wilson (1927) for 95 %. Undefined if the whole is 0. */
export function wilsonInterval({ count, of }: Share): Interval | undefined {
  if (of === 0) return undefined;
  const p = count / of;
  const spread = z * Math.sqrt((p * (1 - p)) / of + (z * z) / (4 * of * of));
  const middle = p + (z * z) / (2 * of);
  const scale = 1 + (z * z) / of;
  return {
    low: count === 0 ? 0 : Math.max(0, (middle - spread) / scale),
    high: count === of ? 1 : Math.min(1, (middle + spread) / scale),
  };
}

/** The change of a share from one whole to another: the difference and its bounds, from -1 to 1. */
export interface Change extends Interval {
  readonly difference: number;
}

/** The interval of Newcombe (1998, method 10) for 95 %, from the intervals of Wilson of both. Undefined if a whole is 0. */
export function changeBetween(first: Share, second: Share): Change | undefined {
  const [before, after] = [wilsonInterval(first), wilsonInterval(second)];
  if (before === undefined || after === undefined) return undefined;
  const [p, q] = [first.count / first.of, second.count / second.of];
  const difference = q - p;
  return {
    difference,
    low: difference - Math.hypot(q - after.low, before.high - p),
    high: difference + Math.hypot(after.high - q, p - before.low),
  };
}

/** `+1.5`: a difference in points of per cent, one decimal, half away from zero, with its sign. */
export function pointsText(difference: number): string {
  // A difference such as 0.0005 has no exact binary form.
  const tenths = Math.round(Math.abs(difference) * 1000 * (1 + Number.EPSILON));
  return `${tenths === 0 ? '' : difference < 0 ? '−' : '+'}${tenthsText(tenths)}`;
}

/** `+0.3…+2.7`. */
export function pointsInterval({ low, high }: Interval): string {
  return `${pointsText(low)}…${pointsText(high)}`;
}
