import { ask } from '../page/api.ts';
import { button } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import { say } from '../page/notices.ts';
import { pageText } from '../page/shown-text.ts';
import { named, t } from '../words/language.ts';
import { toList } from './back-to-list.ts';
import type { WatchCheck } from './organization-types.ts';

type Suggestion = WatchCheck['suggested'][number];

/** The names and people that texts have beside the list: a person accepts each, or dismisses it for good. */
export function suggestionsPart(id: string, suggested: readonly Suggestion[]): readonly HTMLElement[] {
  const heading = el('h3', {}, `${t('suggestions')}: ${suggested.length}`);
  if (suggested.length === 0) return [heading];
  const items = suggested.map(each => suggestionItem(id, each));
  return [heading, el('p', { class: 'hint' }, t('suggestionsHint')), el('ul', { class: 'suggestions' }, ...items)];
}

function suggestionItem(id: string, { kind, text, organization, texts, example }: Suggestion): HTMLElement {
  const item = el('li', { tabindex: -1 });
  const decide = async (action: 'accept' | 'dismiss'): Promise<void> => {
    const body = { action, kind, text, organization };
    await ask(['watches', id, 'organizations', 'suggestions'], { method: 'POST', body });
    if (action === 'accept') return toList(id, 'organizationSaved');
    item.replaceChildren(el('p', {}, pageText(text), ': ', t('suggestionDismissed')));
    item.focus();
    say(t('suggestionDismissed'));
  };
  item.append(
    el('p', {}, [el('mark', {}, pageText(text)), ' ', el('small', {}, named('suggestion', kind))]),
    el('p', { class: 'byline' }, [
      organization === null ? undefined : el('code', {}, pageText(organization)),
      el('span', {}, t('suggestionTexts', { count: texts })),
      el('span', {}, pageText(example)),
    ]),
    el('p', { class: 'actions' }, [
      button(t('acceptSuggestion'), async () => await decide('accept')),
      button(t('dismissSuggestion'), async () => await decide('dismiss')),
    ]),
  );
  return item;
}
