import type { ToneTable } from '../../../shared/wings/publications/table/read-table.ts';
import { type RowsBy, tableParts, tableRows } from '../../../shared/wings/publications/table/table-rows.ts';
import * as told from '../../../shared/wings/publications/table/told-table.ts';
import { type Judgement, type TableRow, tableClasses } from '../../../shared/wings/publications/table/tone-table.ts';
import { readList } from '../organizations/organizations-view.ts';
import { askList, attempt, unlessRefused } from '../page/api.ts';
import {
  chosenIn,
  downloadLink,
  filterField,
  filtersIn,
  foldedOnPhones,
  labelled,
  onSubmit,
  select,
} from '../page/controls.ts';
import { type Child, el, pageText, shownText } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { hashOfWatch, type ViewContext } from '../page/route.ts';
import { tableChange, toneRows } from '../tones/table-change.ts';
import { toneChart } from '../tones/tone-chart.ts';
import { inReport, ofPublications } from '../tones/tone-words.ts';
import { language, t } from '../words/language.ts';
import { sourcesChoice } from './source-choice.ts';
import type { SourcePage } from './watch-types.ts';

const filterNames = [
  ...(['across', 'since', 'until', 'source', 'organization', 'copies', 'nested', 'confidence', 'models'] as const),
  ...(['compareSince', 'compareUntil', 'compareModels'] as const),
];
type Filter = Readonly<Record<'by' | (typeof filterNames)[number], string>>;

const sourcesInFilter = 1_000;
/** More rows are in the files. */
const mostRows = 2_000;

/** The table of organizations and their tone: the table, what is behind its numbers, and a chart. */
export async function tableView(live: LiveCrawl, { route, signal }: ViewContext): Promise<HTMLElement> {
  let filter = filterOf(route.query);
  const { sources } = await askList<SourcePage>(['watches', live.id, 'sources'], { limit: sourcesInFilter }, signal);
  // Of the models that gave tones; none without a list of organizations.
  const { models = [] } = (await readList(live.id, { limit: 1 }, signal)) ?? {};
  const body = el('div', {});
  const show = async (): Promise<void> => {
    const second = comparedFilter(filter);
    const link = el('a', { href: hashOfWatch(live.id, 'organizations') }, t('watchTab.organizations'));
    const noList = el('p', { class: 'notice' }, t('noOrganizations'), ' ', link);
    const table = await readTable(live.id, withoutComparison(filter), signal);
    const other = second === undefined ? undefined : await readTable(live.id, second, signal);
    body.replaceChildren(...(table === undefined ? [noList] : shownBody(live.id, table, other, filter)));
  };
  const form = filterForm(filter, { sources, models }, next => {
    filter = { ...next, organization: filter.organization };
    history.replaceState(null, '', hashOfWatch(live.id, 'table', filter));
    attempt(show, signal);
  });
  await show();
  const isFiltered = Object.entries(filter).some(([name, value]) => name !== 'by' && value !== '');
  return el('div', {}, foldedOnPhones(t('filter'), form, isFiltered), body);
}

function withoutComparison(filter: Filter): Filter {
  return { ...filter, compareSince: '', compareUntil: '', compareModels: '' };
}

/** The filter of the second table; undefined if nothing is compared. Another period takes the place of the first one. */
function comparedFilter(filter: Filter): Filter | undefined {
  const { compareSince, compareUntil, compareModels } = filter;
  if (compareSince === '' && compareUntil === '' && compareModels === '') return undefined;
  const isPeriod = compareSince !== '' || compareUntil !== '';
  return {
    ...withoutComparison(filter),
    ...(isPeriod && { since: compareSince, until: compareUntil }),
    ...(compareModels !== '' && { models: compareModels }),
  };
}

async function readTable(id: string, filter: Filter, signal: AbortSignal): Promise<ToneTable | undefined> {
  return await unlessRefused(askList<ToneTable>(['watches', id, 'report'], filter, signal), 404);
}

function filterOf(query: URLSearchParams): Filter {
  const by = tableRows.find(each => each === query.get('by')) ?? 'organization';
  return { by, ...filtersIn(filterNames, query) };
}

