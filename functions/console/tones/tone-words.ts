import type { RowsAcross, RowsBy } from '../../../shared/wings/publications/table/table-rows.ts';
import type { Judgement, TableClass, TableRow } from '../../../shared/wings/publications/table/tone-table.ts';
import { language } from '../words/language.ts';

/** The columns of the table that have shares. */
export const tableClasses: readonly TableClass[] = ['positive', 'negative', 'neutral', 'ambiguous'];

/** Everything that a publication may be towards an organization. */
export const judgements: readonly Judgement[] = [
  ...tableClasses,
  ...(['unclassified', 'candidate', 'nested', 'not-about'] as const),
];

export const tableParts: readonly RowsAcross[] = ['month', 'source', 'section'];
export const tableRows: readonly RowsBy[] = ['organization', ...tableParts];

/** The name of a row, with its month, source or section. */
export function rowName({ name, part }: Pick<TableRow, 'name' | 'part'>): string {
  return part === null ? name : `${name} · ${part.name}`;
}

/** A number as it was computed, with the decimal point of the language: a formatter could round again. */
export function inLanguage(number: string): string {
  return language() === 'ru' ? number.replaceAll('.', ',') : number;
}
