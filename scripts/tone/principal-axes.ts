/** Principal axes of rows of numbers, without chance: equal rows give equal axes. */

/** Sweeps of Jacobi's method; matrices of some hundred rows need about ten. */
const mostSweeps = 40;

/**
 * The mean of the rows, and the `count` directions in which they vary most, largest first. The largest entry of each
 * direction is positive, so that its sign is no matter of chance. `rows`: vectors of one length.
 */
export function principalAxes(
  rows: readonly Float64Array[],
  count: number,
): { readonly mean: Float64Array; readonly axes: readonly Float64Array[] } {
  const size = rows[0]!.length;
  const mean = new Float64Array(size);
  for (const row of rows) for (let at = 0; at < size; at++) mean[at]! += row[at]! / rows.length;
  const { values, vectors } = eigenvectors(covariance(rows, mean));
  const order = [...values.keys()].sort((a, b) => values[b]! - values[a]! || a - b).slice(0, count);
  return { mean, axes: order.map(index => signed(vectors.map(row => row[index]!))) };
}

function covariance(rows: readonly Float64Array[], mean: Float64Array): Float64Array[] {
  const size = mean.length;
  const sums = Array.from({ length: size }, () => new Float64Array(size));
  for (const row of rows)
    for (let a = 0; a < size; a++) {
      const away = row[a]! - mean[a]!;
      const sum = sums[a]!;
      for (let b = 0; b <= a; b++) sum[b]! += away * (row[b]! - mean[b]!);
    }
  return sums.map((_, a) =>
    Float64Array.from(mean, (_mean, b) => sums[Math.max(a, b)]![Math.min(a, b)]! / rows.length),
  );
}

/** Jacobi's method for symmetric matrices: turns planes until nothing is left beside the diagonal. */
function eigenvectors(matrix: Float64Array[]): { values: Float64Array; vectors: Float64Array[] } {
  const size = matrix.length;
  const vectors = matrix.map((_, a) => Float64Array.from(matrix, (_row, b) => (a === b ? 1 : 0)));
  for (let sweep = 0; sweep < mostSweeps && beside(matrix) > 1e-18; sweep++)
    for (let a = 0; a < size; a++) for (let b = a + 1; b < size; b++) turn(matrix, vectors, a, b);
  return { values: Float64Array.from(matrix, (row, at) => row[at]!), vectors };
}

/** The squared part of the matrix beside the diagonal, as a share of the squared diagonal. */
function beside(matrix: readonly Float64Array[]): number {
  let off = 0;
  let on = 0;
  matrix.forEach((row, a) => {
    row.forEach((each, b) => {
      if (a === b) on += each * each;
      else off += each * each;
    });
  });
  return off / on;
}

function turn(matrix: Float64Array[], vectors: Float64Array[], a: number, b: number): void {
  const entry = matrix[a]![b]!;
  if (entry === 0) return;
  const ratio = (matrix[b]![b]! - matrix[a]![a]!) / (2 * entry);
  const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.sqrt(ratio * ratio + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  const [rowA, rowB] = [matrix[a]!, matrix[b]!];
  for (let at = 0; at < matrix.length; at++) {
    const row = matrix[at]!;
    [row[a], row[b]] = [cosine * row[a]! - sine * row[b]!, sine * row[a]! + cosine * row[b]!];
  }
  for (let at = 0; at < matrix.length; at++) {
    [rowA[at], rowB[at]] = [cosine * rowA[at]! - sine * rowB[at]!, sine * rowA[at]! + cosine * rowB[at]!];
    const vector = vectors[at]!;
    [vector[a], vector[b]] = [cosine * vector[a]! - sine * vector[b]!, sine * vector[a]! + cosine * vector[b]!];
  }
}

function signed(axis: readonly number[]): Float64Array {
  const largest = axis.reduce((most, each) => (Math.abs(each) > Math.abs(most) ? each : most), 0);
  return Float64Array.from(axis, each => (largest < 0 ? -each : each));
}
