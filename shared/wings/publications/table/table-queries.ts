import { defined } from '../../../domain/defined.ts';
import { allowance, BadInput, readAll, refusedValue } from '../../../domain/refusal/refusal.ts';
import { readPeriod } from '../search/read-time.ts';
import type { TableQuery } from './read-table.ts';
import { type Selection, selected } from './selected.ts';
import type { RowsAcross, RowsBy } from './table-rows.ts';

type Given<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

/** The settings of a report, as each door takes them. */
export type TableSettings = Selection & { readonly by: RowsBy } & Given<{
    across: RowsAcross;
    models: string;
    /** As people write it. */
    quotes: string;
    compareBefore: boolean;
    compareSince: string;
    compareUntil: string;
    compareModels: string;
  }>;

/** Formats in which people read sentences; a number says how many of each cell they have unless given. */
const quoting: Readonly<Record<string, number>> = { txt: 0, json: 0, html: 2, docx: 2, pdf: 2, xlsx: 2 };

const mostQuotes = 20;

/** One table, or two that are compared: of two periods, or by two models. `nameOf`: what the door calls a field. Throws `BadInput`. */
export function tableQueries(
  settings: TableSettings,
  format: string,
  nameOf: (field: string) => string = field => field,
): readonly TableQuery[] {
  const { by, across, models, quotes, compareBefore, compareSince, compareUntil, compareModels } = settings;
  const { perCell, selection, period } = readAll({
    across: () => {
      if (across !== undefined && by !== 'organization')
        throw new BadInput([refusedValue(nameOf('across'), across, allowance('splits-organizations'))]);
    },
    perCell: () => (quotes === undefined ? (quoting[format] ?? 0) : quotesOf(nameOf('quotes'), quotes, format)),
    selection: () => selected(settings, nameOf),
    period: () => readPeriod([nameOf('compareSince'), compareSince], [nameOf('compareUntil'), compareUntil]),
  });
  const first = { ...{ by, ...selection, ...defined({ models, across }) }, ...(perCell > 0 && { quotes: perCell }) };
  const other = { ...period, ...defined({ models: compareModels }) };
  if (compareBefore !== true) return comparedQueries(first, other);
  if (Object.keys(period).length > 0 || first.since === undefined || first.until === undefined)
    throw new BadInput([refusedValue(nameOf('compareBefore'), undefined, allowance('period-before'))]);
  return [{ ...first, ...periodBefore(first.since, first.until), ...other }, first];
}

function quotesOf(name: string, text: string, format: string): number {
  if (quoting[format] === undefined) throw new BadInput([refusedValue(name, text, allowance('no-quotes'))]);
  return readQuotes(name, text);
}

/** Sentences of each cell. Throws `BadInput`. */
export function readQuotes(name: string, text: string): number {
  if (/^\d{1,2}$/.test(text) && Number(text) <= mostQuotes) return Number(text);
  throw new BadInput([
    refusedValue(name, text, allowance('whole-number', { least: 0, most: mostQuotes, of: 'sentences' })),
  ]);
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

/** As many whole months before, where the period is of whole months; else as much time. */
export function periodBefore(since: number, until: number): { readonly since: number; readonly until: number } {
  const [from, to] = [new Date(since), new Date(until)];
  const isWhole = [from, to].every(each => each.getUTCDate() === 1 && each.getTime() % 86_400_000 === 0);
  const months = 12 * (to.getUTCFullYear() - from.getUTCFullYear()) + to.getUTCMonth() - from.getUTCMonth();
  const before = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() - months);
  return { since: isWhole ? before : since - (until - since), until: since };
}
