import type { TurnBodies } from '../../domain/protocol/fetch-memory.ts';
import { protocol } from '../../domain/protocol/protocol.ts';
import type { Clock } from '../../ports/ports.ts';
import type { FetchRequest } from '../../ports/request-ports.ts';

interface Asking {
  /** Absent: the place has memory for the bodies of all its turns. */
  readonly bodies?: TurnBodies;
  /** Monotonic instant after which nothing waits any more: an answer that waited would miss the hard end. */
  readonly softEnd: number;
  readonly signal: AbortSignal;
}

/** Room for the body of one answer, reserved before it is read (`fetch-memory.ts`). */
export class Admission {
  /** The body was given up, which says nothing of its page. */
  isRefused = false;
  private readonly clock: Clock;
  private readonly asking: Asking;
  private reserved = 0;
  private isOver = false;

  constructor(clock: Clock, asking: Asking) {
    this.clock = clock;
    this.asking = asking;
  }

  /** The question of the request whether its body has room. */
  get asked(): Pick<FetchRequest, 'admit'> {
    const { bodies } = this.asking;
    return bodies === undefined ? {} : { admit: async bytes => await this.admit(bodies, bytes) };
  }

  /** The answer is there, and what it holds is counted elsewhere. A request that still waits for room waits in vain. */
  end(): void {
    this.isOver = true;
    this.asking.bodies?.free(this.reserved);
    this.reserved = 0;
  }

  private async admit(bodies: TurnBodies, bytes: number): Promise<boolean> {
    const { softEnd, signal } = this.asking;
    for (;;) {
      const reserved = this.isOver ? undefined : bodies.reserve(bytes);
      if (reserved !== undefined) {
        this.reserved += reserved;
        return true;
      }
      if (this.isOver || !bodies.isEmpty() || signal.aborted || this.clock.monotonic() >= softEnd) {
        this.isRefused = true;
        bodies.giveUp();
        return false;
      }
      await this.clock.sleep(protocol.roomLookMs);
    }
  }
}
