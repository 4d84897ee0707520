import { ask, attempt, say } from '../page/api.ts';
import { el, headed, pageLink, pageText, scrolledTable, shownText } from '../page/dom.ts';
import { duration, named, number, t } from '../words/language.ts';
import { reasonText } from './look-words.ts';
import type { EntryView, Findings, FoundEntryView } from './watch-types.ts';

/** Switches an entry; throws where that is refused. */
export type Switch = (entry: FoundEntryView, on: boolean) => void | Promise<void>;

/** Findings at a source: entries with a switch each, addresses by what they are taken for, and what a browser was used for. */
export function foundParts(found: Findings, turn: Switch): readonly HTMLElement[] {
  const untried = found.untried === 0 ? '' : ` ${t('foundUntried', { count: found.untried })}`;
  return [
    ...(found.entries.length === 0 ? [] : [entryTable(found, turn)]),
    ...archivePart(found),
    ...articleParts(found),
    ...browserParts(found),
    ...addressParts(found),
    el('p', { class: 'hint' }, `${t('foundAsked', { count: found.tried.length })}${untried}`),
  ];
}

/** Whether scripts draw the articles. */
function articleParts({ articles }: Findings): readonly HTMLElement[] {
  if (articles === undefined || articles.sent > 0 || articles.drawn + articles.unseen === 0) return [];
  return [el('p', { class: 'notice' }, t(articles.drawn > 0 ? 'articlesDrawn' : 'articlesUnseen'))];
}

function entryTable({ entries, address }: Findings, turn: Switch): HTMLElement {
  const columns = headed('entry', 'on', 'kind', '#publications');
  const rows = entries.map(entry => [
    el('span', {}, ...entryName(entry, address), ...whyParts(entry)),
    onSwitch(
      t('entryIsOn', { address: `${shownText(entry.address, 80)} (${named('entryKind', entry.kind)})` }),
      entry.on,
      on => turn(entry, on),
    ),
    named('entryKind', entry.kind),
    t('ofAll', { count: entry.publications, all: entry.items }),
  ]);
  return scrolledTable(t('foundEntries'), columns, rows, 'found');
}

/** The address without its host, where it is that of the source. */
function entryName({ address, title }: FoundEntryView, source: string): readonly HTMLElement[] {
  const { origin } = new URL(source);
  const short = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
  const name = pageLink(address, short);
  return title === undefined || title === '' ? [name] : [name, el('span', {}, ' ', pageText(title))];
}

/** Switches an entry of a watch, or sets the time between its looks (null: learnt), and says so. */
export async function changeEntry(
  id: string,
  { address, kind }: Pick<EntryView, 'address' | 'kind'>,
  change: { readonly on: boolean } | { readonly interval: number | string | null },
): Promise<void> {
  await ask(['watches', id, 'entries'], { method: 'PATCH', body: { addresses: [address], kind, ...change } });
  say(t('entriesChanged', { count: 1 }));
}

/** A switch that goes back where `turn` is refused. */
export function onSwitch(label: string, isOn: boolean, turn: (on: boolean) => void | Promise<void>): HTMLInputElement {
  const box = el('input', { type: 'checkbox', role: 'switch', checked: isOn, 'aria-label': label });
  box.addEventListener('change', () => {
    attempt(async () => {
      try {
        await turn(box.checked);
      } catch (error) {
        box.checked = !box.checked;
        throw error;
      }
    });
  });
  return box;
}

/** The requests that old publications would take; findings of earlier versions do not say. */
function archivePart({ archive }: Partial<Findings>): readonly HTMLElement[] {
  if (archive === undefined || archive.publications + archive.parts === 0) return [];
  const { lists, parts, publications, unread } = archive;
  const more = unread === 0 ? '' : ` ${t('archiveUnread', { count: unread })}`;
  const time = duration(1_000 * (publications + parts));
  return [el('p', { class: 'hint' }, `${t('archiveTakes', { publications, lists, parts, time })}${more}`)];
}

