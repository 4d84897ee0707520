import type { Handled, Message } from '../../domain/protocol/crawl-state.ts';
import type { Clock, Ids, Queue, Wake } from '../../ports/ports.ts';

type Consumer = (message: Message, place: FetchPlace) => Promise<Handled>;

export interface QueueConsumers {
  readonly fetch: Consumer;
  readonly parse: (message: Message) => Promise<Handled>;
  /** Called with what a consumer threw. */
  fail(error: unknown): void;
  /** Called when nothing runs and nothing is ready: only timers are left. */
  idle(): void;
}

/** One of the places of fetches that run side by side. */
export interface FetchPlace {
  /** Hands an answer of the site's host on. The queue lends the place to another site if the first answer is long in coming. */
  waitFor<T>(answer: Promise<T>): Promise<T>;
}

/** A site whose fetches have taken no longer than this in all is small so far. */
const smallSiteMs = 1_000;
/** While so many turns wait to be parsed, no further site is fetched from. */
const mostUnparsed = 64;
/** A host that has said nothing for so long may say nothing for much longer. */
const silentMs = 2_000;

/**
 * A queue within one process; after a restart the engine makes its messages again from the store. Fetches run side by
 * side, at most `mostFetches`; `mostParses` parses are handed over at once.
 *
 * The queue delivers messages in their order, except that small sites in progress pass sites that have not begun. So of
 * 100,000 small sites some hundred are under way at a time, and each site still has its connections, rules and addresses
 * at hand at its next turn. A site is small until its fetches have taken a second. If pages come faster than they are
 * parsed, further sites wait: each site that has begun takes memory and connections.
 *
 * A fetch whose host has not given a first answer for two seconds lends its place to another, so that dead hosts hold up
 * living ones little: at most `mostLent` are lent at a time.
 */
export class MemoryQueue implements Queue {
  private readonly clock: Clock;
  private readonly ids: Ids;
  private readonly most: Readonly<Record<Message['kind'], number>>;
  private readonly ready: Record<Message['kind'], Message[]> = { fetch: [], parse: [] };
  /** The same of small sites that have begun. */
  private readonly begun: Record<Message['kind'], Message[]> = { fetch: [], parse: [] };
  private readonly running: Record<Message['kind'], number> = { fetch: 0, parse: 0 };
  /** Sites that have begun and are small so far, by crawl and site. */
  private readonly small = new Map<string, SmallSite>();
  private consumers: QueueConsumers | undefined;
  private readonly mostLent: () => number;
  /** Fetches that wait for a first answer, and since when (monotonic): the longest wait comes first. */
  private readonly unanswered = new Map<FetchPlace, number>();
  private isLookingAgain = false;
  private readonly ended = new AbortController();

  constructor(options: { clock: Clock; ids: Ids; mostFetches: number; mostLent?: () => number; mostParses?: number }) {
    this.clock = options.clock;
    this.mostLent = options.mostLent ?? (() => 0);
    this.ids = options.ids;
    this.most = { fetch: options.mostFetches, parse: options.mostParses ?? 1 };
  }

  /** Starts delivering. */
  consume(consumers: QueueConsumers): void {
    this.consumers = consumers;
    this.pump('fetch');
    this.pump('parse');
  }

  async send(wakes: readonly Wake[]): Promise<void> {
    for (const { delayMs = 0, ...wake } of wakes) this.deliver({ ...wake, id: this.ids.next() }, delayMs);
  }

  /** Nothing more is delivered; what runs goes on. */
  close(): void {
    this.ended.abort();
    this.ready.fetch.length = 0;
    this.ready.parse.length = 0;
    this.begun.fetch.length = 0;
    this.begun.parse.length = 0;
  }

  private deliver(message: Message, delayMs: number): void {
    if (this.ended.signal.aborted) return;
    if (delayMs > 0) {
      void this.later(message, delayMs);
      return;
    }
    (this.isSmall(message) ? this.begun : this.ready)[message.kind].push(message);
    // Not at once: the sender ends its step first.
    queueMicrotask(() => this.pump(message.kind));
  }

  private async later(message: Message, delayMs: number): Promise<void> {
    await this.clock.sleep(delayMs, this.ended.signal);
    this.deliver(message, 0);
  }

