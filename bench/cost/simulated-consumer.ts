import type { Handled, Message } from '../../shared/domain/protocol/crawl-state.ts';
import type { CountedCalls } from './counted-calls.ts';
import type { VirtualClock } from './virtual-clock.ts';

export const workerChoices = ['sticky', 'random'] as const;
export type Workers = (typeof workerChoices)[number];

export interface ConsumerOptions {
  readonly clock: VirtualClock;
  readonly counted: CountedCalls;
  /** Messages of one invocation, at most. */
  readonly batchSize: number;
  /** How long a batch is awaited, from its first message on. */
  readonly windowMs: number;
  /** Invocations at once, at most. */
  readonly mostAtOnce: number;
  readonly memoryMb: number;
  /** Messages of one lane are handled one after the other. */
  lane(message: Message): string;
  /** The free process that is taken: the last that worked (absent), or any. */
  readonly workers?: Workers;
  /** `process` names the one that is at work: each keeps its own memory. */
  handle(process: number, message: Message): Promise<Handled>;
}

interface Waiting {
  readonly message: Message;
  readonly since: number;
}

/** Messages of one DeleteMessageBatch. */
const deletedAtOnce = 10;

/**
 * A queue with its Lambda: batches as an event source mapping makes them, each invocation billed for as long as its
 * longest message takes. Receiving counts once for every instant at which a message of the batch came in (a long poll
 * ends with the first message); polls that bring nothing cost about half a dollar a month, crawl or no crawl, and are
 * not counted.
 */
export class SimulatedConsumer {
  private readonly options: ConsumerOptions;
  private readonly waiting: Waiting[] = [];
  private readonly free: number[];
  private isWindowOpen = false;
  /** Of the last random choice: a linear congruential generator. */
  private taken = 1;

  constructor(options: ConsumerOptions) {
    this.options = options;
    this.free = Array.from({ length: options.mostAtOnce }, (_, index) => options.mostAtOnce - 1 - index);
  }

  deliver(message: Message): void {
    this.waiting.push({ message, since: this.options.clock.monotonic() });
    this.arrange();
  }

  private arrange(): void {
    const { clock, batchSize, windowMs } = this.options;
    if (this.waiting.length === 0 || this.free.length === 0) return;
    if (this.waiting.length >= batchSize) this.begin();
    else if (!this.isWindowOpen) {
      this.isWindowOpen = true;
      clock.after(windowMs, () => {
        this.isWindowOpen = false;
        if (this.waiting.length > 0 && this.free.length > 0) this.begin();
      });
    }
  }

  private begin(): void {
    const batch = this.waiting.splice(0, this.options.batchSize);
    this.options.clock.launch(this.invoke(this.takeFree(), batch));
    this.arrange();
  }

  private takeFree(): number {
    if (this.options.workers !== 'random') return this.free.pop()!;
    this.taken = (Math.imul(this.taken, 1_664_525) + 1_013_904_223) >>> 0;
    return this.free.splice(Math.floor((this.taken / 2 ** 32) * this.free.length), 1)[0]!;
  }

  private async invoke(process: number, batch: readonly Waiting[]): Promise<void> {
    const { clock, counted, memoryMb } = this.options;
    const start = clock.monotonic();
    const lanes = [...Map.groupBy(batch, ({ message }) => this.options.lane(message)).values()];
    const kept = (await Promise.all(lanes.map(async lane => await this.handleLane(process, lane)))).flat();
    const seconds = (clock.monotonic() - start) / 1000;
    const receives = new Set(batch.map(({ since }) => since)).size;
    const deletes = Math.ceil((batch.length - kept.length) / deletedAtOnce);
    counted.add({
      lambdaRequest: 1,
      lambdaGbSecond: (memoryMb / 1024) * seconds,
      sqsRequest: receives + deletes + kept.length,
      // Invocations are counted, as a bound on loops of messages (functions/aws/invocation-bound.ts).
      writeUnit: 1,
    });
    this.free.push(process);
    this.arrange();
  }

  /** Messages that stay with the queue; each is delivered again after its delay. */
  private async handleLane(process: number, lane: readonly Waiting[]): Promise<Message[]> {
    const kept: Message[] = [];
    for (const { message } of lane.toSorted((a, b) => a.message.turn - b.message.turn)) {
      const handled = await this.options.handle(process, message);
      if (handled.kind === 'done') continue;
      kept.push(message);
      this.options.clock.after(handled.delayMs, () => this.deliver(message));
    }
    return kept;
  }
}
