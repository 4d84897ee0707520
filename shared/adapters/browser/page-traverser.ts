import type { PageToTraverse, TraversalSlice, Traverser } from '../../ports/page-ports.ts';
import { type OpenPage, type PageSource, SlicedTraversal } from '../../wings/clicking/sliced-traversal.ts';

export interface PageTraverserOptions {
  /** Pages that are open at once. */
  readonly pages: number;
  open(page: PageToTraverse, source: PageSource): OpenPage;
  /** After all pages. */
  close(): Promise<void>;
  /** Monotonic, ms. */
  now(): number;
}

interface Open {
  readonly traversal: SlicedTraversal;
  /** Names the slice that was handed out last. */
  after: string;
  isBusy: boolean;
}

/**
 * Clicks through pages. A page stays open between slices. If all places are taken, a new page takes the place
 * of the page that waits longest; the traversal of the old page goes on from its last slice.
 */
export class PageTraverser implements Traverser {
  readonly #options: PageTraverserOptions;
  /** The one that waits longest comes first. */
  readonly #open = new Map<string, Open>();
  readonly #waiting: (() => void)[] = [];
  /** Places of pages whose stored slices are being read. */
  #opening = 0;
  #isClosed = false;

  constructor(options: PageTraverserOptions) {
    this.#options = options;
  }

  async goOn(page: PageToTraverse): Promise<TraversalSlice> {
    const open = await this.#openedFor(page);
    if (open === undefined) return { found: [] };
    try {
      const slice = await open.traversal.goOn(page);
      // A slice that was not handed out is not stored either: the slice before counts on.
      if (slice.checkpoint !== undefined) open.after = page.name;
      if (slice.result !== undefined) this.#forget(page.key, open);
      return slice;
    } catch (error) {
      this.#forget(page.key, open);
      await open.traversal.giveUp();
      throw error;
    } finally {
      open.isBusy = false;
      this.#wake();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake();
    await Promise.all([...this.#open.keys()].map(key => this.#leave(key)));
    await this.#options.close();
  }

  /** Undefined: there was no room until the slice was over. */
  async #openedFor(page: PageToTraverse): Promise<Open | undefined> {
    const known = this.#open.get(page.key);
    if (known !== undefined && !known.isBusy && known.after === page.after) {
      // Behind all others that wait.
      this.#open.delete(page.key);
      this.#open.set(page.key, known);
      known.isBusy = true;
      return known;
    }
    if (known !== undefined) await this.#leave(page.key);
    if (!(await this.#hasRoom(page.over))) return undefined;
    try {
      return await this.#opened(page);
    } finally {
      this.#opening -= 1;
    }
  }

  /** Undefined: all pages were closed meanwhile. */
  async #opened(page: PageToTraverse): Promise<Open | undefined> {
    const { open: openPage, now } = this.#options;
    const saved = await page.saved();
    if (this.#isClosed) return undefined;
    const traversal = new SlicedTraversal(page, saved, source => openPage(page, source), now);
    const open = { traversal, after: page.after, isBusy: true };
    this.#open.set(page.key, open);
    return open;
  }

  /** True: a place is kept for the page. */
  async #hasRoom(over: AbortSignal): Promise<boolean> {
    while (!over.aborted && !this.#isClosed) {
      if (this.#open.size + this.#opening < this.#options.pages) {
        this.#opening += 1;
        return true;
      }
      const idle = [...this.#open].find(([, { isBusy }]) => !isBusy);
      if (idle === undefined) await this.#change(over);
      else await this.#leave(idle[0]);
    }
    return false;
  }

  /** Until a page has had its slice, or `over` aborts. */
  async #change(over: AbortSignal): Promise<void> {
    await new Promise<void>(resolve => {
      this.#waiting.push(resolve);
      over.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** A later slice of the page may have opened it anew meanwhile. */
  #forget(key: string, open: Open): void {
    if (this.#open.get(key) === open) this.#open.delete(key);
  }

  async #leave(key: string): Promise<void> {
    const open = this.#open.get(key);
    this.#open.delete(key);
    await open?.traversal.giveUp();
  }
}