  private pump(kind: Message['kind']): void {
    while (!this.ended.signal.aborted && this.consumers !== undefined && this.hasPlace(kind)) {
      const message = this.begun[kind].shift() ?? this.fromReady(kind);
      if (message === undefined) return;
      this.running[kind] += 1;
      void this.handle(this.consumers[kind], message);
    }
  }

  private hasPlace(kind: Message['kind']): boolean {
    if (this.running[kind] < this.most[kind]) return true;
    return kind === 'fetch' && this.running.fetch < this.most.fetch + this.lent();
  }

  /** Places of fetches whose hosts are silent. Looks again when there may be one more. */
  private lent(): number {
    const now = this.clock.monotonic();
    const most = this.mostLent();
    let silent = 0;
    for (const since of this.unanswered.values()) {
      const restMs = since + silentMs - now;
      if (restMs > 0 || silent >= most) {
        void this.lookAgain(restMs > 0 ? restMs : silentMs);
        break;
      }
      silent += 1;
    }
    return silent;
  }

  private async lookAgain(waitMs: number): Promise<void> {
    if (this.isLookingAgain || this.begun.fetch.length + this.ready.fetch.length === 0) return;
    this.isLookingAgain = true;
    await this.clock.sleep(Math.ceil(waitMs), this.ended.signal);
    this.isLookingAgain = false;
    this.pump('fetch');
  }

  private placeOf(): FetchPlace {
    let isAnswered = false;
    const place: FetchPlace = {
      waitFor: async answer => {
        if (!isAnswered && !this.unanswered.has(place)) this.unanswered.set(place, this.clock.monotonic());
        try {
          return await answer;
        } finally {
          isAnswered = true;
          this.unanswered.delete(place);
        }
      },
    };
    return place;
  }

  private fromReady(kind: Message['kind']): Message | undefined {
    const isHeld = kind === 'fetch' && this.ready.parse.length + this.begun.parse.length >= mostUnparsed;
    return isHeld ? undefined : this.ready[kind].shift();
  }

  private async handle(consumer: Consumer, message: Message): Promise<void> {
    if (message.kind === 'fetch') this.noteBegin(message);
    try {
      const handled = await consumer(message, this.placeOf());
      if (handled.kind === 'put-back') this.deliver(message, Math.max(1, handled.delayMs));
    } catch (error) {
      this.consumers?.fail(error);
    } finally {
      if (message.kind === 'fetch') this.noteEnd(message);
      this.running[message.kind] -= 1;
      this.pump(message.kind);
      if (message.kind === 'parse') this.pump('fetch');
      if (this.isIdle()) this.consumers?.idle();
    }
  }

  private isIdle(): boolean {
    const { running, ready, begun } = this;
    const waiting = [ready, begun].reduce((sum, { fetch, parse }) => sum + fetch.length + parse.length, 0);
    return running.fetch + running.parse + waiting === 0;
  }

  private noteBegin(message: Message): void {
    const site = siteOf(message);
    const tookMs = message.turn === 1 ? 0 : this.small.get(site)?.tookMs;
    if (tookMs !== undefined) this.small.set(site, { tookMs, since: this.clock.monotonic() });
  }

  private noteEnd(message: Message): void {
    const site = siteOf(message);
    const tookMs = this.tookMs(site);
    if (tookMs === undefined || tookMs > smallSiteMs) this.small.delete(site);
    else this.small.set(site, { tookMs });
  }

  /** A turn sends its next message while it is still running. */
  private isSmall(message: Message): boolean {
    return (this.tookMs(siteOf(message)) ?? Number.POSITIVE_INFINITY) <= smallSiteMs;
  }

  private tookMs(site: string): number | undefined {
    const known = this.small.get(site);
    if (known?.since === undefined) return known?.tookMs;
    return known.tookMs + this.clock.monotonic() - known.since;
  }
}

interface SmallSite {
  /** The time that its fetches have taken. */
  readonly tookMs: number;
  /** When the fetch that is under way began, monotonic. */
  readonly since?: number;
}

function siteOf({ crawl, site }: Message): string {
  return `${crawl} ${site}`;
}
