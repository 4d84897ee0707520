import type { AnswerPage } from '../../domain/http/page-answer.ts';
import type {
  Arrival,
  Breakdown,
  DriverAnswer,
  Observation,
  PressRequest,
  TraversalDriver,
} from '../../wings/publications/traversal/traversal-driver.ts';
import type { LentChromium } from './browsers.ts';
import { LoadedPage } from './loaded-page.ts';
import { isLost } from './lost-page.ts';
import { PageHung } from './page-time.ts';

export interface PageDriverOptions {
  readonly url: string;
  readonly userAgent: string;
  readonly answer: AnswerPage;
  /** Lends a browser; asked again after one was lost. */
  readonly lend: () => Promise<LentChromium>;
  /** Milliseconds of the page's time: of a load, of one settling window, of the watch before the first press. */
  readonly loadMs: number;
  readonly windowMs: number;
  readonly idleMs: number;
  readonly buttons: number;
  /** Slots that change by themselves, as an earlier driver of this page learnt them. */
  readonly volatile?: readonly string[];
}

/** The page's time for each screen that is scrolled over. */
const scrollMs = 100;

/** How growing lists are cut: see the article, "Разрастающиеся списки", and A21, A22. */
const cutting = { growth: 2, growthFloor: 10, keptItems: 3, hollowLimit: 20_000 };

/** Drives a page in Chromium. One browser, one page at a time. */
export class PageDriver implements TraversalDriver {
  readonly #options: PageDriverOptions;
  #browser: LentChromium | undefined;
  #page: LoadedPage | undefined;
  #volatile: readonly string[];
  #kept: readonly string[] = [];
  readonly refused = new Map<string, number>();

  constructor(options: PageDriverOptions) {
    this.#options = options;
    this.#volatile = options.volatile ?? [];
  }

  /** What changes by itself on this page: for a driver that goes on with it. */
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

  /** A PNG of the page as it is; undefined where none is loaded. */
  async screenshot(): Promise<Uint8Array | undefined> {
    return await this.#page?.screenshot();
  }

  /** The document as its scripts have made it; undefined where no page is loaded. */
  async html(): Promise<string | undefined> {
    return await this.#page?.html();
  }

  async close(): Promise<void> {
    if (this.#browser === undefined) return;
    const isLeft = await this.#guarded<'left'>(async () => {
      await this.#leave();
      return 'left';
    });
    if (isLeft !== 'left') return;
    const browser = this.#browser;
    this.#browser = undefined;
    await browser.giveBack();
  }

  async #open(): Promise<LoadedPage> {
    await this.#leave();
    this.#browser ??= await this.#options.lend();
    const { url, userAgent, answer, buttons } = this.#options;
    const agent = { ...cutting, volatile: this.#volatile, keptLists: this.#kept, buttons };
    this.#page = await LoadedPage.open(this.#browser.browser, { url, userAgent, answer, agent });
    return this.#page;
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
    const news = await page.news();
    return { snapshot, ...news, presses, cuts: await page.call<string[]>('cuts') };
  }

  // What hangs or crashes takes its browser along: the next load starts another one.
  async #guarded<T>(work: () => Promise<T | Broken>): Promise<T | Broken> {
    try {
      return await work();
    } catch (error) {
      const crashed = this.#page?.crashed === true || this.#browser?.browser.connected === false;
      if (!(error instanceof PageHung) && !crashed && !isLost(error)) throw error;
      await this.#kill();
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
