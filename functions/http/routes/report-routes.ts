import { defined } from '../../../shared/domain/defined.ts';
import { refusal } from '../../../shared/domain/refusal/refusal.ts';
import { readPeriod } from '../../../shared/wings/publications/search/read-instant.ts';
import type { TableQuery } from '../../../shared/wings/publications/table/read-table.ts';
import { selected } from '../../../shared/wings/publications/table/selected.ts';
import { tableCsv } from '../../../shared/wings/publications/table/table-csv.ts';
import { tableHtml } from '../../../shared/wings/publications/table/table-html.ts';
import { reportLanguages, tableRows } from '../../../shared/wings/publications/table/table-rows.ts';
import { tableSvg } from '../../../shared/wings/publications/table/table-svg.ts';
import { tableText } from '../../../shared/wings/publications/table/table-text.ts';
import {
  comparedQueries,
  type Report,
  type ReportedTable,
} from '../../../shared/wings/publications/table/told-table.ts';
import { bom } from '../request/download.ts';
import { choice, text, toggle, type ValuesOf } from '../request/fields.ts';
import { Problem } from '../request/problem.ts';
import { filterSays, judging, periodFields, sourceField } from '../request/publication-query.ts';
import { damaged, type Route, route } from '../request/route.ts';
import { siteNumber } from '../request/site-number.ts';
import { ownWatch } from './watch-routes.ts';

/** The formats of the table beside JSON, with their media types. */
const writers: Readonly<Record<string, { readonly type: string; write(report: Report): string }>> = {
  csv: { type: 'text/csv; charset=utf-8', write: tableCsv },
  html: { type: 'text/html; charset=utf-8', write: tableHtml },
  svg: { type: 'image/svg+xml', write: tableSvg },
  txt: { type: 'text/plain; charset=utf-8', write: tableText },
};
const reportQuery = {
  by: choice(filterSays('by'), tableRows, 'organization'),
  source: {
    ...sourceField,
    read: (name: string, texts: readonly string[]) => texts.map(given => siteNumber(given, name)),
  },
  ...periodFields,
  copies: toggle(filterSays('copies')),
  ...judging,
  models: text(filterSays('models')),
  compareSince: text(filterSays('compareSince')),
  compareUntil: text(filterSays('compareUntil')),
  compareModels: text(filterSays('compareModels')),
  format: choice('How.', ['json', ...Object.keys(writers)], 'json'),
  lang: choice('Language of its words in HTML, SVG and text.', reportLanguages, 'en'),
  bom,
};
type ReportQuery = ValuesOf<typeof reportQuery>;

export const reportRoutes: readonly Route[] = [
  route(
    'GET /watches/{id}/report',
    'Counts publications that mention organizations by their tone: numbers, per cent, intervals.',
    {
      query: reportQuery,
      answers: {
        200: 'The table; where two are compared as JSON: `tables`, each with its query.',
        ...damaged,
      },
      of: ownWatch,
      handle: async ({ own: { id, watches }, query }) => {
        const tables: ReportedTable[] = [];
        for (const each of queriesOf(query)) {
          const table = await watches.table(id, each);
          if (table === undefined) throw new Problem(404, [refusal('no-organizations-here')]);
          tables.push({ query: each, table });
        }
        const writer = writers[query.format];
        if (writer === undefined) return tables.length === 1 ? tables[0]!.table : { tables };
        return new Response(
          `${query.bom && query.format === 'csv' ? '\ufeff' : ''}${writer.write({ tables, language: query.lang })}`,
          {
            headers: {
              'content-type': writer.type,
              'content-disposition': `attachment; filename="report.${query.format}"`,
            },
          },
        );
      },
    },
  ),
];

/** One table, or two that are compared: of two periods, or by two models. Throws `BadInput`. */
function queriesOf(query: ReportQuery): readonly TableQuery[] {
  const { by, copies, models, compareSince, compareUntil, compareModels, lang: _, ...fields } = query;
  return comparedQueries(
    { by, ...selected({ ...fields, originals: !copies }), ...defined({ models }) },
    {
      ...readPeriod(['compareSince', compareSince], ['compareUntil', compareUntil]),
      ...defined({ models: compareModels }),
    },
  );
}
