import { type ChromiumOptions, type RunningChromium, startChromium } from './chromium.ts';

/** A browser that one page at a time has for itself. */
export interface LentChromium extends RunningChromium {
  /** The page is closed and the browser is well: the next page may have it. */
  giveBack(): Promise<void>;
}

/** Pages that one browser is lent for, at most: what leaks in a browser ends with it. */
const mostPages = 200;

/** The browsers of one process. A browser starts when the first page asks for it, and is lent again once it is back. */
export class Browsers {
  readonly #options: ChromiumOptions;
  readonly #idle: Kept[] = [];
  #isClosed = false;

  constructor(options: ChromiumOptions) {
    this.#options = options;
  }

  /** Throws `NoBrowser` where none can be started. */
  async lend(): Promise<LentChromium> {
    const kept = this.#idle.pop() ?? { running: await startChromium(this.#options), pages: 0 };
    const { browser, end } = kept.running;
    return { browser, end, giveBack: () => this.#takeBack({ ...kept, pages: kept.pages + 1 }) };
  }

  async #takeBack(kept: Kept): Promise<void> {
    const isWell = kept.running.browser.connected && kept.pages < mostPages && !this.#isClosed;
    if (isWell) this.#idle.push(kept);
    else await kept.running.end();
  }

  /** Ends those that are not lent; the others end when they are given back. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#idle.splice(0).map(({ running }) => running.end()));
  }
}

interface Kept {
  readonly running: RunningChromium;
  readonly pages: number;
}
