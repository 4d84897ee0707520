export interface Rate {
  /** In the running time of the crawl. */
  readonly atMs: number;
  readonly perSecond: number;
}

const keptMs = 300_000;

/** Requests per second as the crawl reported them while this page watched, of the last five minutes. */
export class RateHistory {
  private kept: readonly Rate[] = [];

  take(atMs: number, perSecond: number): void {
    // A crawl that begins anew begins a new line.
    if (atMs < (this.kept.at(-1)?.atMs ?? 0)) this.kept = [];
    this.kept = [...this.kept.filter(each => each.atMs >= atMs - keptMs && each.atMs < atMs), { atMs, perSecond }];
  }

  perSecond(): number | undefined {
    return this.kept.at(-1)?.perSecond;
  }

  /** Whether anything was seen to change. */
  hasLine(): boolean {
    return this.kept.length > 1;
  }

  rates(): readonly Rate[] {
    return this.kept;
  }
}
