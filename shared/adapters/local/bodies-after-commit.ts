import type { ObjectStore } from '../../ports/ports.ts';
import { manySites } from './many-sites.ts';

interface Settling {
  /** All that was committed so far outlasts a failure of the power. */
  settle(): void;
}

/** Turn records that wait for their removal, at most, in a crawl of many sites. */
const mostWaiting = 32;
/** How long one waits at most where nothing else is parsed, in ms. */
const longestWaitMs = 1_000;
const bodiesFolder = 'bodies/';

/**
 * Objects whose turn records are removed behind the commit of their turn. The commit must be on the disk before that. Forcing
 * the journal to the disk takes as long for one commit as for many, and the turns of many small sites are small; so in a
 * crawl of many sites some turn records are removed together. Names of turn records are never used again, and a process that
 * is killed leaves them to the next resume. A crawl of few sites forces each commit at once: a journal that is damaged then
 * costs a turn at most.
 */
export class BodiesAfterCommit implements ObjectStore {
  private readonly objects: ObjectStore;
  private readonly store: Settling;
  private most = 1;
  private readonly waiting: string[] = [];
  private timer: NodeJS.Timeout | undefined;
  private failure: Error | undefined;

  constructor(objects: ObjectStore, store: Settling) {
    this.objects = objects;
    this.store = store;
  }

  readonly put: ObjectStore['put'] = async (...args) => await this.objects.put(...args);
  readonly get: ObjectStore['get'] = async (...args) => await this.objects.get(...args);
  readonly list: ObjectStore['list'] = async (...args) => await this.objects.list(...args);

  /** Of the crawl. */
  setSites(count: number): void {
    this.most = count > manySites ? mostWaiting : 1;
  }

  async remove(name: string): Promise<void> {
    if (!name.startsWith(bodiesFolder)) return await this.objects.remove(name);
    this.waiting.push(name);
    if (this.waiting.length >= this.most || this.failure !== undefined) return await this.settle();
    this.settleSoon();
  }

  /** Forces committed data to the disk within a second. A later removal throws the error of a failure. */
  settleSoon(): void {
    this.timer ??= setTimeout(() => this.settleLater(), longestWaitMs).unref();
  }

  /** Removes the objects that wait. Throws the error of an earlier removal again. */
  async settle(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.failure !== undefined) throw this.failure;
    const names = this.waiting.splice(0);
    this.store.settle();
    for (const name of names) await this.objects.remove(name);
  }

  /** The next call throws the error of a failure here. */
  private settleLater(): void {
    this.settle().catch((error: unknown) => {
      this.failure = error as Error;
    });
  }
}
