import type { PageToRender, RenderedPage, Renderer } from '../../ports.ts';
import type { RunningChromium } from './chromium.ts';
import { LoadedPage } from './loaded-page.ts';
import { isLost } from './lost-page.ts';
import { PageHung } from './page-time.ts';

export interface PageRendererOptions {
  /** Starts a browser; asked again after one was lost. */
  readonly start: () => Promise<RunningChromium>;
  /** Pages at once, each in a browser of its own: a page that hangs takes no other page along. */
  readonly pages: number;
}

/** Milliseconds of a page's time: for its load, and for each of at most five windows until it is quiet. */
const loadMs = 5_000;
const windowMs = 500;
/** A browser that has loaded so many pages is replaced: what pages leave behind in it does not grow. */
const pagesOfBrowser = 200;
/** A page whose process died is loaded once more, in a new browser. */
const mostTries = 2;
const longestDocument = 16 * 1024 * 1024;

/** Nothing of the page is pressed: no list grows. */
const agent = {
  growth: 2,
  growthFloor: 10,
  keptItems: 3,
  hollowLimit: 20_000,
  volatile: [],
  keptLists: [],
  buttons: 1,
};

interface Slot {
  running?: RunningChromium | undefined;
  pages: number;
}

/** Renders pages in Chromium. A browser is started with the first page that needs one. */
export class PageRenderer implements Renderer {
  readonly #options: PageRendererOptions;
  readonly #slots = new Set<Slot>();
  readonly #idle: Slot[] = [];
  readonly #waiting: ((slot: Slot) => void)[] = [];
  #isClosed = false;

  constructor(options: PageRendererOptions) {
    this.#options = options;
  }

  async render(page: PageToRender): Promise<RenderedPage> {
    const slot = await this.#slot();
    try {
      let rendered: RenderedPage = { kind: 'crashed' };
      for (let tries = 0; tries < mostTries && rendered.kind === 'crashed' && !this.#isClosed; tries += 1)
        rendered = await this.#renderIn(slot, page);
      return rendered;
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#idle.push(slot);
      else next(slot);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#slots].map(async slot => await endBrowser(slot)));
  }

  /** A slot that is idle, the latest first: a crawl of a single site starts a single browser. */
  async #slot(): Promise<Slot> {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    if (this.#slots.size >= this.#options.pages) return await new Promise(resolve => this.#waiting.push(resolve));
    const slot: Slot = { pages: 0 };
    this.#slots.add(slot);
    return slot;
  }

  async #renderIn(slot: Slot, { url, userAgent, answer }: PageToRender): Promise<RenderedPage> {
    let page: LoadedPage | undefined;
    try {
      slot.running ??= await this.#options.start();
      page = await LoadedPage.open(slot.running.browser, { url, userAgent, answer, agent });
      await page.load(loadMs);
      await page.settle(windowMs);
      const html = Buffer.from(await page.html());
      const { found } = await page.news();
      await page.close();
      slot.pages += 1;
      if (slot.pages >= pagesOfBrowser) await endBrowser(slot);
      if (html.byteLength > longestDocument) return { kind: 'too-large' };
      const went = found.filter(({ by }) => by === 'click' || by === 'popup').map(each => each.url);
      return { kind: 'rendered', html, went };
    } catch (error) {
      const isGone = page?.crashed === true || slot.running?.browser.connected === false;
      if (!(error instanceof PageHung) && !isGone && !isLost(error)) throw error;
      await endBrowser(slot);
      return { kind: error instanceof PageHung ? 'hung' : 'crashed' };
    }
  }
}

async function endBrowser(slot: Slot): Promise<void> {
  const { running } = slot;
  slot.running = undefined;
  slot.pages = 0;
  await running?.end();
}
