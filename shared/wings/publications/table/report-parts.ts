import type { ToneTable } from './read-table.ts';
import * as told from './told-table.ts';
import { type ReportWords, reportWords } from './told-table.ts';
import { type TableRow, tableClasses } from './tone-table.ts';

/** A cell: its text, and smaller lines below it. */
export type ReportCell = readonly string[];

/** A part of a report that people read, in the order of reading; HTML, DOCX and PDF have the same. */
export type ReportPart =
  | { readonly kind: 'heading'; readonly text: string }
  /** The first cell of a row is its name. */
  | { readonly kind: 'table'; readonly heads: readonly string[]; readonly rows: readonly (readonly ReportCell[])[] }
  | { readonly kind: 'notes'; readonly notes: readonly string[] }
  | { readonly kind: 'chart' }
  /** `words`: the line about words, or nothing. */
  | { readonly kind: 'quotation'; readonly quoted: told.Quoted; readonly words: string };

/** Rows that a table of a report shows; CSV, JSON and XLSX have all. */
const mostByDefault = 2_000;
/** The latest months, or the first sources and sections, beside each other: a page of paper has room for no more. */
const mostColumns = 12;

/** `most`: rows of each table; of more those with most mentions are shown, in their order. */
export function reportParts(report: told.Report, most = mostByDefault): readonly ReportPart[] {
  const { tables, language } = report;
  const say = reportWords(language);
  const [first, second] = tables;
  const compared =
    first === undefined || second === undefined
      ? []
      : changeParts(second.table, told.changedRows(first.table, second.table), say('change'), { say, most });
  return [
    ...tables.flatMap(each => tableParts(each, { say, most })),
    ...compared,
    { kind: 'chart' },
    ...tables.flatMap(each => quotationParts(each.table, say)),
  ];
}

/** The words of a report, and the rows of each table. */
interface Shown {
  readonly say: ReportWords;
  readonly most: number;
}

function tableParts(reported: told.ReportedTable, shown: Shown): readonly ReportPart[] {
  const { query, table } = reported;
  const { say } = shown;
  const rows = told.shownRows(reported.table, say);
  const hasVoice = rows.some(({ voice }) => voice !== null);
  const heads = [
    ...[headOf(table, say), ...tableClasses.map(each => say(each)), 'n'],
    ...(hasVoice ? [say('voice')] : []),
    ...[say('unclassified'), say('candidates')],
  ];
  return [
    { kind: 'heading', text: told.periodText(query, say) },
    ...matrixParts(table, shown),
    ...cut(heads, rows, { cellsOf: row => rowCells(table, row, hasVoice, say), sizeOf }, shown),
    { kind: 'notes', notes: told.notesOf(reported, say) },
    ...changeParts(table, told.changedMonths(table), say('monthChange'), shown),
  ];
}

function headOf({ by, across }: ToneTable, say: ReportWords): string {
  return across === null ? say(by) : `${say(by)} · ${say(across)}`;
}

function sizeOf({ n, unclassified, candidates }: TableRow): number {
  return n + unclassified + candidates;
}

/** A table of the rows with most mentions, and how many more there are. */
function cut<Row>(
  heads: readonly string[],
  rows: readonly Row[],
  of: { readonly cellsOf: (row: Row) => readonly ReportCell[]; readonly sizeOf: (row: Row) => number },
  { say, most }: Shown,
): readonly ReportPart[] {
  const left = rows.length - most;
  if (left <= 0) return [{ kind: 'table', heads, rows: rows.map(of.cellsOf) }];
  const largest = new Set(rows.toSorted((a, b) => of.sizeOf(b) - of.sizeOf(a)).slice(0, most));
  return [
    { kind: 'table', heads, rows: rows.filter(row => largest.has(row)).map(of.cellsOf) },
    { kind: 'notes', notes: [say('largest', { count: left, most })] },
  ];
}

function rowCells(table: ToneTable, row: TableRow, hasVoice: boolean, say: ReportWords): readonly ReportCell[] {
  const { mentioning, publications, voice } = row;
  return [
    [told.rowName(table, row, say)],
    ...tableClasses.map(each => {
      const cell = row.classes[each];
      const people = cell.byPeople === 0 ? [] : [say('people', { count: cell.byPeople })];
      return [told.cellText(cell, say), told.intervalText(cell, say), ...people].filter(Boolean);
    }),
    [String(row.n), ...(publications === null ? [] : [say('ofPublications', { mentioning, publications })])],
    ...(hasVoice ? [[told.voiceText(voice, say), ...(voice === null ? [] : [told.intervalText(voice, say)])]] : []),
    [String(row.unclassified)],
    [String(row.candidates)],
  ];
}

/** Organizations down, months, sources or sections across: mentions with a class, and of them positive and negative ones. */
function matrixParts({ by, across, rows }: ToneTable, shown: Shown): readonly ReportPart[] {
  if (across === null) return [];
  const { say } = shown;
  const names = new Map(rows.map(({ part }) => [part!.key, part!.name] as const));
  const parts =
    across === 'month' ? [...names.keys()].sort().slice(-mostColumns) : [...names.keys()].slice(0, mostColumns);
  const heads = [say(by), ...parts.map(key => say.named(across, names.get(key)!))];
  const organizations = [...Map.groupBy(rows, ({ key }) => key).values()];
  const cellsOf = (all: readonly TableRow[]): readonly ReportCell[] => {
    const known = new Map(all.map(row => [row.part!.key, row] as const));
    return [[all[0]!.name], ...parts.map(key => matrixCell(known.get(key)))];
  };
  const notes = [say('matrixNote', { most: mostColumns })];
  const of = { cellsOf, sizeOf: (all: readonly TableRow[]) => all.reduce((sum, row) => sum + sizeOf(row), 0) };
  return [...cut(heads, organizations, of, shown), { kind: 'notes', notes }];
}

function matrixCell(row: TableRow | undefined): ReportCell {
  if (row === undefined || row.n === 0) return ['0'];
  const { positive, negative } = row.classes;
  return [String(row.n), `(+${positive.count} −${negative.count})`];
}

function changeParts(
  table: ToneTable,
  changed: readonly told.ChangedRow[],
  heading: string,
  shown: Shown,
): readonly ReportPart[] {
  if (changed.length === 0) return [];
  const { say } = shown;
  const kinds = told.shownChanges(changed);
  const cellsOf = (each: told.ChangedRow): readonly ReportCell[] => [
    [told.rowName(table, each.second, say)],
    ...kinds.map(what => {
      const { change, interval } = told.changeText(each, what, say);
      return [change, interval];
    }),
    [`${each.first.n} → ${each.second.n}`],
  ];
  const of = { cellsOf, sizeOf: ({ first, second }: told.ChangedRow) => sizeOf(first) + sizeOf(second) };
  return [
    { kind: 'heading', text: heading },
    ...cut([headOf(table, say), ...kinds.map(each => say(each)), 'n'], changed, of, shown),
    { kind: 'notes', notes: [say('changeNote')] },
  ];
}

function quotationParts(table: ToneTable, say: ReportWords): readonly ReportPart[] {
  let last = '';
  const parts = told.quotedOf(table, say).flatMap((quoted): readonly ReportPart[] => {
    const text = `${quoted.row}: ${quoted.class}`;
    const head = text === last ? [] : [{ kind: 'heading', text } as const];
    last = text;
    return [
      ...head,
      { kind: 'quotation', quoted, words: quoted.words === '' ? '' : say('words', { words: quoted.words }) },
    ];
  });
  return parts.length === 0 ? [] : [{ kind: 'heading', text: say('quotations') }, ...parts];
}