/** How an entry was found, the time between its looks, and why a person has to switch the entry on. */
function whyParts(entry: FoundEntryView): readonly HTMLElement[] {
  const { why, off, clicks = [], newest, intervalS, seen, kind } = entry;
  const isIndex = kind === 'sitemap' && off === 'covered';
  const presses = (seen?.pressed ?? 0) > 0;
  const reason = why === 'button' && presses ? t('found.pressed') : named('found', why);
  const [open, close] = t('quotationMarks');
  const names = clicks.slice(0, 3).map(text => `${open}${shownText(text, 60)}${close}`);
  const said = [
    `${reason}${names.length === 0 ? '' : `: ${names.join(', ')}`}.`,
    ...(seen === undefined
      ? []
      : [t('foundSeen', { sent: seen.sent, drawn: seen.sent + seen.drawn, pressed: seen.pressed })]),
    ...(newest === undefined ? [] : [t('foundNewest', { at: newest.slice(0, 10) })]),
    ...(off === undefined ? [t('foundAgain', { time: duration(1_000 * intervalS) })] : []),
  ];
  const proposed = off === undefined ? undefined : isIndex ? t('foundOff.index') : named('foundOff', off);
  const counts = Object.entries(entry.faults ?? {}).map(([fault, count]) => `${reasonText(fault)}: ${number(count)}`);
  return [
    el('small', {}, said.join(' ')),
    ...(proposed === undefined ? [] : [el('small', {}, `${t('foundProposed')}: ${proposed}.`)]),
    ...(counts.length === 0 ? [] : [el('small', { class: 'trouble' }, `${t('foundFaults')}: ${counts.join(', ')}.`)]),
  ];
}

function browserParts({ browser }: Findings): readonly HTMLElement[] {
  if (browser === undefined) return [];
  const { state, pages, left, requests, requestsLeft, detail = '' } = browser;
  const said = [
    ...(pages.length === 0 ? [] : [t('browserUsed', { count: pages.length, requests })]),
    ...(requestsLeft === 0 ? [] : [t('browserShort', { count: requestsLeft })]),
    ...(left === 0
      ? []
      : [state === 'none' ? t('browserNone', { count: left, detail }) : t('browserLeft', { count: left })]),
  ];
  return said.length === 0 ? [] : [el('p', { class: state === 'none' ? 'notice trouble' : 'hint' }, said.join(' '))];
}

/** Examples, so that a person sees at a glance whether publications differ from the rest. */
function addressParts({ examples, addresses }: Findings): readonly HTMLElement[] {
  if (examples.length === 0) return [];
  const taken = examples.filter(({ kind }) => kind === 'publication');
  const others = examples.filter(({ kind }) => kind !== 'publication');
  const all = Object.values(addresses).reduce((sum, count) => sum + count, 0);
  const kinds = Object.entries(addresses).filter(([kind, count]) => kind !== 'publication' && count > 0);
  const counts = kinds.map(([kind, count]) => `${named('left', kind)}: ${number(count)}`).join(', ');
  return [
    el('div', { class: 'examples' }, [
      el('div', {}, [
        el('h3', {}, t('takenFor', { count: addresses.publication, all })),
        taken.length === 0
          ? el('p', { class: 'hint' }, t('takenForNone'))
          : el('ul', {}, ...taken.map(({ address }) => el('li', {}, pageLink(address)))),
      ]),
      el('div', {}, [
        el('h3', {}, t('notTakenFor', { count: all - addresses.publication })),
        others.length === 0
          ? el('p', { class: 'hint' }, t('notTakenForNone'))
          : el('ul', {}, [
              ...others.map(({ address, kind }) =>
                el('li', {}, pageLink(address), el('small', {}, ` ${named('left', kind)}`)),
              ),
            ]),
        counts === '' ? undefined : el('p', { class: 'hint' }, `${counts}.`),
      ]),
    ]),
  ];
}