interface Choices {
  readonly sources: SourcePage['sources'];
  readonly models: readonly string[];
}

/** A second period or model to compare: its table is shown beside the first. */
function comparison(filter: Filter, models: readonly string[]) {
  const since = el('input', { type: 'date', value: filter.compareSince });
  const until = el('input', { type: 'date', value: filter.compareUntil });
  const other = modelChoice(models, filter.compareModels);
  const fields = el('details', { class: 'compare', open: comparedFilter(filter) !== undefined }, [
    el('summary', {}, t('tableCompare')),
    el('p', { class: 'hint' }, t('tableCompareHint')),
    el('div', { class: 'fields' }, [
      filterField('compareSince', since),
      filterField('compareUntil', until),
      models.length === 0 ? undefined : filterField('compareModels', other),
    ]),
  ]);
  const read = () => ({ compareSince: since.value, compareUntil: until.value, compareModels: other.value });
  return { fields, read };
}

function modelChoice(models: readonly string[], chosen: string): HTMLSelectElement {
  return select(models, name => [name, shownText(name, 60)], chosen, t('lastModels'));
}

function filterForm(filter: Filter, { sources, models }: Choices, onChange: (filter: Filter) => void): HTMLElement {
  const by = select(tableRows, each => [each, t(`tableBy.${each}`)], filter.by);
  const across = select(tableParts, each => [each, t(`tableBy.${each}`)], filter.across, t('notSplit'));
  const source = sourcesChoice(sources, filter.source, t('allSources'));
  const since = el('input', { type: 'date', value: filter.since });
  const until = el('input', { type: 'date', value: filter.until });
  const copies = el('input', { type: 'checkbox', checked: filter.copies === 'true' });
  const nested = el('input', { type: 'checkbox', checked: filter.nested === 'true' });
  const least = filter.confidence === '' ? '0' : filter.confidence;
  const confidence = el('input', { type: 'number', min: 0, max: 1, step: 0.05, value: least });
  const model = modelChoice(models, filter.models);
  const compared = comparison(filter, models);
  const boxes = [filterField('copies', copies), filterField('nested', nested)];
  for (const box of boxes) box.classList.add('check');
  const form = el('form', { class: 'filter level', role: 'search', 'aria-label': t('filter') }, [
    filterField('by', by),
    filterField('across', across),
    filterField('source', source),
    filterField('since', since),
    filterField('until', until),
    labelled(t('field.filter.confidence'), confidence, t('says.filter.confidence')),
    models.length < 2 ? undefined : filterField('models', model),
    ...boxes,
    compared.fields,
    el('div', { class: 'field' }, el('button', { class: 'primary' }, t('filter'))),
  ]);
  onSubmit(form, () =>
    onChange({
      ...chosenIn({ by, source, since, until, copies, nested, models: model }),
      across: by.value === 'organization' ? across.value : '',
      organization: '',
      confidence: confidence.value === '0' ? '' : confidence.value,
      ...compared.read(),
    }),
  );
  return form;
}

/** The table, or two with what changed between them. */
function shownBody(id: string, table: ToneTable, other: ToneTable | undefined, filter: Filter): readonly HTMLElement[] {
  const second = comparedFilter(filter);
  const first = withoutComparison(filter);
  const isAlone = other === undefined || second === undefined;
  const tables = isAlone ? shownTable(id, table, first, 'h2') : comparedTables(id, [table, first], [other, second]);
  return [...tables, el('p', { class: 'actions export' }, el('span', {}, t('exportAs')), ...exportLinks(id, filter))];
}

type Counted = readonly [table: ToneTable, filter: Filter];

function comparedTables(id: string, first: Counted, second: Counted): readonly HTMLElement[] {
  return [
    el('h2', {}, t('firstTable', countedBy(first[1]))),
    ...shownTable(id, ...first, 'h3'),
    el('h2', {}, t('secondTable', countedBy(second[1]))),
    ...shownTable(id, ...second, 'h3'),
    el('h2', {}, t('tableChange')),
    el('p', { class: 'hint' }, t('tableChangeHint')),
    tableChange(first[0], second[0]),
  ];
}

