import { pageText } from '../../../domain/html/decode-text.ts';
import { isDrawnByScripts } from '../../../domain/html/drawn-page.ts';
import { isHtml } from '../../../domain/http/page-type.ts';
import { extractPage } from '../extraction/extract-page.ts';
import type { DocumentAsker } from './document-asker.ts';
import type { PageBrowser } from './shown-pages.ts';
import type { ArticleSamples } from './source-findings.ts';

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

function isArticle(
  page: { readonly address: string; readonly body: Uint8Array; readonly contentType: string },
  now: number,
): boolean {
  const { text, articleScore } = extractPage({ html: pageText(page), url: page.address, now });
  return text !== '' && articleScore >= leastScore;
}
