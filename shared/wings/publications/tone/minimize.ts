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

interface Place {
  at: Float64Array;
  gradient: Float64Array;
  value: number;
}

/**
 * The minimum of a smooth convex function of `size` numbers, from `start` or 0 on, by L-BFGS (Nocedal, Wright: Numerical
 * Optimization, algorithm 7.4) with halved steps. Without chance, so equal functions give equal minima.
 */
export function minimize(size: number, mostSteps: number, objective: Objective, start?: Float64Array): Float64Array {
  let here: Place = { at: start?.slice() ?? new Float64Array(size), gradient: new Float64Array(size), value: 0 };
  let next: Place = { at: new Float64Array(size), gradient: new Float64Array(size), value: 0 };
  here.value = objective(here.at, here.gradient);
  const pairs: Pair[] = [];
  for (let step = 0; step < mostSteps && largest(here.gradient) > flat; step++) {
    const direction = descent(here.gradient, pairs);
    const first = pairs.length === 0 ? Math.min(1, 1 / largest(here.gradient)) : 1;
    if (!search(here, next, direction, first, objective)) break;
    const pair = pairOf(here, next);
    if (pair.product > 1e-12) pairs.push(pair);
    if (pairs.length > remembered) pairs.shift();
    [here, next] = [next, here];
  }
  return here.at;
}

/** Writes into `next` the first place along the direction, in halved steps, that is low enough; false if there is none. */
function search(here: Place, next: Place, direction: Float64Array, first: number, objective: Objective): boolean {
  const slope = dot(direction, here.gradient);
  let length = first;
  for (let halving = 0; halving < mostHalvings; halving++) {
    for (let index = 0; index < direction.length; index++)
      next.at[index] = here.at[index]! + length * direction[index]!;
    next.value = objective(next.at, next.gradient);
    if (next.value <= here.value + enough * length * slope) return true;
    length /= 2;
  }
  return false;
}

function pairOf(here: Place, next: Place): Pair {
  const step = difference(next.at, here.at);
  const change = difference(next.gradient, here.gradient);
  return { step, change, product: dot(step, change) };
}

/** The direction of Newton's step, as far as the remembered steps show the curvature (two loops). */
function descent(gradient: Float64Array, pairs: readonly Pair[]): Float64Array {
  const direction = new Float64Array(gradient.length);
  add(direction, gradient, -1);
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
  const result = new Float64Array(a.length);
  for (let index = 0; index < a.length; index++) result[index] = a[index]! - b[index]!;
  return result;
}

function largest(vector: Float64Array): number {
  let most = 0;
  for (let index = 0; index < vector.length; index++) {
    const size = vector[index]! < 0 ? -vector[index]! : vector[index]!;
    if (size > most) most = size;
  }
  return most;
}
