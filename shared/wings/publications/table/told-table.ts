import type { TableQuery, ToneTable } from './read-table.ts';
import words from './report-words.json' with { type: 'json' };
import { type Interval, percentText, pointsInterval, pointsText } from './share.ts';
import type { ReportLanguage, RowsBy } from './table-rows.ts';
import { type Changing, changeOf, changing, type TableCell, type TableRow, type Voice } from './tone-table.ts';

/** The words of a report in its language, with its numbers and dates. */
export interface ReportWords {
  /** `{name}` is replaced, and `{name|one|few|many}` by the form that goes with the number; English has two forms. */
  (word: keyof typeof words.en, values?: Readonly<Record<string, string | number>>): string;
  /** A number with its decimal point as English has it. */
  decimal(text: string): string;
  /** A day that begins at this instant (UTC), or else the instant. */
  day(instant: number): string;
  /** The name of a row: months as the language writes them. */
  named(kind: RowsBy, name: string): string;
}

const places = { en: ['one', 'other'], ru: ['one', 'few', 'many'] } as const;

export function reportWords(language: ReportLanguage = 'en'): ReportWords {
  const rules = new Intl.PluralRules(language);
  const form = (forms: readonly string[], count: number): string => {
    const place = (places[language] as readonly string[]).indexOf(rules.select(count));
    return forms[place] ?? forms.at(-1)!;
  };
  const say = (word: keyof typeof words.en, values: Readonly<Record<string, string | number>> = {}): string =>
    words[language][word].replaceAll(/\{(\w+)((?:\|[^|}]*)*)\}/g, (_, name: string, forms: string) =>
      forms === '' ? String(values[name]) : form(forms.split('|').slice(1), Number(values[name])),
    );
  const decimal = (text: string): string => (language === 'ru' ? text.replaceAll('.', ',') : text);
  return Object.assign(say, {
    decimal,
    day: (instant: number) => dayText(instant, language),
    named: (kind: RowsBy, name: string) =>
      kind === 'section' && name === ''
        ? say('noSection')
        : kind === 'month' && language === 'ru' && /^\d{4}-\d\d$/.test(name)
          ? russian(Date.parse(`${name}-01`), { month: 'long' }).replace(/ г\.$/, '')
          : name,
  });
}

function dayText(instant: number, language: ReportLanguage): string {
  const text = new Date(instant).toISOString();
  if (!text.endsWith('T00:00:00.000Z')) return text;
  return language === 'ru' ? russian(instant, { day: 'numeric', month: 'long' }) : text.slice(0, 10);
}

function russian(instant: number, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('ru', { ...parts, year: 'numeric', timeZone: 'UTC' }).format(instant);
}

/** The tables of a report for its reader: one table, or two to compare. */
export interface Report {
  readonly tables: readonly ReportedTable[];
  /** Of its words; English unless given. */
  readonly language?: ReportLanguage;
}

export interface ReportedTable {
  readonly query: TableQuery;
  readonly table: ToneTable;
}

const english = reportWords();

/** `1959 (77.6)`, and `0 (–)` where nothing has a class. */
export function cellText({ count, percent }: TableCell, say = english): string {
  return `${count} (${percent === null ? '–' : say.decimal(percent)})`;
}

/** `n 15`; of a month or a source mentions and publications apart: `15 mentions in 11 of 13 publications`. */
export function countText({ n, mentioning, publications }: TableRow, say = english): string {
  return publications === null ? `n ${n}` : say('mentions', { n, mentioning, publications });
}

/** `75.9–79.1`; empty if nothing has a class. */
export function intervalText({ interval }: { readonly interval: Interval | null }, say = english): string {
  return interval === null ? '' : say.decimal(`${percentText(interval.low)}–${percentText(interval.high)}`);
}

/** `12.5`, per cent. */
export function voiceText(voice: Voice | null, say = english): string {
  return voice === null ? '–' : say.decimal(voice.percent);
}

/** The name of a row, with its part. */
export function rowName(
  { by, across }: Pick<ToneTable, 'by' | 'across'>,
  { name, part }: TableRow,
  say = english,
): string {
  const first = say.named(by, name);
  return part === null || across === null ? first : `${first} · ${say.named(across, part.name)}`;
}

/** `from 2026-11-01 before 2026-12-01`, as instants where a bound is no beginning of a day. */
export function periodText({ since, until }: Pick<TableQuery, 'since' | 'until'>, say = english): string {
  const from = since === undefined ? '' : say('from', { day: say.day(since) });
  const to = until === undefined ? '' : say('before', { day: say.day(until) });
  return [from, to].filter(Boolean).join(' ') || say('allTheTime');
}

/** The rows for people: the total below where rows have a total, and of split organizations the rows with a mention. */
export function shownRows(table: ToneTable, say = english): readonly TableRow[] {
  if (table.by !== 'organization') return [...table.rows, { ...table.total, name: say('all') }];
  if (table.across === null) return table.rows;
  return table.rows.filter(({ n, unclassified, candidates }) => n + unclassified + candidates > 0);
}

