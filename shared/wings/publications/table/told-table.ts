import type { TableQuery, ToneTable } from './read-table.ts';
import { type ReportWords, reportWords } from './report-words.ts';
import { percentText } from './share.ts';
import type { ReportLanguage } from './table-rows.ts';
import { type TableCell, type TableClass, type TableRow, tableClasses } from './tone-table.ts';

/** The tables that a report shows its reader: one table, or two that are compared. */
export interface Report {
  readonly tables: readonly ReportedTable[];
  /** Of its words; English unless given. */
  readonly language?: ReportLanguage;
}

export interface ReportedTable {
  readonly query: TableQuery;
  readonly table: ToneTable;
}

/**
 * One query, or two whose tables are compared: of two periods, or by two models. Another period takes the place of the whole
 * period of the first.
 */
export function comparedQueries(
  first: TableQuery,
  other: Pick<TableQuery, 'since' | 'until' | 'models'>,
): readonly TableQuery[] {
  if (Object.keys(other).length === 0) return [first];
  const isPeriod = other.since !== undefined || other.until !== undefined;
  const { since: _, until: __, ...rest } = first;
  return [first, isPeriod ? { ...rest, ...other } : { ...first, ...other }];
}

const english = reportWords();

/** `1959 (77.6)`, and `0 (–)` where nothing has a class. */
export function cellText({ count, percent }: TableCell, say = english): string {
  return `${count} (${percent?.replace('.', say('point')) ?? '–'})`;
}

/** `n 15`; of a month or a source mentions and publications apart: `15 mentions in 11 of 13 publications`. */
export function countText({ n, mentioning, publications }: TableRow, say = english): string {
  if (publications === null) return `n ${n}`;
  const word = n !== 1 ? 'mentions' : publications === 1 ? 'oneOfOne' : 'oneMention';
  return say(word, { n, mentioning, publications });
}

/** `75.9–79.1`; empty if nothing has a class. */
export function intervalText({ interval }: TableCell, say = english): string {
  if (interval === null) return '';
  return `${percentText(interval.low)}–${percentText(interval.high)}`.replaceAll('.', say('point'));
}

/** `from 2026-11-01 before 2026-12-01`, as instants where a bound is no beginning of a day. */
export function periodText({ since, until }: Pick<TableQuery, 'since' | 'until'>, say = english): string {
  const from = since === undefined ? '' : say('from', { day: dayText(since) });
  const to = until === undefined ? '' : say('before', { day: dayText(until) });
  return [from, to].filter(Boolean).join(' ') || say('allTheTime');
}

function dayText(instant: number): string {
  const text = new Date(instant).toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
}

/** The notes that a reader needs to understand the numbers. */
export function notesOf({ query, table }: ReportedTable, say = english): readonly string[] {
  const { models, disputed, withoutTone, searched, total } = table;
  const { confidence, isNested, isOriginal } = query;
  return [
    say('once'),
    say(isOriginal === true ? 'noCopies' : 'copies'),
    ...(isNested ? [say('nested')] : []),
    say('perCent'),
    say('classes'),
    ...(confidence > 0 ? [say('confidence', { confidence: String(confidence).replace('.', say('point')) })] : []),
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

/** Change from the first table to the second, in points of per cent by class; undefined if one of them has no publications. */
export function changeOf(
  first: TableRow,
  second: TableRow,
  say: ReportWords = english,
): Readonly<Record<TableClass, string>> | undefined {
  if (first.n === 0 || second.n === 0) return undefined;
  const points = (each: TableClass): string => {
    const change = second.classes[each].count / second.n - first.classes[each].count / first.n;
    const tenths = Math.round(Math.abs(change) * 1000);
    return `${tenths === 0 ? '' : change < 0 ? '−' : '+'}${percentText(tenths / 1000)}`.replace('.', say('point'));
  };
  return Object.fromEntries(tableClasses.map(each => [each, points(each)])) as Record<TableClass, string>;
}
