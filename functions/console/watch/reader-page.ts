import { labelPanel } from '../labels/label-panel.ts';
import { askList, attempt } from '../page/api.ts';
import { labelled, onChosen, select } from '../page/controls.ts';
import { type Child, el, facts, pageLink, pageText, scrolled, shownText } from '../page/dom.ts';
import { hashOfWatch, type ViewContext } from '../page/route.ts';
import { instant, named, percent, t } from '../words/language.ts';
import { hashOfLastList } from './publications-view.ts';
import { type TextBlock, textBlocks } from './text-blocks.ts';
import { instantText } from './time-text.ts';
import type { Comparison, PublicationView, ToldTime } from './watch-types.ts';

/** One publication: its text, what is known of it and from where, its versions compared, its copies. */
export async function readerPage({ route, signal }: ViewContext): Promise<HTMLElement> {
  const { id, query } = route;
  const number = query.get('number') ?? '';
  const version = query.get('version') ?? undefined;
  const path = ['watches', id, 'publications', number];
  const publication = await askList<PublicationView>(path, { version }, signal);
  const body = el('div', {}, textView(publication.markup));
  const heading = el('h1', { tabindex: -1, lang: publication.language ?? undefined }, titleOf(publication));
  const compare = async (from: string): Promise<void> => {
    const found =
      from === ''
        ? undefined
        : await askList<Comparison>([...path, 'compare'], { from, to: publication.version }, signal);
    body.replaceChildren(found === undefined ? textView(publication.markup) : changesView(found));
    const address = { number, version: version ?? '', from };
    history.replaceState(null, '', hashOfWatch(id, 'publication', address));
  };
  const asked = query.get('from') ?? '';
  const { id: numbered, version: shown, latestVersion, title, text, gone } = publication;
  const labels = await labelPanel({
    ...{ route, signal, publication: numbered, version: shown, latestVersion },
    organization: query.get('organization') ?? '',
    fields: [
      { field: 'title', root: heading, text: title },
      { field: 'text', root: body, text: text ?? '' },
    ],
  });
  if (asked !== '') await compare(asked);
  const since = publication.state === 'doubtful' ? 'doubtfulSince' : 'goneSince';
  const notice = gone === null ? undefined : el('p', { class: 'notice' }, t(since, { at: instant(gone) }));
  return el('article', { class: 'reader' }, [
    el('p', {}, el('a', { href: hashOfLastList(id) }, `← ${t('backToPublications')}`)),
    heading,
    notice,
    el('p', { class: 'byline' }, bylineOf(publication)),
    el('p', {}, el('strong', {}, `${t('original')}: `), pageLink(publication.url)),
    el('div', { class: 'columns' }, [
      el('div', { lang: publication.language ?? undefined }, [
        versionBar(id, publication, { from: asked, compare: from => attempt(async () => await compare(from), signal) }),
        body,
      ]),
      el('aside', { 'aria-label': t('facts') }, labels, ...asideOf(id, publication)),
    ]),
  ]);
}

function titleOf({ title }: Pick<PublicationView, 'title'>): string {
  return title === '' ? t('untitled') : shownText(title);
}

function bylineOf({ source, authors, published, section }: PublicationView): readonly Child[] {
  return [
    el('span', {}, pageText(source)),
    published === null ? undefined : instantText(published.at),
    authors.length === 0 ? undefined : el('span', {}, pageText(authors.join(', '))),
    section === null ? undefined : el('span', {}, pageText(section)),
  ];
}

interface Comparing {
  /** The version that is compared with; empty: none. */
  readonly from: string;
  compare(from: string): void;
}

/** Which version is shown, and with which it is compared. */
function versionBar(id: string, publication: PublicationView, { from, compare }: Comparing): HTMLElement | undefined {
  const { versions, version } = publication;
  if (versions.length < 2) return undefined;
  const nameOf = (each: { readonly version: number }): string => t('versionNumber', { version: each.version });
  const wholeName = (each: (typeof versions)[number]): string =>
    [
      ...[nameOf(each), instant(each.seen)],
      ...(each.corrects === undefined ? [] : [t('correctionOf', { version: each.corrects })]),
    ].join(', ');
  const shown = select(versions, each => [String(each.version), wholeName(each)], String(version));
  onChosen(shown, chosen => {
    // A change of the language sends an event to all inputs.
    if (chosen !== String(version))
      location.hash = hashOfWatch(id, 'publication', { number: String(publication.id), version: chosen });
  });
  const others = versions.filter(each => each.version !== version);
  const other = select(others, each => [String(each.version), nameOf(each)], from, t('compareNothing'));
  return el('form', { class: 'filter level' }, [
    labelled(t('versions'), shown),
    labelled(t('compareWith'), onChosen(other, compare)),
  ]);
}

function asideOf(id: string, publication: PublicationView): readonly HTMLElement[] {
  const { copies, hasMoreCopies, cluster } = publication;
  return [
    el('h2', {}, t('facts')),
    facts(factsOf(publication)),
    ...(copies.length === 0
      ? []
      : [
          el('h2', {}, t('copies')),
          el('p', { class: 'hint' }, t('copiesHint')),
          el('ul', {}, ...copies.map(copy => copyItem(id, copy))),
          ...(hasMoreCopies
            ? [
                el('p', {}, [
                  el('a', { href: hashOfWatch(id, 'publications', { cluster: String(cluster) }) }, t('moreCopies')),
                ]),
              ]
            : []),
        ]),
  ];
}

function copyItem(id: string, copy: PublicationView['copies'][number]): HTMLElement {
  return el('li', {}, [
    el('a', { href: hashOfWatch(id, 'publication', { number: String(copy.id) }) }, pageText(titleOf(copy))),
    el('small', {}, [
      pageText(URL.parse(copy.url)?.host ?? ''),
      ' · ',
      instantText(copy.published?.at ?? copy.firstSeen),
    ]),
  ]);
}

