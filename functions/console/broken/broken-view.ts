import { allFiles } from '../page/all-files.ts';
import { askList } from '../page/api.ts';
import type { TablePage } from '../page/api-types.ts';
import { downloadLink, labelled, onChosen, select } from '../page/controls.ts';
import { hasResults } from '../page/crawl-words.ts';
import { type Child, type Column, el, pageLink, pageText, scrolledTable, section } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { type PagedTable, pagedTable } from '../page/paged-table.ts';
import { hashOf, type ViewContext } from '../page/route.ts';
import { download, savedPage, sendButtons } from '../page/saved-page.ts';
import { siteNames } from '../tables/site-names.ts';
import { type TableFile, tablesAmong } from '../tables/table-names.ts';
import { named, t } from '../words/language.ts';
import { type BrokenAddress, BrokenAddresses } from './broken-rows.ts';

/** The values that the address of the view keeps. */
type Asked = Readonly<Record<'of' | 'state', string>>;

const states = ['dead', 'moved', 'failing', 'refused', 'not-asked'];
/** Of an address, before the others are folded: in a row of one line, in a page that is saved; of a page. */
const [pagesOfRow, pagesSaved, anchorsShown] = [1, 5, 3];
const addressesShown = 50;
/** Of a page that is saved. */
const mostRowsSaved = 5_000;
const rowsAtOnce = 1_000;

/** Addresses that failed, each with its status and all pages that link there, as a report to send. */
export async function brokenView(live: LiveCrawl, { route, signal }: ViewContext): Promise<HTMLElement> {
  if (!hasResults(live.current())) return el('p', { class: 'notice' }, t('filesLater'));
  const files = tablesAmong(await allFiles(live.id, signal));
  const sites = files.filter(({ kind }) => kind === 'broken').map(({ site }) => site);
  if (sites.length === 0) return el('p', {}, t('noFiles'));
  const names = await siteNames(live.id, files, signal);
  const nameOf = (site: string): string => names.get(site) ?? site;
  const place = el('div');
  let asked: Asked = { of: route.query.get('of') ?? '', state: route.query.get('state') ?? '' };
  const show = async (next: Partial<Asked>): Promise<void> => {
    asked = { ...asked, ...next };
    history.replaceState(null, '', hashOf(live.id, 'broken', asked));
    const site = sites.includes(asked.of) ? asked.of : sites[0]!;
    const fileOf = (kind: string): TableFile | undefined =>
      files.find(each => each.kind === kind && each.site === site);
    place.replaceChildren(...(await siteReport(live.id, site, fileOf, { asked, sites, nameOf, show }, signal)));
  };
  await show({});
  return place;
}

interface Choices {
  readonly asked: Asked;
  readonly sites: readonly string[];
  readonly nameOf: (file: string) => string;
  readonly show: (next: Partial<Asked>) => Promise<void>;
}

async function siteReport(
  id: string,
  site: string,
  fileOf: (kind: string) => TableFile | undefined,
  choices: Choices,
  signal: AbortSignal,
): Promise<readonly HTMLElement[]> {
  const [own, others] = [fileOf('broken')!, fileOf('external-checks')];
  const { state } = choices.asked;
  const listOf = (words: BrokenList['words'], { name }: TableFile, of: string): BrokenList => ({
    words,
    addresses: new BrokenAddresses(async cursor => {
      const query = { sort: 'Url', limit: rowsAtOnce, cursor, ...(of !== '' && { column: 'State', is: of }) };
      return await askList<TablePage>(['crawls', id, 'tables', ...name.split('/')], query, signal);
    }),
  });
  const lists = [
    listOf('broken.within', own, ''),
    ...(others === undefined ? [] : [listOf('broken.outside', others, state)]),
  ];
  const parts = await Promise.all(lists.map(pagedSection));
  if (others === undefined) parts.push(section(t('broken.outsideHeading'), el('p', {}, t('broken.notChecked'))));
  const title = `${t('tab.broken')}: ${choices.nameOf(site)}`;
  const save = async (): Promise<void> => {
    const saved = await Promise.all(lists.map(savedSection));
    download(savedPage(title, [...saved, ...parts.slice(lists.length)]), `${site}.broken.html`);
  };
  const csv = ({ name }: TableFile, text: string): HTMLElement =>
    downloadLink(text, ['crawls', id, 'tables', ...name.split('/')], { format: 'csv' });
  const actions = el('p', { class: 'actions' }, [
    ...sendButtons(save),
    csv(own, t('broken.csvWithin')),
    others === undefined ? undefined : csv(others, t('broken.csvOutside')),
  ]);
  return [choiceForm(site, choices, others !== undefined, signal), actions, ...parts];
}