/** Those of models, and of publications that are left out. */
export function tableNotes(table: ToneTable, say = english): readonly string[] {
  const { models, disputed, withoutTone, searched, total } = table;
  return [
    models.length === 0 ? say('noModel') : say('models', { models: models.join('; ') }),
    ...(models.length > 1 ? [say('mixed')] : []),
    ...(withoutTone > 0 ? [say('withoutTone', { count: withoutTone })] : []),
    ...(disputed > 0 ? [say('disputed', { count: disputed })] : []),
    ...(total.notAbout > 0 ? [say('notAbout', { count: total.notAbout })] : []),
    ...(total.nested > 0 ? [say('leftNested', { count: total.nested })] : []),
    ...(searched !== null && searched.searched < searched.all
      ? [say('unsearched', { count: searched.all - searched.searched, all: searched.all })]
      : []),
  ];
}

/** The notes that a reader needs to understand the numbers. */
export function notesOf({ query, table }: ReportedTable, say = english): readonly string[] {
  const { by, across, rows, quotations } = table;
  const { confidence, isNested, isOriginal, quotes = 0 } = query;
  return [
    say('once'),
    ...(query.sources === undefined ? [] : [say('someSources', { names: countedNames(query.sources, table, say) })]),
    say(isOriginal === true ? 'noCopies' : 'copies'),
    ...(isNested ? [say('nested')] : []),
    say('perCent'),
    ...(rows.some(({ voice }) => voice !== null) ? [say('voiceNote')] : []),
    ...(by === 'section' || across === 'section' ? [say('sectionNote')] : []),
    say('classes'),
    ...(confidence > 0 ? [say('confidence', { confidence: say.decimal(String(confidence)) })] : []),
    ...tableNotes(table, say),
    ...(across === null ? [] : [say('emptyRows')]),
    ...(quotations.length === 0 ? [] : [say('quotationsNote', { count: quotes })]),
  ];
}

const mostNames = 10;

function countedNames(counted: readonly number[], { sources }: ToneTable, say: ReportWords): string {
  const names = counted.slice(0, mostNames).map(number => sources[number] ?? `${number}`);
  const more = counted.length - names.length;
  return more === 0 ? names.join(', ') : say('andMore', { names: names.join(', '), count: more });
}

/** A row, and the row that its changes are from. */
export interface ChangedRow {
  readonly first: TableRow;
  readonly second: TableRow;
}

/** Rows of two tables that have publications in both. */
export function changedRows(first: ToneTable, second: ToneTable): readonly ChangedRow[] {
  const before = new Map(first.rows.map(row => [rowKey(row), row] as const));
  return paired(second.rows, row => before.get(rowKey(row)));
}

/** Months that have publications, beside the month before of the same table. */
export function changedMonths({ by, across, rows }: ToneTable): readonly ChangedRow[] {
  if (by !== 'month' && across !== 'month') return [];
  const known = new Map(rows.map(row => [rowKey(row), row] as const));
  return paired(rows, row => {
    const month = row.part?.key ?? row.key;
    const before = new Date(Date.parse(`${month}-01`) - 1).toISOString().slice(0, 7);
    return known.get(
      rowKey(row.part === null ? { ...row, key: before } : { ...row, part: { ...row.part, key: before } }),
    );
  });
}

export function rowKey({ key, part }: Pick<TableRow, 'key' | 'part'>): string {
  return JSON.stringify([key, part?.key]);
}

function paired(rows: readonly TableRow[], earlier: (row: TableRow) => TableRow | undefined): readonly ChangedRow[] {
  return rows.flatMap(second => {
    const first = earlier(second);
    return first !== undefined && changing.some(each => changeOf(first, second, each) !== undefined)
      ? [{ first, second }]
      : [];
  });
}

/** The kinds of change that readers see: shares of voice where rows have them. */
export function shownChanges(changed: readonly ChangedRow[]): readonly Changing[] {
  return changing.filter(each => each !== 'voice' || changed.some(({ second }) => second.voice !== null));
}

/** A change and its interval in points of per cent; both empty if a row has no share. */
export function changeText(
  { first, second }: ChangedRow,
  what: Changing,
  say: ReportWords = english,
): { readonly change: string; readonly interval: string } {
  const change = changeOf(first, second, what);
  if (change === undefined) return { change: '', interval: '' };
  return { change: say.decimal(pointsText(change.difference)), interval: say.decimal(pointsInterval(change)) };
}

/** A quotation as readers see it. */
export interface Quoted {
  /** The name of the row. */
  readonly row: string;
  readonly class: string;
  /** Model or people. */
  readonly by: string;
  readonly sentence: string;
  /** Empty if none spoke for the class. */
  readonly words: string;
  readonly title: string;
  readonly date: string;
  readonly source: string;
  /** Source and date; in rows of no organization the organization too. */
  readonly from: string;
  readonly url: string;
}

export function quotedOf(table: ToneTable, say: ReportWords = english): readonly Quoted[] {
  const names = new Map(table.rows.map(row => [rowKey(row), rowName(table, row, say)] as const));
  return table.quotations.map(each => {
    const { key, part, title, url, sentence, organization } = each;
    const source = table.sources[each.source] ?? `${each.source}`;
    const date = say.day(Date.parse(`${each.dated.slice(0, 10)}T00:00:00.000Z`));
    return {
      row: names.get(rowKey({ key, part: part === null ? null : { key: part, name: '' } })) ?? key,
      ...{ class: say(each.class), by: say(each.by === 'model' ? 'model' : 'byPeople'), title, url, sentence },
      ...{ words: each.words.join(', '), date, source },
      from: [...(table.by === 'organization' ? [] : [organization]), source, date].join(', '),
    };
  });
}
