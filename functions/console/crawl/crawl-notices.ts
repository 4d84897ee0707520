import { ApiProblem, ask, attempt } from '../page/api.ts';
import type { Crawl } from '../page/api-types.ts';
import { hasResults } from '../page/crawl-words.ts';
import { el } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { t } from '../words/language.ts';

/** `crawl.json` of more sites is too large to be read for its notices. */
const mostSites = 1_000;
const mostNotices = 100;

/** Notices of a crawl with results, as its `crawl.json` has them in English: walls, damages, machines that are offline. Empty where there are none. */
export function crawlNotices(live: LiveCrawl, signal: AbortSignal): HTMLElement {
  const place = el('div', {});
  let isShown = false;
  const show = (crawl: Crawl): void => {
    const isWritten = hasResults(crawl) && (crawl.siteCount ?? 1) <= mostSites;
    if (isWritten === isShown) return;
    isShown = isWritten;
    place.replaceChildren();
    if (isWritten) attempt(async () => await fill(place, live.id, signal), signal);
  };
  show(live.current());
  live.onChange(show);
  return place;
}

async function fill(place: HTMLElement, id: string, signal: AbortSignal): Promise<void> {
  const notices = await writtenNotices(id, signal);
  if (notices.length === 0) return;
  const lines = notices.slice(0, mostNotices).map(notice => el('li', { lang: 'en' }, notice));
  const summary = el('summary', {}, t('crawlNotices', { count: notices.length }));
  place.replaceChildren(el('details', { open: notices.length <= 3 }, summary, el('ul', {}, lines)));
}

/** None of a crawl that was ended at once, which has no such file; where the file is gone, the views of results say so. */
async function writtenNotices(id: string, signal: AbortSignal): Promise<readonly string[]> {
  try {
    const path = ['crawls', id, 'results', 'crawl.json'];
    return (await ask<{ readonly notices: readonly string[] }>(path, { signal })).notices;
  } catch (error) {
    if (error instanceof ApiProblem && (error.status === 404 || error.status === 409)) return [];
    throw error;
  }
}
