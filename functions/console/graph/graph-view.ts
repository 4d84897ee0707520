import { askList, partOrNotice } from '../page/api.ts';
import type { SitePage } from '../page/api-types.ts';
import { labelled, onChosen, select } from '../page/controls.ts';
import { hasResults } from '../page/crawl-words.ts';
import { el, glossary, ofPages, shownText } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { hashOf, type ViewContext } from '../page/route.ts';
import { t } from '../words/language.ts';
import { fragmentPart } from './fragment-part.ts';
import { siteGraphPart, siteTitle } from './site-graph-part.ts';

/** The graph of a site, or that of the whole set: what the result files hold, so there once they are written. */
export async function graphView(live: LiveCrawl, { route, signal }: ViewContext): Promise<HTMLElement> {
  if (!hasResults(live.current())) return el('p', { class: 'notice' }, t('graphLater'));
  const { sites } = await askList<SitePage>(['crawls', live.id, 'sites'], { limit: 1_000 }, signal);
  const asked = route.query.get('of') ?? String(sites[0]?.number ?? 1);
  const part = el('div');
  const choice = select(
    [undefined, ...sites],
    site =>
      site === undefined
        ? ['set', t('graphOfSet')]
        : [String(site.number), `${site.number} ${shownText(siteTitle(site))}`],
    asked,
  );
  // Each picture ends when the next one takes its place: a browser keeps few of them at a time.
  let ending = new AbortController();
  const show = async (of: string): Promise<void> => {
    ending.abort();
    ending = new AbortController();
    const until = AbortSignal.any([signal, ending.signal]);
    part.replaceChildren(el('p', { class: 'hint' }, t('loading')));
    try {
      const { name = live.id, tags = [] } = sites.find(site => String(site.number) === of) ?? {};
      const shown = await partOrNotice(async () =>
        of === 'set'
          ? await fragmentPart(live.id, until)
          : await siteGraphPart(live.id, { number: of, name, tags }, until),
      );
      if (!until.aborted) part.replaceChildren(shown);
    } catch (error) {
      if (!until.aborted) throw error;
    }
  };
  const showOther = async (of: string): Promise<void> => {
    history.replaceState(null, '', hashOf(live.id, 'graph', { of }));
    await show(of);
  };
  onChosen(choice, showOther, signal);
  await show(asked);
  return el('div', {}, el('div', { class: 'filter' }, labelled(t('graphOf'), choice)), part, glossary(ofPages));
}
