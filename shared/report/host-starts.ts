/** Requests to a host that may be open at once are fewer, so that no start is seen later than so many others. */
const mostOpen = 512;
/** Starts are written in whole milliseconds. */
const precisionMs = 1;

interface Start {
  readonly at: number;
  readonly delayMs: number;
  /** That the start behind it must keep at least; a robots.txt may name a longer one than it was requested by. */
  readonly nextMs: number;
}

/** Distances between the starts of requests to one host, which come in nearly any order. Instants and delays are in ms. */
export class HostStarts {
  requests = 0;
  firstStart = Number.POSITIVE_INFINITY;
  lastStart = Number.NEGATIVE_INFINITY;
  /** Distances that were shorter than the delay in force at both requests. */
  tooSoon = 0;
  /** The distance with the least time to spare, and its delay. */
  least: { readonly distanceMs: number; readonly delayMs: number } | undefined;
  readonly #open: Start[] = [];
  #before: Start | undefined;

  /** `hasRules`: the request is none of a robots.txt. */
  add(at: number, delayMs: number, hasRules: boolean): void {
    this.requests += 1;
    this.firstStart = Math.min(this.firstStart, at);
    this.lastStart = Math.max(this.lastStart, at);
    let place = this.#open.length;
    while (place > 0 && this.#open[place - 1]!.at > at) place -= 1;
    this.#open.splice(place, 0, { at, delayMs, nextMs: hasRules ? delayMs : Number.POSITIVE_INFINITY });
    if (this.#open.length > mostOpen) this.#compare(this.#open.shift()!);
  }

  /** Counts the last starts, too; nothing is added behind it. */
  end(): this {
    for (const start of this.#open.splice(0)) this.#compare(start);
    return this;
  }

  #compare(start: Start): void {
    const before = this.#before;
    this.#before = start;
    if (before === undefined) return;
    const distanceMs = start.at - before.at;
    // Sites of one host may have different delays; the host waits as the site before it wished.
    const delayMs = Math.min(start.delayMs, before.nextMs);
    if (distanceMs < delayMs - precisionMs) this.tooSoon += 1;
    if (this.least === undefined || distanceMs - delayMs < this.least.distanceMs - this.least.delayMs)
      this.least = { distanceMs, delayMs };
  }
}
