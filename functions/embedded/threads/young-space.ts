import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Both halves of the space: as threads have it that are started later (`orbweaver.js`). */
const enoughBytes = 8 * 2 ** 20;

/**
 * Keeps the space of young objects of the main thread small. V8 doubles this space while much in it survives, to 64 MB, and keeps it;
 * its bound can be set for a thread only before the thread starts. So code that makes many objects calls `look` now and then, and V8 is told not to let the
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
    setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
    this.mayGrow = mayGrow;
  }
}

/**
 * Keeps the space as small as it is. A fetching thread makes objects that live for a moment, and pages, which lie outside of the heap. A larger
 * space would only take longer to fill.
 */
export function keepYoungSpace(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** What V8 keeps for young objects of this thread, in use or not. */
export function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!.space_size;
}
