import { protocol } from '../../domain/protocol/protocol.ts';
import type { Clock } from '../../ports/ports.ts';
import type { OrderBesides } from './fetch-politely.ts';

interface TurnBounds {
  /** Monotonic instant after which no request begins. */
  readonly softEnd: number;
  /** Bytes of bodies after which no request begins. */
  readonly mostBytes: number;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/**
 * Order of entries of several hosts that are requested side by side. In the end a prefix of them counts, so no host may
 * run far ahead: at most `aheadFirst` requests behind the first entry that is not begun, and `aheadForEach` more for
 * each entry before it. Towards its end the turn only fills the gaps before the furthest begun entry.
 */
export class HostOrder {
  private readonly bounds: TurnBounds;
  private readonly isBegun: boolean[];
  /** Place of the first entry that is not begun. */
  private first = 0;
  private furthest = -1;
  private begunInAll = 0;
  private end: number;
  private bytes = 0;

  constructor(entries: number, bounds: TurnBounds) {
    this.isBegun = new Array<boolean>(entries).fill(false);
    this.bounds = bounds;
    this.end = entries;
  }

  /** The order for a host whose entries have these places. */
  of(at: readonly number[]): OrderBesides {
    return {
      stateOf: index => this.stateOf(at[index]!),
      begun: index => this.begun(at[index]!),
      took: bytes => {
        this.bytes += bytes;
      },
    };
  }

  /** The entry's result is known, or a request for it is under way. */
  begun(place: number): void {
    if (this.isBegun[place] === true) return;
    this.isBegun[place] = true;
    this.begunInAll += 1;
    this.furthest = Math.max(this.furthest, place);
    while (this.isBegun[this.first] === true) this.first += 1;
  }

  /** No entry from this place on will count; undefined: all may. */
  endAt(place: number | undefined): void {
    this.end = Math.min(this.end, place ?? this.end);
  }

  private stateOf(place: number): ReturnType<OrderBesides['stateOf']> {
    const isFurther = place > this.first && place > this.furthest;
    // The very first entry is always requested, or the turn would make no progress.
    const isFull = place > 0 && this.bytes >= this.bounds.mostBytes;
    if (isFull || (isFurther && this.isClosing())) this.endAt(place);
    if (place >= this.end) return 'over';
    const ahead = this.begunInAll - this.first;
    const most = protocol.aheadFirst + protocol.aheadForEach * this.first;
    return place > this.first && ahead >= most ? 'wait' : 'begin';
  }

  private isClosing(): boolean {
    const { clock, softEnd, mostBytes } = this.bounds;
    return clock.monotonic() >= softEnd - protocol.closingMs || this.bytes >= 0.75 * mostBytes;
  }
}
