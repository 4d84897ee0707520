/** A count reads every claim: it is made again after so many times as long as it took. */
const restFactor = 10;
const mostKept = 1_000;

/** Counts that take long, kept for a while. */
export class RestingCounts<T> {
  readonly #kept = new Map<string, { readonly counted: T; readonly until: number }>();
  readonly #leastRestMs: number;

  constructor(leastRestMs: number) {
    this.#leastRestMs = leastRestMs;
  }

  async of(key: string, count: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(key);
    const before = performance.now();
    if (kept !== undefined && before < kept.until) return kept.counted;
    const counted = await count();
    const after = performance.now();
    if (this.#kept.size >= mostKept) this.#kept.clear();
    this.#kept.set(key, { counted, until: after + Math.max(this.#leastRestMs, restFactor * (after - before)) });
    return counted;
  }
}
