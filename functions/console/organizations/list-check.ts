import { ask, say } from '../page/api.ts';
import { button } from '../page/controls.ts';
import { type Child, el, headed, pageText } from '../page/dom.ts';
import { wholeTable } from '../page/paged-table.ts';
import { hashOfWatch } from '../page/route.ts';
import { named, t } from '../words/language.ts';
import { toList } from './back-to-list.ts';
import type { WatchCheck } from './organization-types.ts';

/** Lines of a part that are shown; the command line has all. */
const mostLines = 100;

/** The effect of a list: names that collide, doubtful and missing ones, and what each has found. `id`: with links to change the list. */
export async function checkParts(id: string | undefined, check: WatchCheck): Promise<readonly HTMLElement[]> {
  const { organizations, aliases, collisions, doubtful, suggestions, suggested, hits, sample } = check;
  const nameOf = ({ organization, alias }: NamedAlias, add = ''): Child => {
    const parts = [pageText(alias), ' ', el('small', {}, pageText(organization))];
    if (id === undefined) return el('span', {}, parts);
    return el('a', { href: hashOfWatch(id, 'organizations', { edit: `=${organization}`, add }) }, parts);
  };
  return [
    el('p', {}, t('listCounts', { count: organizations, names: aliases })),
    ...lines(t('collisions'), t('collisionsHint'), collisions, group =>
      group.flatMap((each, at) => (at === 0 ? [nameOf(each)] : [' = ', nameOf(each)])),
    ),
    ...lines(t('doubtfulNames'), t('doubtfulHint'), doubtful, each => [nameOf(each), ': ', named('doubt', each.doubt)]),
    ...lines(t('missingNames'), id === undefined ? '' : t('missingNamesHint'), suggestions, each => [
      nameOf(each, each.alias),
    ]),
    ...(id === undefined ? [] : suggestionsPart(id, suggested)),
    el('h3', {}, t('expectedHits')),
    sample === 0 ? el('p', { class: 'hint' }, t('noSample')) : await hitTable(hits, sample, nameOf),
  ];
}

type NamedAlias = Readonly<Record<'organization' | 'alias', string>>;

function lines<T>(
  title: string,
  hint: string,
  entries: readonly T[],
  shown: (entry: T) => readonly Child[],
): readonly HTMLElement[] {
  const more = entries.length - mostLines;
  return [
    el('h3', {}, `${title}: ${entries.length}`),
    ...(entries.length === 0 || hint === '' ? [] : [el('p', { class: 'hint' }, hint)]),
    ...(entries.length === 0
      ? []
      : [el('ul', {}, ...entries.slice(0, mostLines).map(entry => el('li', {}, shown(entry))))]),
    ...(more > 0 ? [el('p', { class: 'hint' }, t('moreLines', { count: more }))] : []),
  ];
}

async function hitTable(
  hits: WatchCheck['hits'],
  sample: number,
  nameOf: (each: WatchCheck['hits'][number]) => Child,
): Promise<HTMLElement> {
  const weight = (each: WatchCheck['hits'][number]): number => each.certain * 1_000 + each.candidate;
  return await wholeTable(
    hits.toSorted((a, b) => weight(b) - weight(a)),
    {
      caption: t('hitsIn', { count: sample }),
      columns: headed('aliasText', '#certainMentions', '#tone.candidate', 'noMentions', 'hitExample'),
      cellsOf: each => [
        nameOf(each),
        String(each.certain),
        String(each.candidate),
        Object.entries(each.rejected)
          .map(([reason, count]) => `${named('noMention', reason)}: ${count}`)
          .join(', '),
        pageText(each.example),
      ],
      empty: t('noOrganizationsYet'),
    },
  );
}

type Suggestion = WatchCheck['suggested'][number];

/** The names and people that texts have beside the list: a person accepts each, or dismisses it for good. */
function suggestionsPart(id: string, suggested: readonly Suggestion[]): readonly HTMLElement[] {
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
