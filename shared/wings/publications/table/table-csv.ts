import { columnsOf } from '../../../files/column.ts';
import { csvRow } from '../../../files/csv-cell.ts';
import { csvHead } from '../../../files/csv-table.ts';
import { periodText, type Report } from './told-table.ts';
import { type TableClass, type TableRow, tableClasses } from './tone-table.ts';

interface ReportRow extends Pick<Report['tables'][number], 'query' | 'table'> {
  /** Of the table, from 1. */
  readonly number: number;
  readonly row: TableRow;
}

/** Shares and bounds are numbers without rounding, per cent is rounded as in the table. */
export const reportColumns = columnsOf<ReportRow>([
  ['table', 'integer', '1, or 2 of what is compared', ({ number }) => number],
  ['period', 'string', 'days of the publications', ({ query }) => periodText(query)],
  ['models', 'string', 'models of the tones, `; ` between', ({ table }) => table.models.join('; ')],
  ['by', 'string', 'what a row is: `organization`, `source` or `month`', ({ table }) => table.by],
  ['key', 'string', 'id of the organization, number of the source, or month', ({ row }) => row.key],
  ['name', 'string', 'name of the organization, source or month', ({ row }) => row.name],
  ['publications', 'integer', 'all of the source or month', ({ row }) => row.publications ?? undefined],
  ['n', 'integer', 'mentions: pairs of a publication and an organization with a class', ({ row }) => row.n],
  ['mentioning', 'integer', 'publications that `n` counts, each once', ({ row }) => row.mentioning],
  ['people', 'integer', 'of these: decided by people', ({ row }) => row.byPeople],
  ...tableClasses.flatMap(columnsOfClass),
  ['unclassified', 'integer', 'publications without a class', ({ row }) => row.unclassified],
  ['candidates', 'integer', 'publications with doubtful mentions alone', ({ row }) => row.candidates],
  ['nested', 'integer', 'publications with mentions in longer names alone', ({ row }) => row.nested],
  ['not_about', 'integer', 'publications that people say are about something else', ({ row }) => row.notAbout],
]);

function columnsOfClass(name: TableClass) {
  const of = ({ row }: ReportRow) => row.classes[name];
  return [
    [name, 'integer', `publications that are ${name}`, (row: ReportRow) => of(row).count],
    [`${name}_percent`, 'double', 'their per cent of `n`', (row: ReportRow) => of(row).percent ?? undefined],
    [`${name}_low`, 'double', 'lower bound of the interval for 95 %', (row: ReportRow) => of(row).interval?.low],
    [`${name}_high`, 'double', 'upper bound', (row: ReportRow) => of(row).interval?.high],
    [`${name}_people`, 'integer', 'decided by people', (row: ReportRow) => of(row).byPeople],
  ] as const;
}

/** A line for each row and table. */
export function tableCsv({ tables }: Report): string {
  const lines = tables.flatMap(({ query, table }, index) =>
    table.rows.map(row => csvRow(reportColumns.map(({ of }) => of({ number: index + 1, query, table, row }) ?? ''))),
  );
  return [csvHead(reportColumns), ...lines].join('');
}
