import { columnsOf } from '../../../files/column.ts';
import { csvHead, csvRow } from '../../../files/csv-table.ts';
import { changedMonths, changedRows, periodText, type Report } from './told-table.ts';
import { type Changing, changeOf, changing, type TableClass, type TableRow, tableClasses } from './tone-table.ts';

export interface ReportRow extends Pick<Report['tables'][number], 'query' | 'table'> {
  /** Of the table, from 1. */
  readonly number: number;
  readonly row: TableRow;
  /** The row that changes are from, and what it is called. */
  readonly before: { readonly row: TableRow; readonly name: string } | undefined;
}

/** Shares and bounds are numbers without rounding, per cent is rounded as in the table. */
export const reportColumns = columnsOf<ReportRow>([
  ['table', 'integer', '1, or 2 of what is compared', ({ number }) => number],
  ['period', 'string', 'days of the publications', ({ query }) => periodText(query)],
  ['models', 'string', 'models of the tones, `; ` between', ({ table }) => table.models.join('; ')],
  ['by', 'string', 'what a row is: `organization`, `month`, `source` or `section`', ({ table }) => table.by],
  [
    'key',
    'string',
    'id of the organization, month, number of the source, or section in small letters',
    ({ row }) => row.key,
  ],
  ['name', 'string', 'name of the organization, month, source or section', ({ row }) => row.name],
  [
    'across',
    'string',
    'what splits organizations: `month`, `source`, `section`, or nothing',
    ({ table }) => table.across ?? '',
  ],
  [
    'part',
    'string',
    'key of the month, source or section that the row of an organization is of',
    ({ row }) => row.part?.key,
  ],
  ['part_name', 'string', 'its name', ({ row }) => row.part?.name],
  ['publications', 'integer', 'all of the source or month', ({ row }) => row.publications ?? undefined],
  ['n', 'integer', 'mentions: pairs of a publication and an organization with a class', ({ row }) => row.n],
  ['mentioning', 'integer', 'publications that `n` counts, each once', ({ row }) => row.mentioning],
  [
    'voice',
    'integer',
    'publications that are sure to mention the organization, whatever their tone',
    ({ row }) => row.voice?.count,
  ],
  ['voice_of', 'integer', 'the same of all organizations, in the period or part', ({ row }) => row.voice?.of],
  ['voice_percent', 'double', 'share of voice: per cent of `voice_of`', ({ row }) => row.voice?.percent],
  ['voice_low', 'double', 'lower bound of the interval for 95 %', ({ row }) => row.voice?.interval.low],
  ['voice_high', 'double', 'upper bound', ({ row }) => row.voice?.interval.high],
  ['people', 'integer', 'of these: decided by people', ({ row }) => row.byPeople],
  ...tableClasses.flatMap(columnsOfClass),
  ['unclassified', 'integer', 'publications without a class', ({ row }) => row.unclassified],
  ['candidates', 'integer', 'publications with doubtful mentions alone', ({ row }) => row.candidates],
  ['nested', 'integer', 'publications with mentions in longer names alone', ({ row }) => row.nested],
  ['not_about', 'integer', 'publications that people say are about something else', ({ row }) => row.notAbout],
  [
    'changed_from',
    'string',
    'what changes are from: `1`, the first table, or the month before',
    ({ before }) => before?.name,
  ],
  ...changing.flatMap(columnsOfChange),
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

function columnsOfChange(name: Changing) {
  const of = ({ row, before }: ReportRow) => before && changeOf(before.row, row, name);
  const share = name === 'voice' ? 'the share of voice' : `the share that is ${name}`;
  return [
    [`${name}_change`, 'double', `change of ${share}, from -1 to 1`, (row: ReportRow) => of(row)?.difference],
    [`${name}_change_low`, 'double', 'lower bound of its interval for 95 %', (row: ReportRow) => of(row)?.low],
    [`${name}_change_high`, 'double', 'upper bound', (row: ReportRow) => of(row)?.high],
  ] as const;
}

/** A row for each row and table. */
export function reportRows({ tables }: Report): readonly ReportRow[] {
  return tables.flatMap(({ query, table }, index) => {
    const months = changedMonths(table).map(each => [each, each.first.part?.key ?? each.first.key] as const);
    const [first] = tables;
    const others = index === 0 ? [] : changedRows(first!.table, table).map(each => [each, '1'] as const);
    const before = new Map(
      [...months, ...others].map(([each, name]) => [each.second, { row: each.first, name }] as const),
    );
    return table.rows.map(row => ({ number: index + 1, query, table, row, before: before.get(row) }));
  });
}

export function tableCsv(report: Report): string {
  const lines = reportRows(report).map(row => csvRow(reportColumns.map(({ of }) => of(row) ?? '')));
  return [csvHead(reportColumns), ...lines].join('');
}
