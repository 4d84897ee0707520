import { pageIdentityIn } from '../../domain/http/request-identity.ts';
import type { PageToRender, RenderedPage, Renderer } from '../../ports/page-ports.ts';
import { cutting } from './agent/agent-source.ts';
import type { Browsers, LentChromium } from './browsers.ts';
import { LoadedPage } from './loaded-page.ts';
import { isLost } from './lost-page.ts';
import { PageHung } from './page-time.ts';

export interface PageRendererOptions {
  readonly browsers: Browsers;
  /** Pages at once, each in its own browser: a page that hangs takes no other page along. */
  readonly pages: number;
}

/** Milliseconds of a page's time: for its load, and for each of at most five windows until it is quiet. */
const loadMs = 5_000;
const windowMs = 500;
/** A page whose process died is loaded once more, in a new browser. */
const mostTries = 2;
/** Frames of a page's own origin that are loaded with it. */
const frames = 20;
const longestDocument = 16 * 1024 * 1024;

/** Nothing of the page is pressed: no list grows. */
const agent = { ...cutting, volatile: [], keptLists: [], buttons: 1 };

/** Renders pages in Chromium. A browser is started with the first page that needs one. */
export class PageRenderer implements Renderer {
  readonly #options: PageRendererOptions;
  readonly #lent = new Set<LentChromium>();
  readonly #waiting: (() => void)[] = [];
  #pages = 0;
  #isClosed = false;

  constructor(options: PageRendererOptions) {
    this.#options = options;
  }

  async render(page: PageToRender): Promise<RenderedPage> {
    if (this.#pages >= this.#options.pages) await new Promise<void>(resolve => this.#waiting.push(resolve));
    else this.#pages += 1;
    try {
      let rendered: RenderedPage = { kind: 'crashed' };
      for (let tries = 0; tries < mostTries && rendered.kind === 'crashed' && !this.#isClosed; tries += 1)
        rendered = await this.#once(page);
      return rendered;
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#pages -= 1;
      else next();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#lent].map(async ({ end }) => await end()));
    await this.#options.browsers.close();
  }

  /** Undefined: the renderer was closed before the browser had started. */
  async #lend(): Promise<LentChromium | undefined> {
    try {
      return await this.#options.browsers.lend();
    } catch (error) {
      if (this.#isClosed) return undefined;
      throw error;
    }
  }

  async #once(page: PageToRender): Promise<RenderedPage> {
    const lent = await this.#lend();
    if (lent === undefined) return { kind: 'crashed' };
    this.#lent.add(lent);
    try {
      const rendered = await renderIn(lent, page);
      if (rendered.kind === 'rendered' || rendered.kind === 'too-large') await lent.giveBack();
      else await lent.end();
      return rendered;
    } catch (error) {
      await lent.end();
      throw error;
    } finally {
      this.#lent.delete(lent);
    }
  }
}

async function renderIn(lent: LentChromium, { address, answer, ...identity }: PageToRender): Promise<RenderedPage> {
  let page: LoadedPage | undefined;
  try {
    page = await LoadedPage.open(lent, { url: address, ...pageIdentityIn(identity), answer, agent, frames });
    await page.load(loadMs);
    await page.settle(windowMs);
    const text = await page.html();
    const html = Buffer.from(text);
    const framed = await page.frameLinks(text);
    const { found } = await page.news();
    await page.close();
    if (html.byteLength > longestDocument) return { kind: 'too-large' };
    const left = found.filter(({ by }) => by === 'click' || by === 'popup').map(each => each.url);
    const went = [...new Set([...left, ...framed])];
    return { kind: 'rendered', html, went };
  } catch (error) {
    const isGone = page?.crashed === true || !lent.browser.connected;
    if (!(error instanceof PageHung) && !isGone && !isLost(error)) throw error;
    return { kind: error instanceof PageHung && !isGone ? 'hung' : 'crashed' };
  }
}
