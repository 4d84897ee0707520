import { protocol } from '../../domain/protocol/protocol.ts';
import type { OwnLine } from '../fetch/fetch-politely.ts';
import { firstStart, mayWait, softEndOf, type Turn, type TurnView, tokenAfter } from '../fetch/turn.ts';
import { HostAtRest, type Lines, type OnStart, TooLate } from '../page/host-lines.ts';

/** State that the turns of one process share. */
interface KnownLines {
  /** By host: the monotonic instant of its next possible request. */
  readonly notBefore: Map<string, number>;
  /** By host: the line of the turn that holds it. */
  readonly open: ReadonlyMap<string, OwnLine>;
}

/**
 * The lines of one turn. Requests to the turn's own host are starts of the turn. A request to another host goes through
 * the line of the turn of this process that holds the host. Without such a turn the host's token is taken, and given
 * back after the answer.
 */
export class TurnLines implements Lines {
  readonly #view: TurnView;
  readonly #own: OwnLine;
  readonly #known: KnownLines;
  /** By host: the previous request. */
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(view: TurnView, own: OwnLine, known: KnownLines) {
    this.#view = view;
    this.#own = own;
    this.#known = known;
  }

  async run<T>(host: string, delayMs: () => number, request: (onStart: OnStart) => Promise<T>): Promise<T> {
    if (host === this.#view.turn.lease.host) return await this.#own.run(request);
    const before = this.#last.get(host) ?? Promise.resolve();
    const made = before.then(async () => await this.#elsewhere(host, delayMs, request));
    this.#last.set(
      host,
      made.catch(() => undefined),
    );
    return await made;
  }

  postpone(host: string, ms: number): void {
    if (host === this.#view.turn.lease.host) this.#own.postpone(ms);
    else this.#known.notBefore.set(host, (this.#known.notBefore.get(host) ?? this.#now()) + ms);
  }

  leaveAlone(host: string, ms: number): void {
    if (host === this.#view.turn.lease.host) this.#own.leaveAlone(ms);
    else this.#known.notBefore.set(host, Math.max(this.#known.notBefore.get(host) ?? 0, this.#now() + ms));
  }

  #now(): number {
    return this.#view.turn.worker.ports.clock.monotonic();
  }

  async #elsewhere<T>(host: string, delayMs: () => number, request: (onStart: OnStart) => Promise<T>): Promise<T> {
    const { clock, store } = this.#view.turn.worker.ports;
    const way = await this.#wayTo(host, delayMs(), request);
    if ('answer' in way) return way.answer;
    const { taken } = way;
    try {
      const at = Math.max(firstStart(taken), this.#known.notBefore.get(host) ?? 0);
      if (at - this.#now() > protocol.nearMs) throw new HostAtRest(host);
      const isTooLong = !mayWait(this.#view.turn, at - this.#now());
      if (at >= this.#softEnd || isTooLong) throw new TooLate(`${host} may not be asked in this turn`);
      while (this.#now() < at) await clock.sleep(at - this.#now());
      return await request(started => {
        taken.lastStart = started;
      });
    } finally {
      taken.delayMs = Math.max(taken.delayMs, delayMs());
      if (taken.lastStart !== undefined) {
        const next = taken.lastStart + taken.delayMs;
        this.#known.notBefore.set(host, Math.max(next, this.#known.notBefore.get(host) ?? 0));
      }
      const rest = Math.max(0, (this.#known.notBefore.get(host) ?? 0) - this.#now());
      await store.returnToken(taken.lease, tokenAfter(taken, rest === 0 ? 0 : Math.ceil(clock.now() + rest)));
    }
  }

  get #softEnd(): number {
    return softEndOf(this.#view.turn, this.#view.rules.spec);
  }

  /** The answer through another turn's line, or the token of the host. Throws `TooLate`, `HostAtRest`. */
  async #wayTo<T>(
    host: string,
    delayMs: number,
    request: (onStart: OnStart) => Promise<T>,
  ): Promise<{ readonly answer: T } | { readonly taken: Turn }> {
    const { clock, ids } = this.#view.turn.worker.ports;
    // Random, so that two turns that wait for each other do not give up together.
    const waitMs = protocol.partWaitLeastMs + ids.fraction() * protocol.partWaitSpreadMs;
    const { longestWaitMs = waitMs } = this.#view.turn.worker;
    const end = Math.min(this.#softEnd, this.#now() + Math.min(waitMs, longestWaitMs));
    for (;;) {
      if (this.#now() >= end || !(await this.#own.mayAsk())) {
        // Checked when it would be given up otherwise.
        mayWait(this.#view.turn, waitMs);
        throw new TooLate(`${host} is another site's`);
      }
      const line = this.#known.open.get(host);
      const way = line === undefined ? await this.#take(host, delayMs) : await this.#borrowed(line, request);
      if (way !== undefined) return way;
      await clock.sleep(protocol.partLookMs);
    }
  }

  /** Undefined: the other turn makes no more requests. This turn may be over meanwhile. */
  async #borrowed<T>(
    line: OwnLine,
    request: (onStart: OnStart) => Promise<T>,
  ): Promise<{ readonly answer: T } | undefined> {
    const isOver = (): boolean => this.#now() >= this.#softEnd;
    const made = line.run(async onStart => {
      if (isOver()) throw new TooLate('the turn of the page is over');
      return await request(onStart);
    });
    try {
      return { answer: await made };
    } catch (error) {
      if (error instanceof TooLate && !isOver()) return undefined;
      throw error;
    }
  }

  /** Undefined: a different site holds the token; the token row now has our reservation. */
  async #take(host: string, delayMs: number): Promise<{ readonly taken: Turn } | undefined> {
    const { worker, message, lease: own } = this.#view.turn;
    const { clock, ids, store } = worker.ports;
    const lease = { host, crawl: own.crawl, site: own.site, turn: own.turn, attempt: ids.next() };
    const takenAt = this.#now();
    const answer = await store.takeToken({ ...lease, message: message.id, now: clock.now(), delayMs, idle: false });
    if (answer.kind === 'taken') {
      const counts = Math.max(delayMs, answer.lastDelayMs);
      return { taken: { worker, message, lease, found: answer, takenAt, isIdle: false, delayMs: counts } };
    }
    if (answer.why === 'early') throw new HostAtRest(host);
    await store.wantToken(
      host,
      { crawl: own.crawl, site: own.site, until: clock.now() + protocol.wishMs },
      clock.now(),
    );
    return undefined;
  }
}
