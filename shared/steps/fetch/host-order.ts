import { protocol } from '../../domain/protocol/protocol.ts';
import type { Clock } from '../../ports.ts';
import type { OrderBesides } from './fetch-politely.ts';

interface TurnBounds {
  /** Monotonic instant after which nothing is begun. */
  readonly softEnd: number;
  /** Bytes of bodies at which nothing is begun. */
  readonly mostBytes: number;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/**
 * Entries of several hosts that are requested side by side. In the end a prefix of them counts. So no host is far
 * ahead of the others: at most `aheadFirst` requests behind the first entry that is not begun, and `aheadForEach` more for each
 * entry before it. Towards its end the turn only fills up what is before the furthest entry that is begun.
 */
export class HostOrder {
  private readonly bounds: TurnBounds;
  private readonly isBegun: boolean[];
  /** The first entry that is not begun. */
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

  /** For a host whose entries are at these places among all. */
  of(at: readonly number[]): OrderBesides {
    return {
      stateOf: index => this.stateOf(at[index]!),
      begun: index => this.begun(at[index]!),
      took: bytes => {
        this.bytes += bytes;
      },
    };
  }

  /** It is known what becomes of the entry, or a request for it is under way. */
  begun(place: number): void {
    if (this.isBegun[place] === true) return;
    this.isBegun[place] = true;
    this.begunInAll += 1;
    this.furthest = Math.max(this.furthest, place);
    while (this.isBegun[this.first] === true) this.first += 1;
  }

  /** Nothing from this place on will count; undefined: all may. */
  endAt(place: number | undefined): void {
    this.end = Math.min(this.end, place ?? this.end);
  }

  private stateOf(place: number): ReturnType<OrderBesides['stateOf']> {
    const isFurther = place > this.first && place > this.furthest;
    // The first entry of all always comes, or the turn would be for nothing.
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
