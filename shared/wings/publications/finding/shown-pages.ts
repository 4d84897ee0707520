import type { AnswerPage } from '../../../domain/http/page-answer.ts';
import type { DocumentAsker } from './document-asker.ts';
import { glanceAtPage, type PageGlance } from './page-glance.ts';
import type { PressedButton, ShowPage } from './page-shower.ts';
import type { BrowserUse, FoundWhy } from './source-findings.ts';

/** A requested page, as sent and, if a browser showed the page, as drawn. */
export interface FoundPage {
  readonly address: string;
  readonly why: FoundWhy;
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly glance: PageGlance;
  /** After its scripts have run. */
  drawn?: PageGlance;
  presses?: readonly PressedButton[];
}

export interface PageBrowser {
  readonly show: ShowPage;
  /** Requests what a page requests, politely. */
  readonly part: AnswerPage;
}

/** Pages of one source that a browser shows: each costs its parts and seconds of time. */
const mostShown = 4;

/** Shows pages of a source, so many in all, and says what became of them. */
export class ShownPages {
  readonly #asker: DocumentAsker;
  readonly #browser: PageBrowser | undefined;
  readonly #pages: FoundPage[] = [];
  /** Pages that wanted a browser and were not shown. */
  readonly #left = new Map<FoundPage, string | undefined>();
  #lacking: string | undefined;

  constructor(asker: DocumentAsker, browser: PageBrowser | undefined) {
    this.#asker = asker;
    this.#browser = browser;
  }

  /** False if it could not be shown. */
  async show(page: FoundPage): Promise<boolean> {
    const browser = this.#browser;
    if (browser === undefined || this.#lacking !== undefined || this.#pages.length >= mostShown) {
      this.#left.set(page, undefined);
      return false;
    }
    const { address, contentType, body } = page;
    const shown = await browser.show({ address, contentType, body, answer: this.#asker.parts(browser.part) });
    if (shown.kind === 'none') {
      if (shown.why === 'no-browser') this.#lacking = shown.detail;
      this.#left.set(page, shown.detail);
      return false;
    }
    page.drawn = glanceAtPage(shown.html, 'text/html; charset=utf-8', address);
    page.presses = shown.presses;
    this.#pages.push(page);
    return true;
  }

  /** Undefined: no page wanted a browser. `publicationsOf`: of addresses. */
  use(publicationsOf: (addresses: readonly string[]) => readonly string[]): BrowserUse | undefined {
    if (this.#pages.length === 0 && this.#left.size === 0) return undefined;
    const { made, left } = this.#asker.partCounts;
    const detail = this.#lacking ?? [...this.#left.values()].find(each => each !== undefined);
    return {
      state: this.#browser === undefined ? 'off' : this.#lacking === undefined ? 'used' : 'none',
      pages: this.#pages.map(page => ({ address: page.address, ...seenOn(page, publicationsOf) })),
      left: this.#left.size,
      requests: made,
      requestsLeft: left,
      ...(detail !== undefined && { detail }),
    };
  }
}

/** Counts of publications of a page by way of looking: each way counts only new publications. */
export interface SeenOnPage {
  readonly sent: number;
  readonly drawn: number;
  readonly pressed: number;
  /** Texts of the buttons that brought some. */
  readonly buttons: readonly string[];
}

/** The numbers of publications seen on a page as it was sent, in a browser, and after presses. */
export function seenOn(
  { glance, drawn, presses = [] }: Pick<FoundPage, 'glance' | 'drawn' | 'presses'>,
  publicationsOf: (addresses: readonly string[]) => readonly string[],
): SeenOnPage {
  const known = new Set(publicationsOf(addressesIn(glance)));
  const sent = known.size;
  for (const address of publicationsOf(drawn === undefined ? [] : addressesIn(drawn))) known.add(address);
  const loaded = known.size;
  const buttons = presses.flatMap(({ text, addresses }) => {
    const before = known.size;
    for (const address of publicationsOf(addresses)) known.add(address);
    return known.size > before ? [text] : [];
  });
  return { sent, drawn: loaded - sent, pressed: known.size - loaded, buttons };
}

/** All addresses of a page, however they came to light. */
export function addressesOf({ glance, drawn, presses = [] }: FoundPage): readonly string[] {
  const ofDrawn = drawn === undefined ? [] : addressesIn(drawn);
  return [...new Set([...addressesIn(glance), ...ofDrawn, ...presses.flatMap(({ addresses }) => addresses)])];
}

function addressesIn({ links }: PageGlance): readonly string[] {
  return links.map(({ address }) => address);
}
