import type { TableQuery, ToneTable } from './read-table.ts';
import { percentText } from './share.ts';
import { type TableCell, type TableClass, type TableRow, tableClasses } from './tone-table.ts';

/** What a report shows its reader: one table, or two that are compared. */
export interface Report {
  readonly tables: readonly ReportedTable[];
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

export const classNames: Readonly<Record<TableClass, string>> = {
  positive: 'positive',
  negative: 'negative',
  neutral: 'neutral',
  ambiguous: 'ambiguous',
};

/** `1959 (77.6)`, and `0 (–)` where nothing has a class. */
export function cellText({ count, percent }: TableCell): string {
  return `${count} (${percent ?? '–'})`;
}

/** `n 15`; of a month or a source mentions and publications apart: `15 mentions in 11 of 13 publications`. */
export function countText({ n, mentioning, publications }: TableRow): string {
  if (publications === null) return `n ${n}`;
  const mentions = n === 1 ? '1 mention' : `${n} mentions`;
  return `${mentions} in ${mentioning} of ${publications} ${publications === 1 ? 'publication' : 'publications'}`;
}

/** `75.9–79.1`; empty if nothing has a class. */
export function intervalText({ interval }: TableCell): string {
  return interval === null ? '' : `${percentText(interval.low)}–${percentText(interval.high)}`;
}

/** `2026-11-01 to 2026-12-01`, as instants where a bound is no beginning of a day. */
export function periodText({ since, until }: Pick<TableQuery, 'since' | 'until'>): string {
  const from = since === undefined ? '' : `from ${dayText(since)}`;
  const to = until === undefined ? '' : `before ${dayText(until)}`;
  return [from, to].filter(Boolean).join(' ') || 'all the time';
}

function dayText(instant: number): string {
  const text = new Date(instant).toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
}

/** What a reader has to know to read the numbers. */
export function notesOf({ query, table }: ReportedTable): readonly string[] {
  const { models, disputed, searched, total } = table;
  const { confidence, isNested, isOriginal } = query;
  return [
    'A publication counts once for each organization that it mentions.',
    isOriginal === true ? 'Copies of earlier publications do not count.' : 'Copies count as separate publications.',
    ...(isNested ? ['Mentions in longer names of other organizations count.'] : []),
    'Per cent of the publications with one of the four classes, one decimal, half up; below, the interval of Wilson for 95 %.',
    'Classes are what people say, and else what the models say; only people say "ambiguous".',
    ...(confidence > 0 ? [`Unclassified: the class of the model is less probable than ${confidence}.`] : []),
    models.length === 0 ? 'No class is from a model.' : `Models: ${models.join('; ')}.`,
    ...(models.length > 1 ? ['Several models gave the classes: their numbers are not to be compared.'] : []),
    ...(disputed > 0 ? [`${disputed} with labels of people who disagree; the class of the model counts there.`] : []),
    ...(total.notAbout > 0 ? [`${total.notAbout} left out: people say that they are not about the organization.`] : []),
    ...(total.nested > 0 ? [`${total.nested} left out: the name is part of another organization's name.`] : []),
    ...(searched !== null && searched.searched < searched.all
      ? [`${searched.all - searched.searched} of ${searched.all} publications are not searched with this list yet.`]
      : []),
  ];
}

/** What changed from the first table to the second, in points of per cent by class; undefined if one of them has no publications. */
export function changeOf(first: TableRow, second: TableRow): Readonly<Record<TableClass, string>> | undefined {
  if (first.n === 0 || second.n === 0) return undefined;
  const points = (each: TableClass): string => {
    const change = second.classes[each].count / second.n - first.classes[each].count / first.n;
    const tenths = Math.round(Math.abs(change) * 1000);
    return `${tenths === 0 ? '' : change < 0 ? '−' : '+'}${percentText(tenths / 1000)}`;
  };
  return Object.fromEntries(tableClasses.map(each => [each, points(each)])) as Record<TableClass, string>;
}

export const keyNames = { organization: 'Organization', month: 'Month', source: 'Source' } as const;