function factsOf(publication: PublicationView): readonly (readonly [string, readonly Child[]])[] {
  const fact = (name: string, values: readonly Child[]) => [[name, values] as const];
  const { published, modified = null, authors, section, tags, language, access, foundBy, firstSeen } = publication;
  const { addresses, canonical, method, confidence } = publication;
  const sources = publication.sources as Readonly<Record<string, string>>;
  const sure = confidence === null ? undefined : el('small', {}, t('sureness', { percent: percent(confidence) }));
  return [
    ...fact(t('publishedAt'), timeParts(published)),
    ...(modified === null ? [] : fact(t('modifiedAt'), timeParts(modified))),
    ...(authors.length === 0 ? [] : fact(t('authors'), [pageText(authors.join(', ')), origin(sources['authors'])])),
    ...(section === null ? [] : fact(t('section'), [pageText(section), origin(sources['section'])])),
    ...(tags.length === 0 ? [] : fact(t('tags'), [pageText(tags.join(', ')), origin(sources['tags'])])),
    ...(language === null ? [] : fact(t('fact.language'), [pageText(language), origin(sources['language'])])),
    ...(access === 'paywalled' ? fact(t('status'), [named('access', access)]) : []),
    ...fact(t('foundBy'), [named('foundBy', foundBy)]),
    ...fact(t('firstSeen'), [instantText(firstSeen)]),
    ...(method === null ? [] : fact(t('textFrom'), [named('method', method), sure])),
    ...(canonical === null || canonical === publication.url ? [] : fact(t('alsoAt'), [pageLink(canonical)])),
    ...addresses.flatMap(address => fact(t('alsoAt'), [pageLink(address)])),
  ];
}

function origin(source: string | undefined): HTMLElement | undefined {
  if (source === undefined) return undefined;
  return el('small', {}, t('readFrom', { source: named('factSource', source) }));
}

/** The instant, how exact it is, the words of the page, and where they were read. */
function timeParts(time: ToldTime | null): readonly Child[] {
  if (time === null) return [t('timeUnknown')];
  const { at, precision, words, source, offset } = time;
  return [
    instantText(at),
    precision === undefined ? undefined : el('small', {}, named('precision', precision)),
    words === undefined || words === '' ? undefined : el('small', {}, t('asWritten', { words: shownText(words) })),
    origin(source),
    offset === null && precision !== 'day' ? el('small', {}, t('noZone')) : undefined,
  ];
}

/** Marks of where a word may be split, and of the order of bytes: nobody reads them. */
const silent = /[\u00AD\u200B\u2060\uFEFF]/g;

/** The whole text of a page, for reading. */
function readText(text: string): string {
  return shownText(text.replaceAll(silent, ''), Number.POSITIVE_INFINITY);
}

/** The text of a publication. */
function textView(text: string): HTMLElement {
  const blocks = textBlocks(text);
  if (blocks.length === 0) return el('p', { class: 'hint' }, t('noText'));
  return el('div', { class: 'text', dir: 'auto' }, blocks.map(blockView));
}

function blockView(block: TextBlock): HTMLElement {
  switch (block.kind) {
    case 'heading':
      // One level for all, whatever the page had: an outline has no gaps.
      return el('h2', { class: block.level > 2 ? 'minor' : undefined }, readText(block.text));
    case 'paragraph':
      return el('p', { dir: 'auto' }, linesView(block.lines));
    case 'quote':
      return el('blockquote', { dir: 'auto' }, linesView(block.lines));
    case 'code':
      return el('pre', {}, linesView(block.text.split('\n'), '\n'));
    case 'list':
      return el('ul', { dir: 'auto' }, [
        ...block.items.map(({ depth, text }) =>
          el('li', { class: depth === 0 ? undefined : `depth-${Math.min(3, depth)}` }, readText(text)),
        ),
      ]);
    case 'table':
      return scrolled(
        t('asTable'),
        el('table', {}, [
          el('caption', {}, t('asTable')),
          el('tbody', {}, ...block.rows.map(row => el('tr', {}, ...row.map(cell => el('td', {}, readText(cell)))))),
        ]),
      );
  }
}

function linesView(lines: readonly string[], between?: string): readonly Child[] {
  return lines.flatMap((line, index) => [
    ...(index === 0 ? [] : [between ?? el('br')]),
    readText(line.replaceAll('\t', ' ')),
  ]);
}

/** More changes would be too many elements for a browser. */
const mostParts = 5_000;

/** The changes between two versions: added words are underlined, removed ones struck out, and both say so to those who listen. */
function changesView({ from, to, title, text }: Comparison): HTMLElement {
  const shown = text.slice(0, mostParts);
  return el('div', { class: 'text changes', dir: 'auto' }, [
    el('h2', {}, t('changesFrom', { from, to })),
    el('p', { class: 'hint' }, el('ins', {}, t('legendAdded')), ' · ', el('del', {}, t('legendRemoved'))),
    title.some(({ kind }) => kind !== 'same') ? el('h3', {}, partsView(title)) : undefined,
    el('div', { class: 'lines' }, partsView(shown)),
    shown.length < text.length ? el('p', { class: 'hint' }, t('changesCut', { count: mostParts })) : undefined,
  ]);
}

function partsView(parts: Comparison['text']): readonly Child[] {
  const tags = { added: 'ins', removed: 'del', same: 'span' } as const;
  return parts.map(({ kind, text }) => {
    const lines = text.split('\n').map(line => readText(line.replaceAll('\t', ' ')));
    return el(tags[kind], {}, lines.join('\n'));
  });
}
