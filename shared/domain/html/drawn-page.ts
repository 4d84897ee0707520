import { pageText } from './decode-text.ts';
import { PageScan } from './page-scan.ts';
import { scanPage } from './scan-page.ts';

/** Fewer words are no article. */
const leastWords = 60;
/** A menu and a footer have fewer. */
const mostOfFrame = 400;
const script = /<script\b/i;
/** An element with an id and nothing in it: scripts fill it. */
const mount =
  /<(?:div|main|section|article)\b[^<>]{0,300}\bid\s*=[^<>]{0,300}>\s{0,200}<\/(?:div|main|section|article)>/i;
/** Greatest part of a page that is searched for such an element. */
const mostSearched = 500_000;

/** Whether the text of a page seems to come from its scripts: it has scripts, and hardly any words or an empty place for them. */
export function isDrawnByScripts(page: Page): boolean {
  return wordsIfDrawn(page) !== undefined;
}

/** Whether the scripts of a page have made its text. */
export function gainsText(sent: Page, loaded: Page): boolean {
  const words = wordsIfDrawn(sent);
  return words !== undefined && wordsIn(pageText(loaded)) >= words + leastWords;
}

interface Page {
  readonly body: Uint8Array;
  readonly contentType: string;
}

/** The number of words of a page whose text seems to come from its scripts; undefined of any other page. */
function wordsIfDrawn(page: Page): number | undefined {
  const html = pageText(page);
  const beginning = html.slice(0, mostSearched);
  if (!script.test(beginning)) return undefined;
  const words = wordsIn(html);
  return words < leastWords || (words < mostOfFrame && mount.test(beginning)) ? words : undefined;
}

/** Number of words outside the title, scripts and styles. */
function wordsIn(html: string): number {
  const scan = new PageScan(0);
  scanPage(Buffer.from(html), scan, { elements: [] });
  return scan.words;
}
