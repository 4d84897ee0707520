import { ask, askList, say, toldText } from '../page/api.ts';
import { button } from '../page/controls.ts';
import { isAtRest, isUnbegun } from '../page/crawl-words.ts';
import { el, pageLink, pageText } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { hashOfWatch, type ViewContext } from '../page/route.ts';
import { t } from '../words/language.ts';
import { changeEntry, foundParts } from './found-parts.ts';
import type { FoundPage, FoundSource } from './watch-types.ts';

const sourcesAtOnce = 20;

/** The findings at the sources when the watch was made: a person switches entries on and off, and begins the watch. */
export async function foundView(live: LiveCrawl, { signal }: ViewContext): Promise<HTMLElement> {
  const list = el('div', {});
  let next: string | undefined;
  const more = button(t('foundMore'), () => load());
  const load = async (): Promise<void> => {
    const query = { limit: sourcesAtOnce, cursor: next };
    const page = await askList<FoundPage>(['watches', live.id, 'findings'], query, signal);
    next = page.next;
    more.hidden = next === undefined;
    list.append(...page.sources.map(source => sourcePart(live.id, source)));
  };
  await load();
  if (list.childElementCount === 0) list.append(el('p', { class: 'hint' }, t('foundNothingKept')));
  return el('div', {}, [
    el('h2', {}, t('foundAtSources')),
    el('p', { class: 'hint' }, t(isUnbegun(live.current()) ? 'foundHint' : 'foundLaterHint')),
    list,
    el('p', {}, more),
    isAtRest(live.current()) ? el('p', { class: 'actions' }, startButton(live)) : undefined,
  ]);
}

function startButton(live: LiveCrawl): HTMLElement {
  const start = async (): Promise<void> => {
    await ask(['watches', live.id, 'run'], { method: 'POST' });
    await live.refresh();
    location.hash = hashOfWatch(live.id, 'sources');
    say(t('watchRuns'));
  };
  return button(t('watchRun'), start, { class: 'primary' });
}

function sourcePart(id: string, { number, why, findings }: FoundSource): HTMLElement {
  const isLeftOut = number === undefined;
  const shown = isLeftOut ? { ...findings, entries: [] } : findings;
  return el('section', {}, [
    el('h2', { class: 'source-name' }, pageText(findings.title ?? findings.source)),
    el('p', { class: 'hint' }, pageLink(findings.address)),
    isLeftOut
      ? el('p', { class: 'notice trouble' }, `${t('foundLeftOut')} ${why === undefined ? '' : toldText(why)}`)
      : undefined,
    !isLeftOut && findings.state !== 'found' ? el('p', { class: 'notice' }, t('foundOnlyClicks')) : undefined,
    ...foundParts(shown, (entry, on) => changeEntry(id, entry, { on })),
  ]);
}