function countedBy({ since, until, models }: Filter): { readonly period: string; readonly models: string } {
  const given = Object.entries({ since, until }).filter(([, day]) => day !== '');
  const bounds = Object.fromEntries(given.map(([name, day]) => [name, Date.parse(day)]));
  const period = told.periodText(bounds, inReport());
  return { period, models: models === '' ? t('lastModels') : models };
}

function shownTable(id: string, table: ToneTable, filter: Filter, chartHead: 'h2' | 'h3'): readonly HTMLElement[] {
  const heads = [
    t(`tableBy.${table.by}`),
    ...tableClasses.map(each => t(`tone.${each}`)),
    'n',
    t('tone.unclassified'),
    t('tone.candidate'),
  ];
  const rows = told.shownRows(table, inReport());
  const notes = [t('tableCounts'), ...told.tableNotes(table, inReport())];
  return [
    toneRows(
      `${t('watchTab.table')}: ${countedBy(filter).period}`,
      heads,
      rows.slice(0, mostRows).map(row => tableRow(id, row, table, filter)),
    ),
    el('ul', { class: 'notes' }, ...notes.map(note => el('li', {}, note))),
    el(chartHead, {}, t('tableChart')),
    toneChart({ ...table, rows }),
  ];
}

/** Numbers lead to their publications; of sections there is no list. */
function tableRow(id: string, row: TableRow, { by, across }: ToneTable, filter: Filter): HTMLElement {
  const isUnlisted = by === 'section' || across === 'section';
  const say = inReport();
  const own = queryOf(row.key, by, filter);
  const behind = row.part === null || across === null ? own : queryOf(row.part.key, across, { ...filter, ...own });
  const linked = (count: number, tone: Judgement, ...more: readonly Child[]): HTMLElement =>
    el('td', { 'data-head': t(`tone.${tone}`) }, [
      count === 0 || isUnlisted
        ? el('span', {}, String(count))
        : el('a', { href: hashOfWatch(id, 'publications', { ...behind, tone }) }, String(count)),
      ...more,
    ]);
  const cells = tableClasses.map(each => {
    const cell = row.classes[each];
    return linked(
      cell.count,
      each,
      ` (${cell.percent === null ? '–' : say.decimal(cell.percent)})`,
      small(told.intervalText(cell, say)),
      small(cell.byPeople === 0 ? '' : t('byPeople', { count: cell.byPeople })),
    );
  });
  const voice =
    row.voice === null
      ? ''
      : t('shareOfVoice', { share: told.voiceText(row.voice, say), range: told.intervalText(row.voice, say) });
  return el('tr', {}, [
    el('th', { scope: 'row' }, pageText(told.rowName({ by, across }, row, say))),
    ...cells,
    el('td', { 'data-head': 'n' }, String(row.n), small(ofPublications(row)), small(voice)),
    linked(row.unclassified, 'unclassified'),
    linked(row.candidates, 'candidate'),
  ]);
}

function small(text: string | undefined): HTMLElement | undefined {
  return text === undefined || text === '' ? undefined : el('small', {}, text);
}

function queryOf(key: string, by: RowsBy, filter: Filter): Readonly<Record<string, string>> {
  const { since, until, source, organization, nested, confidence, copies } = filter;
  const plain = { since, until, source, organization, nested, confidence, originals: copies === 'true' ? '' : 'true' };
  if (key === 'total' || by === 'section') return plain;
  if (by === 'organization') return { ...plain, organization: key };
  if (by === 'source') return { ...plain, source: key };
  const first = `${key}-01`;
  const [year, month] = key.split('-').map(Number) as [number, number];
  const next = `${new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 7)}-01`;
  return { ...plain, since: since > first ? since : first, until: until !== '' && until < next ? until : next };
}

function exportLinks(id: string, filter: Filter): readonly HTMLElement[] {
  return ['csv', 'xlsx', 'docx', 'pdf', 'html', 'svg', 'png', 'json'].map(format => {
    const lang = format === 'csv' || format === 'json' ? undefined : language();
    const query = { ...filter, format, lang, bom: format === 'csv' ? 'true' : undefined };
    return downloadLink(format.toUpperCase(), ['watches', id, 'report'], query, `report.${format}`);
  });
}
