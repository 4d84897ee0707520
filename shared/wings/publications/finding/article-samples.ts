import { pageText } from '../../../domain/html/decode-text.ts';
import { isDrawnByScripts } from '../../../domain/html/drawn-page.ts';
import type { AnswerPage } from '../../../domain/http/page-answer.ts';
import { isHtml } from '../../../domain/http/page-type.ts';
import { extractPage } from '../extraction/extract-page.ts';
import type { DocumentAsker } from './document-asker.ts';
import { glanceAtPage, type PageGlance } from './page-glance.ts';
import type { PressedButton, ShowPage } from './page-shower.ts';
import type { ArticleSamples, BrowserUse, FoundWhy } from './source-findings.ts';

/** Most pages of publications that are requested. An article in the sent page ends the samples. */
const mostSamples = 2;
/** As of a publication that a link leads to. */
const leastScore = 0.2;

/** Whether pages of publications are articles as they are sent, or only after their scripts have run. */
export async function sampleArticles(
  addresses: readonly string[],
  {
    asker,
    browser,
    nowMs,
  }: { readonly asker: DocumentAsker; readonly browser: PageBrowser | undefined; readonly nowMs: number },
): Promise<ArticleSamples | undefined> {
  const counts = { pages: 0, sent: 0, drawn: 0, unseen: 0 };
  let detail: string | undefined;
  for (const address of addresses.slice(0, mostSamples)) {
    const page = await asker.ask(address);
    if (page.kind === 'none' || !isHtml(page.contentType)) continue;
    counts.pages += 1;
    if (isArticle(page, nowMs)) return { ...counts, sent: 1 };
    if (!isDrawnByScripts(page)) continue;
    const shown = await browser?.show({ ...page, answer: asker.parts(browser.part), presses: false });
    if (shown?.kind === 'none') detail ??= shown.detail;
    if (shown?.kind !== 'shown') counts.unseen += 1;
    else if (isArticle({ ...page, body: shown.html, contentType: utf8 }, nowMs)) counts.drawn += 1;
  }
  return counts.pages === 0 ? undefined : { ...counts, ...(detail !== undefined && { detail }) };
}

const utf8 = 'text/html; charset=utf-8';

function isArticle(page: Pick<FoundPage, 'address' | 'body' | 'contentType'>, now: number): boolean {
  const { text, articleScore } = extractPage({ html: pageText(page), url: page.address, now });
  return text !== '' && articleScore >= leastScore;
}

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
type SeenOnPage = Omit<BrowserUse['pages'][number], 'address'>;

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
