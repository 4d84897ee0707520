import { getHeapSpaceStatistics } from 'node:v8';
import { letYoungSpaceGrow } from './v8-flags.ts';

/** Both halves of the space: as threads have it that are started later (`orbweaver.js`). */
const enoughBytes = 8 * 2 ** 20;

/**
 * Keeps the space of young objects of the main thread small. V8 doubles this space while much in it survives, to 64 MB, and keeps it;
 * its bound can be set for a thread only before the thread starts. So code that makes many objects calls `look` now and then, and V8 must not let the
 * space grow when the space is large enough.
 */
export class YoungSpace {
  private mayGrow = true;

  look(): void {
    const isEnough = youngBytes() >= enoughBytes;
    if (isEnough === this.mayGrow) this.let(!isEnough);
  }

  /** It may grow as before. */
  release(): void {
    if (!this.mayGrow) this.let(true);
  }

  private let(mayGrow: boolean): void {
    letYoungSpaceGrow(mayGrow);
    this.mayGrow = mayGrow;
  }
}

/** The bytes that V8 keeps for young objects of this thread, in use or not. */
export function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!.space_size;
}
