import { allFiles } from '../page/all-files.ts';
import { askList, attempt, pagesOf } from '../page/api.ts';
import type { SitePage, TablePage } from '../page/api-types.ts';
import {
  button,
  downloadLink,
  filtersIn,
  foldedOnPhones,
  labelled,
  onChosen,
  onSubmit,
  select,
  tickBox,
} from '../page/controls.ts';
import { hasResults } from '../page/crawl-words.ts';
import { type Child, type Column, el, glossary, headed, ofPages, pageLink, pageText } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { type PagedTable, pagedTable, wholeTable } from '../page/paged-table.ts';
import { hashOf, type ViewContext } from '../page/route.ts';
import { focusSorted, sortedColumn } from '../page/sort-heading.ts';
import { language, named, number, t } from '../words/language.ts';
import { type SiteNames, siteNames } from './site-names.ts';
import { columnNote, meaningIn, type TableFile, tablesAmong } from './table-names.ts';

/** The values that the address of the view keeps. */
const kept = ['kind', 'of', 'text', 'column', 'is', 'sort', 'order', 'times'] as const;
type Asked = Readonly<Record<(typeof kept)[number], string>>;

const rowsOfPage = 50;
/** Of the page table: what is shown where nobody has chosen; fields that were extracted are shown, too. */
const usual = new Set([
  ...['Url', 'Title', 'Level', 'Status', 'InDegree', 'OutDegree', 'PageRank', 'Hub', 'Authority'],
  ...['Component', 'Language', 'DetectedLanguage', 'Words', 'LastModified', 'Bytes', 'AskedAt', 'Milliseconds'],
]);
const isUsual = (column: string): boolean => usual.has(column) || column.startsWith('Field_');
const timeColumns = new Set(['AskedAt', 'Milliseconds']);
/** Of other columns of numbers the larger values are searched for first. */
const smallestFirst = /^(?:Id|Level|Component|Site|Step|Source|Target)$/;

/** Any table of the results: sorted by a column, searched, filtered, and downloaded as filtered. */
export async function tablesView(live: LiveCrawl, { route, signal }: ViewContext): Promise<HTMLElement> {
  if (!hasResults(live.current())) return el('p', { class: 'notice' }, t('filesLater'));
  const found = tablesAmong(await allFiles(live.id, signal));
  if (found.length === 0) return el('p', {}, t('noFiles'));
  const names = await siteNames(live.id, found, signal);
  const order = [...names.keys()];
  // As the list of sites has them; those that it does not name stay behind.
  const placeOf = ({ site }: TableFile): number => (names.has(site) ? order.indexOf(site) : order.length);
  const tables = found.toSorted((a, b) => (a.kind === b.kind ? placeOf(a) - placeOf(b) : 0));
  let asked = filtersIn(kept, route.query);
  const place = el('div');
  const show = async (next: Partial<Asked>): Promise<void> => {
    asked = { ...asked, ...next };
    history.replaceState(null, '', hashOf(live.id, 'tables', asked));
    const file = chosen(tables, asked);
    const shown = await tableOf(live.id, file, names, asked, show, signal);
    // One row on a wide screen, so that more rows of the table are seen.
    shown.firstElementChild!.prepend(choice(tables, file, names, show, signal));
    place.replaceChildren(shown);
    if (next.sort !== undefined && next.sort !== '') focusSorted(place);
  };
  await show({});
  return el('div', {}, place, glossary(ofPages));
}

function chosen(tables: readonly TableFile[], { kind, of }: Asked): TableFile {
  const ofKind = tables.filter(each => each.kind === kind);
  return ofKind.find(({ site }) => site === of) ?? ofKind[0] ?? tables[0]!;
}

type Show = (next: Partial<Asked>) => Promise<void>;

/** Another table has other columns: what was sorted and filtered by them is forgotten. */
const noQuery = { text: '', column: '', is: '', sort: '', order: '', times: '' };

