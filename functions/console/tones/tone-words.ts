import type { RowsAcross, RowsBy } from '../../../shared/wings/publications/table/table-rows.ts';
import { type ReportWords, reportWords } from '../../../shared/wings/publications/table/told-table.ts';
import type { Judgement, TableClass } from '../../../shared/wings/publications/table/tone-table.ts';
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

/** The words and numbers of reports, in the language of the page. */
export function inReport(): ReportWords {
  return reportWords(language());
}
