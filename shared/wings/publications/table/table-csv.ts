import { csvRow } from '../../../files/csv-cell.ts';
import { periodText, type Report } from './told-table.ts';
import { tableClasses } from './tone-table.ts';

/** A line for each row and table. Shares and bounds are numbers without rounding, per cent is rounded as in the table. */
export function tableCsv({ tables }: Report): string {
  const head = csvRow([
    ...['table', 'period', 'models', 'by', 'key', 'name', 'publications', 'n', 'people'],
    ...tableClasses.flatMap(each => [each, `${each}_percent`, `${each}_low`, `${each}_high`, `${each}_people`]),
    ...['unclassified', 'candidates', 'nested', 'not_about'],
  ]);
  const lines = tables.flatMap(({ query, table }, index) =>
    table.rows.map(row =>
      csvRow([
        ...[index + 1, periodText(query), table.models.join('; '), table.by, row.key, row.name],
        ...[row.publications ?? '', row.n, row.byPeople],
        ...tableClasses.flatMap(each => {
          const { count, percent, interval, byPeople } = row.classes[each];
          return [count, percent ?? '', interval?.low ?? '', interval?.high ?? '', byPeople];
        }),
        ...[row.unclassified, row.candidates, row.nested, row.notAbout],
      ]),
    ),
  );
  return [head, ...lines].join('');
}