function choice(
  tables: readonly TableFile[],
  file: TableFile,
  names: SiteNames,
  show: Show,
  signal: AbortSignal,
): HTMLElement {
  const kinds = [...new Set(tables.map(({ kind }) => kind))];
  const sites = tables.filter(({ kind }) => kind === file.kind).map(({ site }) => site);
  const kind = select(kinds, each => [each, named('table', each)], file.kind);
  const site = select(sites, each => [each, names.get(each) ?? each], file.site);
  onChosen(site, of => show({ kind: file.kind, of }), signal);
  return el('div', { class: 'filter' }, [
    labelled(
      t('table'),
      onChosen(kind, next => show({ ...noQuery, kind: next, of: file.site }), signal),
    ),
    sites.length > 1 ? labelled(t('site'), site) : undefined,
  ]);
}

async function tableOf(
  id: string,
  { kind, name, site }: TableFile,
  names: SiteNames,
  asked: Asked,
  show: Show,
  signal: AbortSignal,
): Promise<HTMLElement> {
  const { text, column, is, sort, order, times } = asked;
  const segments = ['crawls', id, 'tables', ...name.split('/')];
  const query = { text, column, is: column === '' ? '' : is, sort, order: sort === '' ? '' : order, times };
  const load = async (cursor: string | undefined): Promise<TablePage> =>
    await askList<TablePage>(segments, { ...query, limit: rowsOfPage, cursor }, signal);
  let first: TablePage | undefined = await load(undefined);
  const { columns, total, rows: shownRows } = first;
  const looks: CellLooks = { isOfPages: kind === 'pages', hasHosts: columns.includes('Host') };
  const panel = el('div', { role: 'status' });
  const linkers = (row: readonly string[]): void =>
    attempt(async () => panel.replaceChildren(await referrersPanel(id, site, row, columns, signal)), signal);
  const list: PagedTable = pagedTable<readonly string[]>({
    name: `tables.${kind}`,
    caption: `${named('table', kind)}${site === '' ? '' : `, ${names.get(site) ?? site}`}`,
    pageSize: rowsOfPage,
    columns: columns.map((column, place) => ({
      ...headingOf(kind, column, isNumeric(shownRows, place), asked, show),
      isExtra: kind === 'pages' && !isUsual(column),
    })),
    async load(cursor) {
      const page = cursor === undefined && first !== undefined ? first : await load(cursor);
      first = undefined;
      return { rows: page.rows, next: page.next };
    },
    cellsOf: row => columns.map((column, place) => cellOf(column, row[place] ?? '', () => linkers(row), looks)),
    empty: t('noRows'),
    total: () => total,
  });
  await list.restart();
  const download = (format: string, text: string): HTMLElement =>
    downloadLink(text, segments, { ...query, sort: '', order: '', format });
  return el('div', {}, [
    el('div', { class: 'tools' }, [
      foldedOnPhones(t('filter'), filterForm(columns, asked, show, signal), text !== '' || column !== ''),
    ]),
    el('p', { class: 'actions' }, [
      kind === 'pages' ? timesSwitch(asked, show, signal) : undefined,
      download('csv', t('downloadFiltered', { count: total })),
      download('xlsx', t('downloadExcel')),
    ]),
    panel,
    list.element,
  ]);
}

/** The cells of the first rows are numbers, except for those that are empty. */
function isNumeric(rows: TablePage['rows'], place: number): boolean {
  const cells = rows.map(row => row[place] ?? '').filter(cell => cell !== '');
  return cells.length > 0 && cells.every(cell => /^[\d.]+(?:e-?\d+)?$/.test(cell));
}

/** `looksNumeric`: counts for columns without a description. */
function headingOf(kind: string, column: string, looksNumeric: boolean, { sort, order }: Asked, show: Show): Column {
  const note = columnNote(kind, column);
  const isNumber = note === undefined ? looksNumeric : /^(?:integer|double|number)$/.test(note.type);
  const first = isNumber && !smallestFirst.test(column) ? 'desc' : 'asc';
  const title = note === undefined ? undefined : meaningIn(language(), note.meaning);
  const now = { sort, order: order === 'desc' ? 'desc' : 'asc' } as const;
  return sortedColumn(column, named('column', column), { isNumber, first, title }, now, show);
}

/** The table of pages, and whether its site is more than a host. */
interface CellLooks {
  readonly isOfPages: boolean;
  readonly hasHosts: boolean;
}

