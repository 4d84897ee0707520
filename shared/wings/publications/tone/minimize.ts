/** Computes a function at a place and writes its gradient there. */
export type Objective = (at: Float64Array, gradient: Float64Array) => number;

/** Steps whose curvature is remembered. */
const remembered = 8;
const mostHalvings = 20;
/** Armijo's constant: how much of the promised descent a step has to bring. */
const enough = 1e-4;
/** A largest entry of the gradient below which the place is a minimum. */
const flat = 1e-4;

interface Pair {
  readonly step: Float64Array;
  readonly change: Float64Array;
  readonly product: number;
}

/**
 * The minimum of a smooth convex function of `size` numbers, from 0 on, by L-BFGS (Nocedal, Wright: Numerical Optimization,
 * algorithm 7.4) with halved steps. Without chance, so equal functions give equal minima.
 */
export function minimize(size: number, mostSteps: number, objective: Objective): Float64Array {
  let at = new Float64Array(size);
  let gradient = new Float64Array(size);
  let value = objective(at, gradient);
  const pairs: Pair[] = [];
  for (let step = 0; step < mostSteps && largest(gradient) > flat; step++) {
    const direction = descent(gradient, pairs);
    const slope = dot(direction, gradient);
    const first = pairs.length === 0 ? Math.min(1, 1 / largest(gradient)) : 1;
    const next = searched(at, direction, value, slope, first, objective);
    if (next === undefined) break;
    const moved = difference(next.at, at);
    const change = difference(next.gradient, gradient);
    const product = dot(moved, change);
    if (product > 1e-12) pairs.push({ step: moved, change, product });
    if (pairs.length > remembered) pairs.shift();
    ({ at, gradient, value } = next);
  }
  return at;
}

interface Place {
  readonly at: Float64Array<ArrayBuffer>;
  readonly gradient: Float64Array<ArrayBuffer>;
  readonly value: number;
}

/** The first place along the direction, in halved steps, that is low enough. */
function searched(
  from: Float64Array,
  direction: Float64Array,
  value: number,
  slope: number,
  first: number,
  objective: Objective,
): Place | undefined {
  let length = first;
  for (let halving = 0; halving < mostHalvings; halving++) {
    const at = from.map((each, index) => each + length * direction[index]!);
    const gradient = new Float64Array(from.length);
    const next = objective(at, gradient);
    if (next <= value + enough * length * slope) return { at, gradient, value: next };
    length /= 2;
  }
  return undefined;
}

/** The direction of Newton's step, as far as the remembered steps show the curvature (two loops). */
function descent(gradient: Float64Array, pairs: readonly Pair[]): Float64Array {
  const direction = gradient.map(each => -each);
  const shares = pairs.map(() => 0);
  for (let index = pairs.length - 1; index >= 0; index--) {
    const { step, change, product } = pairs[index]!;
    shares[index] = dot(step, direction) / product;
    add(direction, change, -shares[index]!);
  }
  const last = pairs.at(-1);
  if (last !== undefined) scale(direction, last.product / dot(last.change, last.change));
  pairs.forEach(({ step, change, product }, index) => {
    add(direction, step, shares[index]! - dot(change, direction) / product);
  });
  return direction;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!;
  return sum;
}

function add(to: Float64Array, other: Float64Array, times: number): void {
  for (let index = 0; index < to.length; index++) to[index]! += times * other[index]!;
}

function scale(vector: Float64Array, times: number): void {
  for (let index = 0; index < vector.length; index++) vector[index]! *= times;
}

function difference(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((each, index) => each - b[index]!);
}

function largest(vector: Float64Array): number {
  let most = 0;
  for (let index = 0; index < vector.length; index++) most = Math.max(most, Math.abs(vector[index]!));
  return most;
}