function choiceForm(
  chosen: string,
  { asked, sites, nameOf, show }: Choices,
  hasStates: boolean,
  signal: AbortSignal,
): HTMLElement {
  const site = select(sites, each => [each, nameOf(each)], chosen);
  const state = select(states, each => [each, named('checked', each)], asked.state, t('any'));
  return el('div', { class: 'filter' }, [
    sites.length > 1
      ? labelled(
          t('site'),
          onChosen(site, of => show({ of }), signal),
        )
      : undefined,
    hasStates
      ? labelled(
          t('broken.state'),
          onChosen(state, next => show({ state: next }), signal),
        )
      : undefined,
  ]);
}

interface BrokenList {
  readonly words: 'broken.within' | 'broken.outside';
  readonly addresses: BrokenAddresses;
}

/** The first addresses, and the others page by page. */
async function pagedSection(list: BrokenList): Promise<HTMLElement> {
  const { addresses } = list;
  const isOutside = list.words === 'broken.outside';
  await addresses.readTo({ addresses: addressesShown });
  const heading = headingOf(list);
  const shown: PagedTable = pagedTable<BrokenAddress>({
    ...{ caption: heading, columns: columnsOf(isOutside), pageSize: addressesShown, empty: t('broken.none') },
    async load(cursor = '0') {
      const from = Number(cursor);
      const to = from + addressesShown;
      // One more says whether there is a next page.
      await addresses.readTo({ addresses: to + 1 });
      const { known } = addresses;
      return { rows: known.slice(from, to), ...(known.length > to && { next: String(to) }) };
    },
    cellsOf: address => cellsOf(address, isOutside, pagesOfRow),
    total: () => (addresses.isCut ? undefined : addresses.known.length),
  });
  await shown.refresh();
  return section(heading, classCounts(addresses), shown.element);
}

/** As many as one reads in a page that is sent. */
async function savedSection(list: BrokenList): Promise<HTMLElement> {
  const { addresses } = list;
  const isOutside = list.words === 'broken.outside';
  await addresses.readTo({ rows: mostRowsSaved });
  const heading = headingOf(list);
  const rows = addresses.known.map(address => cellsOf(address, isOutside, pagesSaved));
  return section(heading, [
    classCounts(addresses),
    addresses.isCut ? el('p', { class: 'notice' }, t('broken.cut', { count: rows.length })) : undefined,
    rows.length === 0 ? el('p', {}, t('broken.none')) : scrolledTable(heading, columnsOf(isOutside), rows),
  ]);
}

/** Addresses are counted once all of them are known; links are in any case. */
function headingOf({ words, addresses }: BrokenList): string {
  return addresses.isCut ? t(`${words}Links`, { count: addresses.links }) : t(words, { count: addresses.known.length });
}

function columnsOf(isOutside: boolean): readonly Column[] {
  const texts = [
    t('column.Url'),
    ...(isOutside ? [t('broken.state')] : []),
    t('column.Status'),
    t('column.Class'),
    t('broken.linkedFrom'),
  ];
  return texts.map(heading => ({ heading }));
}

function cellsOf(address: BrokenAddress, isOutside: boolean, pagesShown: number): readonly Child[] {
  return [
    pageLink(address.url),
    ...(isOutside ? [named('checked', address.state)] : []),
    statusOf(address),
    address.refusal === '' ? '' : named('refusal', address.refusal),
    linkingPages(address, pagesShown),
  ];
}

/** How many addresses of each class, once all are known: what is blocked need not be dead. */
function classCounts({ isCut, known }: BrokenAddresses): HTMLElement | undefined {
  const counts = Map.groupBy(known, ({ refusal }) => refusal);
  counts.delete('');
  if (isCut || counts.size === 0) return undefined;
  return el('p', {}, [...counts].map(([name, { length }]) => `${named('refusal', name)}: ${length}`).join(', '));
}

function statusOf({ status, reason, target }: BrokenAddress): Child {
  const told =
    reason === '' || reason === 'http-status' || reason === 'wall'
      ? named('checkStatus', status)
      : named('skip', reason);
  if (target === '') return told;
  return el('span', {}, `${told} → `, pageLink(target));
}

/** Each page with the texts of its links. */
function linkingPages({ links }: BrokenAddress, pagesShown: number): Child {
  if (links.length === 0) return t('broken.noPage');
  const [open = '', close = ''] = t('quotationMarks');
  const texts = new Map<string, string[]>();
  for (const { page, anchor } of links) {
    const known = texts.get(page) ?? [];
    texts.set(page, anchor === '' || known.includes(anchor) ? known : [...known, anchor]);
  }
  const items = [...texts].map(([page, anchors]) =>
    el('li', {}, [
      pageLink(page),
      ...anchors.slice(0, anchorsShown).flatMap(anchor => [` ${open}`, pageText(anchor), close]),
      anchors.length > anchorsShown ? ` ${t('andMore', { count: anchors.length - anchorsShown })}` : undefined,
    ]),
  );
  const rest = items.slice(pagesShown);
  return el('div', {}, [
    el('ul', {}, items.slice(0, pagesShown)),
    ' ',
    rest.length === 0
      ? undefined
      : el('details', {}, el('summary', {}, t('andMore', { count: rest.length })), el('ul', {}, rest)),
  ]);
}