function cellOf(column: string, cell: string, onLinkers: () => void, { isOfPages, hasHosts }: CellLooks): Child {
  if (cell === '') return '';
  if (isOfPages && column === 'InDegree')
    return button(number(Number(cell)), onLinkers, { class: 'sort', title: t('whoLinksHere') });
  if (/^https?:\/\/\S+$/.test(cell))
    return pageLink(cell, isOfPages && column === 'Url' ? shortUrl(cell, hasHosts) : cell);
  if (column === 'Level' && cell === '-1') return t('orphan');
  if (/^\d+$/.test(cell)) return number(Number(cell));
  if (/^\d*\.?\d+(?:e-?\d+)?$/.test(cell)) return fraction(Number(cell));
  return pageText(cell);
}

/** Three digits; very small ones as 1.4e-5. */
function fraction(value: number): string {
  return value !== 0 && value < 0.001 ? value.toExponential(1) : value.toPrecision(3);
}

/** The caption names a site that is one host. */
function shortUrl(url: string, hasHosts: boolean): string {
  const host = url.indexOf('//') + 2;
  const path = hasHosts ? host : url.indexOf('/', host);
  return path < 0 ? '/' : url.slice(path);
}

/** Of the page table: the columns of the log. */
function timesSwitch({ times, sort, column }: Asked, show: Show, signal: AbortSignal): HTMLElement {
  const without = {
    ...(timeColumns.has(sort) && { sort: '', order: '' }),
    ...(timeColumns.has(column) && { column: '', is: '' }),
  };
  const change = (isOn: boolean) => show(isOn ? { times: 'true' } : { times: '', ...without });
  return tickBox(t('timesOfAnswers'), times !== '', change, signal);
}

function filterForm(columns: readonly string[], asked: Asked, show: Show, signal: AbortSignal): HTMLElement {
  const text = el('input', { value: asked.text, type: 'search', autocomplete: 'off', maxlength: 200 });
  const column = select(columns, each => [each, named('column', each)], asked.column, t('any'));
  const is = el('input', { value: asked.is, autocomplete: 'off', maxlength: 200, size: 12 });
  const form = el('form', { class: 'filter', role: 'search', 'aria-label': t('filter') }, [
    labelled(t('textContains'), text),
    labelled(t('column'), column),
    labelled(t('isEqualTo'), is),
    el('div', { class: 'field' }, el('button', {}, t('filter'))),
  ]);
  onSubmit(form, () => show({ text: text.value, column: column.value, is: is.value }), signal);
  return form;
}

interface Referrer {
  readonly id: number;
  readonly url: string;
  readonly title: string;
  readonly links: number;
}

/** The pages that link to the page of a row of the page table; its address names the site. */
async function referrersPanel(
  id: string,
  site: string,
  row: readonly string[],
  columns: readonly string[],
  signal: AbortSignal,
): Promise<HTMLElement> {
  const cell = (column: string): string => row[columns.indexOf(column)] ?? '';
  const url = cell('Url');
  const query = { site: await numberOfSite(id, url, signal), page: cell('Id') };
  const { pages, total } = await askList<{ readonly pages: readonly Referrer[]; readonly total: number }>(
    ['crawls', id, 'referrers'],
    query,
    signal,
  );
  const list = await wholeTable(pages, {
    caption: t('whoLinksHere'),
    columns: headed('page', 'title', '#column.Occurrences'),
    cellsOf: each => [pageLink(each.url), each.title, number(each.links)],
    empty: t('nobodyLinks'),
  });
  return el('section', { class: 'referrers', 'aria-label': site }, [
    el('h2', {}, t('linksTo', { count: total })),
    el('p', {}, pageLink(url)),
    list,
  ]);
}

/** The site whose origin the address has. */
async function numberOfSite(id: string, url: string, signal: AbortSignal): Promise<number | undefined> {
  const { host } = new URL(url);
  for await (const { sites } of pagesOf<SitePage>(['crawls', id, 'sites'], { limit: 1_000 }, signal)) {
    const found = sites.find(({ origin }) => new URL(origin).host === host);
    if (found !== undefined) return found.number;
  }
  return undefined;
}
