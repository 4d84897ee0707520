import type { AnswerPage } from '../../domain/http/page-answer.ts';
import { type PageIdentity, pageIdentityIn } from '../../domain/http/request-identity.ts';
import type { TraverseOptions } from '../../domain/spec/traverse-options.ts';
import type {
  Arrival,
  Breakdown,
  DriverAnswer,
  Observation,
  PressRequest,
  TraversalDriver,
} from '../../wings/clicking/traversal-driver.ts';
import { cutting } from './agent/agent-source.ts';
import type { LentChromium } from './browsers.ts';
import { LoadedPage } from './loaded-page.ts';
import { isLost } from './lost-page.ts';
import { PageHung } from './page-time.ts';

export interface PageDriverOptions
  extends PageIdentity,
    Pick<TraverseOptions, 'loadMs' | 'windowMs' | 'idleMs' | 'buttons'> {
  readonly url: string;
  readonly answer: AnswerPage;
  /** Lends a browser; asked again after one was lost. */
  readonly lend: () => Promise<LentChromium>;
  /** Slots that change by themselves, as an earlier driver of this page learnt them. */
  readonly volatile?: readonly string[];
  /** Hears of each request that was refused for its method. */
  readonly refused?: (method: string, url: string) => void;
}

/** Frames of the page's own origin that are loaded with it. */
const mostFrames = 20;
/** The page's time for each screen that is scrolled over. */
const scrollMs = 100;

const abandoned = 'the page was abandoned';

/** Drives a page in Chromium. One browser, one page at a time. */
export class PageDriver implements TraversalDriver {
  readonly #options: PageDriverOptions;
  #browser: LentChromium | undefined;
  /** A browser that is being started for this page. */
  #lending: Promise<LentChromium> | undefined;
  #page: LoadedPage | undefined;
  #volatile: readonly string[];
  #kept: readonly string[] = [];
  /** No time passes while a worker computes: after a page has hung it does without workers. */
  #workers = true;
  readonly refused = new Map<string, number>();
  /** Links that differ from the page only behind `#`, those of all its states. */
  readonly hashes = new Set<string>();
  #isAbandoned = false;

  constructor(options: PageDriverOptions) {
    this.#options = options;
    this.#volatile = options.volatile ?? [];
  }

  /** Texts that change by themselves on this page: for a driver that continues it. */
  get volatile(): readonly string[] {
    return this.#volatile;
  }

