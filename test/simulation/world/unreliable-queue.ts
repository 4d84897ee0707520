import type { Handled, Message } from '../../../shared/domain/protocol/crawl-state.ts';
import { protocol } from '../../../shared/domain/protocol/protocol.ts';
import type { Wake } from '../../../shared/ports/ports.ts';
import type { Random } from './random.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface QueueFaults {
  readonly loss: number;
  readonly twin: number;
  /** A message comes much later than it could. */
  readonly late: number;
}

/** `deliveries`: how often the message was delivered, this time included. Undefined: the consumer threw, or it died. */
type Consumer = (message: Message, deliveries: number) => Promise<Handled | undefined>;

/**
 * Delivers at least once, in any order; sometimes twice at the same time, sometimes much later, sometimes never. A
 * message that is not acknowledged is delivered again when its visibility ends.
 */
export class UnreliableQueue {
  readonly sent: Message[] = [];
  mostAlive = 0;
  putBacks = 0;
  private readonly time: VirtualTime;
  private readonly random: Random;
  private readonly faults: QueueFaults;
  private readonly consume: Consumer;
  /** Messages not yet acknowledged, with the delivery that counts. */
  private readonly alive = new Map<string, number>();

  constructor(time: VirtualTime, random: Random, faults: QueueFaults, consume: Consumer) {
    this.time = time;
    this.random = random;
    this.faults = faults;
    this.consume = consume;
  }

  get aliveCount(): number {
    return this.alive.size;
  }

  send({ delayMs = 0, ...wake }: Wake): void {
    if (delayMs > protocol.maxMessageDelayMs) throw new Error(`a delay of ${delayMs} ms is more than a queue can give`);
    const message: Message = { ...wake, id: `m${this.sent.length + 1}` };
    this.sent.push(message);
    if (this.random.chance(this.faults.loss)) return;
    this.alive.set(message.id, 0);
    this.mostAlive = Math.max(this.mostAlive, this.alive.size);
    this.deliverIn(message, delayMs + this.transport());
    if (this.random.chance(this.faults.twin)) {
      const behind = this.random.chance(0.7) ? this.random.int(0, 500) : this.random.int(0, 900_000);
      this.time.after(delayMs + behind, () => void this.handle(message));
    }
  }

  /** Delivers a message once more, whatever has become of it. */
  async replay(message: Message): Promise<void> {
    await this.consume(message, 2);
  }

  /** The queue ends with the process that held it. */
  forgetAll(): void {
    this.alive.clear();
  }

  private transport(): number {
    return this.random.chance(this.faults.late) ? this.random.int(1_000, 300_000) : this.random.int(0, 40);
  }

  private deliverIn(message: Message, ms: number): void {
    const delivery = (this.alive.get(message.id) ?? 0) + 1;
    this.alive.set(message.id, delivery);
    this.time.after(ms, () => {
      if (this.alive.get(message.id) === delivery) void this.handle(message);
    });
  }

  private async handle(message: Message): Promise<void> {
    const deliveries = this.alive.get(message.id) ?? 2;
    if (this.alive.has(message.id)) this.deliverIn(message, protocol.visibilityMs);
    const handled = await this.consume(message, deliveries);
    if (handled?.kind === 'done') this.alive.delete(message.id);
    if (handled?.kind === 'put-back') this.putBacks += 1;
    if (handled?.kind === 'put-back' && this.alive.has(message.id)) this.deliverIn(message, handled.delayMs);
  }
}
