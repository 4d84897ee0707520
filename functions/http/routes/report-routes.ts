import { allowance, refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { tableCsv } from '../../../shared/wings/publications/table/table-csv.ts';
import { tableHtml } from '../../../shared/wings/publications/table/table-html.ts';
import { readQuotes, tableQueries } from '../../../shared/wings/publications/table/table-queries.ts';
import {
  paperFormats,
  reportLanguages,
  tableParts,
  tableRows,
} from '../../../shared/wings/publications/table/table-rows.ts';
import { tableSvg } from '../../../shared/wings/publications/table/table-svg.ts';
import { tableText } from '../../../shared/wings/publications/table/table-text.ts';
import type { Report, ReportedTable } from '../../../shared/wings/publications/table/told-table.ts';
import { bom } from '../request/download.ts';
import { checked, choice, day, text, toggle } from '../request/fields.ts';
import { Problem } from '../request/problem.ts';
import { filterSays, judging, periodFields } from '../request/publication-query.ts';
import { damaged, type Route, route } from '../request/route.ts';
import { listedIn, ownWatch } from './watch-routes.ts';

/** The formats of the table beside JSON, with their media types. */
const writers: Readonly<
  Record<'csv' | 'html' | 'svg' | 'txt', { readonly type: string; write(report: Report): string }>
> = {
  csv: { type: 'text/csv; charset=utf-8', write: tableCsv },
  html: { type: 'text/html; charset=utf-8', write: tableHtml },
  svg: { type: 'image/svg+xml', write: tableSvg },
  txt: { type: 'text/plain; charset=utf-8', write: tableText },
};
const office = 'application/vnd.openxmlformats-officedocument';
const paperTypes = {
  ...{ xlsx: `${office}.spreadsheetml.sheet`, docx: `${office}.wordprocessingml.document` },
  ...{ pdf: 'application/pdf', png: 'image/png' },
} as const;
const reportQuery = {
  by: choice(filterSays('by'), tableRows, 'organization'),
  across: choice(filterSays('across'), tableParts),
  ...periodFields,
  copies: toggle(filterSays('copies')),
  ...judging,
  models: text(filterSays('models')),
  quotes: checked(filterSays('quotes'), readQuotes),
  compareBefore: toggle(filterSays('compareBefore')),
  compareSince: day(filterSays('compareSince')),
  compareUntil: day(filterSays('compareUntil')),
  compareModels: text(filterSays('compareModels')),
  format: choice('How.', ['json', ...Object.keys(writers), ...paperFormats], 'json'),
  lang: choice('Language of its words, dates and numbers.', reportLanguages, 'en'),
  bom,
};

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
      handle: async ({ own: { id, watches }, query, ports: { paperReport } }) => {
        const paper = paperFormats.find(each => each === query.format);
        if (paper !== undefined && paperReport === undefined)
          throw new Problem(400, [refusedValue('format', paper, allowance('paper-at-home', { id, format: paper }))]);
        const tables: ReportedTable[] = [];
        const { copies, format, ...settings } = query;
        const { organization: named, models, compareModels } = query;
        const organization = await listedIn(watches, id, named, { models, compareModels });
        const queries = tableQueries({ ...settings, organization, originals: !copies }, format);
        for (const each of queries) {
          const table = await watches.table(id, each);
          if (table === undefined) throw new Problem(404, [refusal('no-organizations-here')]);
          tables.push({ query: each, table });
        }
        if (format === 'json') return tables.length === 1 ? tables[0]!.table : { tables };
        const report = { tables, language: query.lang };
        const mark = query.bom && format === 'csv' ? '\ufeff' : '';
        const type = paper === undefined ? writers[format as keyof typeof writers].type : paperTypes[paper];
        const content =
          paper === undefined
            ? `${mark}${writers[format as keyof typeof writers].write(report)}`
            : await paperReport!(report, paper);
        const headers = { 'content-type': type, 'content-disposition': `attachment; filename="report.${format}"` };
        return new Response(content as BodyInit, { headers });
      },
    },
  ),
];
