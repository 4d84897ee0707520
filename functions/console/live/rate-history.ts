export interface Rate {
  /** In the time of the crawl. */
  readonly atMs: number;
  readonly perSecond: number;
}

const windowMs = 10_000;
const keptMs = 300_000;

/** Pages per second as this page saw them, of the last five minutes. */
export class RateHistory {
  private samples: readonly { readonly atMs: number; readonly pages: number }[] = [];
  private kept: readonly Rate[] = [];
  private mean: number | undefined;

  /** `mean` of the whole crawl, as the crawl says it. */
  take(atMs: number, pages: number, mean: number | undefined): void {
    this.mean = mean;
    // A resumed crawl counts its time anew.
    if (atMs < (this.samples.at(-1)?.atMs ?? 0)) [this.samples, this.kept] = [[], []];
    this.samples = [...this.samples.filter(each => each.atMs >= atMs - keptMs), { atMs, pages }];
    const rate = { atMs, perSecond: this.perSecond() ?? 0 };
    this.kept = [...this.kept.filter(each => each.atMs >= atMs - keptMs), rate];
  }

  /** Over the last ten seconds; at first, the crawl's own mean. */
  perSecond(): number | undefined {
    const last = this.samples.at(-1);
    const first = this.samples.find(({ atMs }) => last !== undefined && atMs >= last.atMs - windowMs);
    if (first === undefined || last === undefined || last.atMs - first.atMs < 1_000) return this.mean;
    return ((last.pages - first.pages) * 1000) / (last.atMs - first.atMs);
  }

  /** Whether anything was seen to change. */
  hasLine(): boolean {
    return this.samples.at(-1)?.atMs !== this.samples[0]?.atMs;
  }

  rates(): readonly Rate[] {
    return this.kept;
  }
}
