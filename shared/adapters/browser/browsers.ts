import { type ChromiumOptions, type RunningChromium, startChromium } from './chromium.ts';

/** A browser that one page at a time has for itself. */
export interface LentChromium extends RunningChromium {
  /** The page is closed and the browser is well: the next page may have it. */
  giveBack(): Promise<void>;
}

/** Pages that one browser is lent for, at most: what leaks in a browser ends with it. */
const mostPages = 200;

/** The browsers of one process. A browser starts when the first page requests it, and is lent again once it is back. */
export class Browsers {
  readonly #options: ChromiumOptions;
  readonly #idle: Kept[] = [];
  /** Browsers that have not ended, starting ones too. */
  readonly #living = new Set<Promise<RunningChromium>>();
  #isClosed = false;

  constructor(options: ChromiumOptions) {
    this.#options = options;
  }

  /** Throws `BadInput` where none can be started, and an error after `close`. */
  async lend(): Promise<LentChromium> {
    const kept = this.#idle.pop() ?? { running: await this.#started(), pages: 0 };
    return { ...kept.running, giveBack: () => this.#takeBack({ ...kept, pages: kept.pages + 1 }) };
  }

  async #started(): Promise<RunningChromium> {
    if (this.#isClosed) throw new Error(closed);
    const starting = startChromium(this.#options);
    this.#living.add(starting);
    const forget = () => this.#living.delete(starting);
    starting.catch(forget);
    const running = await starting;
    const end = async () => {
      await running.end();
      forget();
    };
    if (!this.#isClosed) return { ...running, end };
    await end();
    throw new Error(closed);
  }

  async #takeBack(kept: Kept): Promise<void> {
    const { browser, isForOneLoad } = kept.running;
    const isWell = browser.connected && !isForOneLoad && kept.pages < mostPages && !this.#isClosed;
    if (isWell) this.#idle.push(kept);
    else await kept.running.end();
  }

  /** Ends all browsers, also lent and starting ones. None is alive after it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#idle.splice(0);
    await Promise.all([...this.#living].map(endOnceStarted));
    this.#living.clear();
  }
}

const closed = 'no page is loaded any more: the browsers were closed';

async function endOnceStarted(starting: Promise<RunningChromium>): Promise<void> {
  // The borrower has the error of a browser that could not be started.
  const running = await starting.catch(() => undefined);
  await running?.end();
}

interface Kept {
  readonly running: RunningChromium;
  readonly pages: number;
}
