import { type Child, el } from '../page/dom.ts';
import { hashOfWatch } from '../page/route.ts';
import { pageText } from '../page/shown-text.ts';
import { headed } from '../page/tables.ts';
import { wholeTable } from '../page/whole-table.ts';
import { named, t } from '../words/language.ts';
import type { WatchCheck } from './organization-types.ts';
import { suggestionsPart } from './suggestions-part.ts';

/** Lines of a part that are shown; the command line has all. */
const mostLines = 100;

/** The effect of a list: names that collide, doubtful and missing ones, and what each has found. `id`: with links to change the list. */
export async function checkParts(id: string | undefined, check: WatchCheck): Promise<readonly HTMLElement[]> {
  const { organizations, aliases, collisions, doubtful, suggestions, suggested, hits, sample } = check;
  const nameOf = ({ organization, alias }: { readonly organization: string; readonly alias: string }): Child =>
    id === undefined
      ? el('span', {}, pageText(alias), ' ', el('small', {}, pageText(organization)))
      : el('a', { href: hashOfWatch(id, 'organizations', { edit: `=${organization}` }) }, [
          pageText(alias),
          ' ',
          el('small', {}, pageText(organization)),
        ]);
  const missing = (each: WatchCheck['suggestions'][number]): Child =>
    id === undefined
      ? nameOf(each)
      : el('a', { href: hashOfWatch(id, 'organizations', { edit: `=${each.organization}`, add: each.alias }) }, [
          pageText(each.alias),
          ' ',
          el('small', {}, pageText(each.organization)),
        ]);
  return [
    el('p', {}, t('listCounts', { count: organizations, names: aliases })),
    ...lines(t('collisions'), t('collisionsHint'), collisions, group =>
      group.flatMap((each, at) => (at === 0 ? [nameOf(each)] : [' = ', nameOf(each)])),
    ),
    ...lines(t('doubtfulNames'), t('doubtfulHint'), doubtful, each => [nameOf(each), ': ', named('doubt', each.doubt)]),
    ...lines(t('missingNames'), id === undefined ? '' : t('missingNamesHint'), suggestions, each => [missing(each)]),
    ...(id === undefined ? [] : suggestionsPart(id, suggested)),
    el('h3', {}, t('expectedHits')),
    sample === 0 ? el('p', { class: 'hint' }, t('noSample')) : await hitTable(hits, sample, nameOf),
  ];
}

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
