import type { Handled, Message } from '../../domain/protocol/crawl-state.ts';
import type { Clock, Ids, Queue, Wake } from '../../ports.ts';

type Consumer = (message: Message) => Promise<Handled>;

export interface QueueConsumers {
  readonly fetch: Consumer;
  readonly parse: Consumer;
  /** Called with what a consumer threw. */
  fail(error: unknown): void;
  /** Called when nothing runs and nothing is ready: only timers are left. */
  idle(): void;
}

/**
 * A queue within one process; after a restart the engine makes its messages again from the store. Fetches run side by
 * side, at most `mostFetches`; parses one after the other.
 */
export class MemoryQueue implements Queue {
  private readonly clock: Clock;
  private readonly ids: Ids;
  private readonly most: Readonly<Record<Message['kind'], number>>;
  private readonly ready: Record<Message['kind'], Message[]> = { fetch: [], parse: [] };
  private readonly running: Record<Message['kind'], number> = { fetch: 0, parse: 0 };
  private consumers: QueueConsumers | undefined;
  private readonly ended = new AbortController();

  constructor(options: { clock: Clock; ids: Ids; mostFetches: number }) {
    this.clock = options.clock;
    this.ids = options.ids;
    this.most = { fetch: options.mostFetches, parse: 1 };
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
  }

  private deliver(message: Message, delayMs: number): void {
    if (this.ended.signal.aborted) return;
    if (delayMs > 0) {
      void this.later(message, delayMs);
      return;
    }
    this.ready[message.kind].push(message);
    // Not at once: the sender ends its step first.
    queueMicrotask(() => this.pump(message.kind));
  }

  private async later(message: Message, delayMs: number): Promise<void> {
    await this.clock.sleep(delayMs, this.ended.signal);
    this.deliver(message, 0);
  }

  private pump(kind: Message['kind']): void {
    while (!this.ended.signal.aborted && this.consumers !== undefined && this.running[kind] < this.most[kind]) {
      const message = this.ready[kind].shift();
      if (message === undefined) return;
      this.running[kind] += 1;
      void this.handle(this.consumers[kind], message);
    }
  }

  private async handle(consumer: Consumer, message: Message): Promise<void> {
    try {
      const handled = await consumer(message);
      if (handled.kind === 'put-back') this.deliver(message, Math.max(1, handled.delayMs));
    } catch (error) {
      this.consumers?.fail(error);
    } finally {
      this.running[message.kind] -= 1;
      this.pump(message.kind);
      const { running, ready } = this;
      if (running.fetch + running.parse + ready.fetch.length + ready.parse.length === 0) this.consumers?.idle();
    }
  }
}