  observe(): Promise<Observation> {
    return this.#guarded<Observation>(async () => {
      const page = await this.#open();
      if (!(await this.#loaded(page))) return { kind: 'broken', why: 'failed' };
      const early = await this.#arrival(page, 0);
      await this.#watch(page);
      this.#volatile = await page.call<string[]>('volatile');
      return { kind: 'observed', early, late: await this.#arrival(page, 0) };
    });
  }

  load(late: boolean): Promise<DriverAnswer> {
    return this.#guarded<DriverAnswer>(async () => {
      const page = await this.#open();
      if (!(await this.#loaded(page))) return { kind: 'broken', why: 'failed' };
      if (late) await this.#watch(page);
      return { kind: 'arrived', arrival: await this.#arrival(page, 0) };
    });
  }

  /** Lets time pass while nobody does anything. */
  async #watch(page: LoadedPage): Promise<void> {
    await page.call('phase', 'idle');
    await page.wait(this.#options.idleMs);
    await page.call('phase', 'load');
  }

  press({ key, times, whole }: PressRequest): Promise<DriverAnswer> {
    return this.#guarded<DriverAnswer>(async () => {
      const page = this.#page;
      if (page === undefined) return { kind: 'broken', why: 'crashed' };
      const made = await page.press(key, times, whole);
      if (made < 0) return { kind: 'missing', arrival: await this.#arrival(page, 0) };
      if (times === 1 && (await page.call<boolean>('isScroll', key))) await page.scrollThrough(scrollMs);
      await page.settle(this.#options.windowMs);
      return { kind: 'arrived', arrival: await this.#arrival(page, made) };
    });
  }

  neverCut(lists: readonly string[]): void {
    this.#kept = lists;
  }

  /** A PNG of the page as it is; undefined if none is loaded. */
  async screenshot(): Promise<Uint8Array | undefined> {
    return await this.#page?.screenshot();
  }

  /** The document as its scripts have made it; undefined if no page is loaded. */
  async html(): Promise<string | undefined> {
    return await this.#page?.html();
  }

  /** Ends the browser, whatever the page does: nothing of it is loaded any more, also in a browser that is still being started. */
  async abandon(): Promise<void> {
    this.#isAbandoned = true;
    await this.#kill();
    await this.#lending?.catch(() => undefined);
  }

  async close(): Promise<void> {
    if (this.#browser === undefined) return;
    const isLeft = await this.#guarded<'left'>(async () => {
      await this.#leave();
      return 'left';
    });
    if (isLeft === 'left') await this.#giveBack();
  }

  async #giveBack(): Promise<void> {
    const browser = this.#browser;
    this.#browser = undefined;
    await browser?.giveBack();
  }

  async #open(): Promise<LoadedPage> {
    await this.#leave();
    if (this.#browser?.isForOneLoad) await this.#giveBack();
    if (this.#isAbandoned) throw new Error(abandoned);
    this.#browser ??= await this.#lent();
    const { url, answer, buttons, refused } = this.#options;
    const agent = { ...cutting, volatile: this.#volatile, keptLists: this.#kept, buttons };
    this.#page = await LoadedPage.open(this.#browser, {
      ...{ url, ...pageIdentityIn(this.#options), answer, agent, frames: mostFrames, workers: this.#workers },
      ...(refused !== undefined && { refused }),
    });
    return this.#page;
  }

  async #lent(): Promise<LentChromium> {
    const lending = this.#lendUnlessAbandoned();
    this.#lending = lending;
    try {
      return await lending;
    } finally {
      this.#lending = undefined;
    }
  }

  async #lendUnlessAbandoned(): Promise<LentChromium> {
    const lent = await this.#options.lend();
    if (!this.#isAbandoned) return lent;
    // The caller that abandoned the page had no browser to end yet.
    await lent.giveBack();
    throw new Error(abandoned);
  }

  async #leave(): Promise<void> {
    this.#takeRefusals();
    const page = this.#page;
    this.#page = undefined;
    await page?.close();
  }

  #takeRefusals(): void {
    for (const [kind, n] of this.#page?.requests.refused ?? []) {
      this.refused.set(kind, (this.refused.get(kind) ?? 0) + n);
    }
    this.#page?.requests.refused.clear();
  }

  /** A27: only a page of HTML that answered 2xx is a root. */
  async #loaded(page: LoadedPage): Promise<boolean> {
    const status = await page.load(this.#options.loadMs);
    if (status === undefined || status < 200 || status > 299) return false;
    if (!/html|^$/i.test(page.requests.documentType)) return false;
    await page.settle(this.#options.windowMs);
    return true;
  }

  async #arrival(page: LoadedPage, presses: number): Promise<Arrival> {
    const snapshot = await page.snapshot();
    const { hashes, ...news } = await page.news();
    for (const hash of hashes) this.hashes.add(hash);
    return { snapshot, ...news, presses, cuts: await page.call<string[]>('cuts') };
  }

  // A page that hangs or crashes takes its browser along: the next load starts a new one.
  async #guarded<T>(work: () => Promise<T | Broken>): Promise<T | Broken> {
    try {
      return await work();
    } catch (error) {
      const crashed = this.#page?.crashed === true || this.#browser?.browser.connected === false;
      if (!(error instanceof PageHung) && !crashed && !isLost(error)) throw error;
      await this.#kill();
      if (error instanceof PageHung) this.#workers = false;
      return { kind: 'broken', why: error instanceof PageHung ? 'hung' : 'crashed' };
    }
  }

  async #kill(): Promise<void> {
    const browser = this.#browser;
    this.#takeRefusals();
    this.#browser = undefined;
    this.#page = undefined;
    await browser?.end();
  }
}

interface Broken {
  readonly kind: 'broken';
  readonly why: Breakdown;
}
