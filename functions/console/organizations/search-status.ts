import { ask, askList } from '../page/api.ts';
import { button } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import { attempt } from '../page/notices.ts';
import { shownText } from '../page/shown-text.ts';
import { t } from '../words/language.ts';
import type { ListPage } from './organization-types.ts';

const lookMs = 2_000;

/** How many stored publications are searched with the list; it goes on counting while they are. `done`: all have been searched since. */
export function searchStatus(id: string, first: ListPage, signal: AbortSignal, done: () => Promise<void>): HTMLElement {
  const said = el('p', { role: 'status' });
  const bar = el('progress', { max: 1, 'aria-label': t('searchOfStored') });
  const fault = el('p', { class: 'notice' });
  const on = button(t('searchOn'), async () => {
    await ask(['watches', id, 'organizations', 'search'], { method: 'POST' });
    await look();
  });
  const show = ({ searched = { searched: 0, all: 0 }, search }: ListPage): boolean => {
    const isDone = searched.searched >= searched.all;
    said.textContent = t('searchedOf', { count: searched.searched, all: searched.all });
    bar.value = searched.all === 0 ? 1 : searched.searched / searched.all;
    bar.hidden = isDone;
    fault.hidden = search?.fault === undefined;
    fault.textContent = search?.fault === undefined ? '' : t('searchFailed', { why: shownText(search.fault) });
    on.hidden = isDone || search?.isRunning === true;
    return isDone && search?.isRunning !== true;
  };
  const look = async (): Promise<void> => {
    const page = await askList<ListPage>(['watches', id, 'organizations'], { limit: 1 }, signal);
    if (show(page)) await done();
    else again();
  };
  const again = (): void => {
    const timer = setTimeout(() => attempt(look, signal), lookMs);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  };
  if (!show(first)) again();
  return el('section', { class: 'search-status' }, said, bar, fault, on);
}
