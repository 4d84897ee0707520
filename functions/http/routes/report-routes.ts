import type { Context } from 'hono';
import { allowance, refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import { readPeriod } from '../../../shared/wings/publications/search/read-instant.ts';
import type { TableQuery } from '../../../shared/wings/publications/table/read-table.ts';
import { tableCsv } from '../../../shared/wings/publications/table/table-csv.ts';
import { tableHtml } from '../../../shared/wings/publications/table/table-html.ts';
import { tableRows } from '../../../shared/wings/publications/table/table-rows.ts';
import { tableSvg } from '../../../shared/wings/publications/table/table-svg.ts';
import { tableText } from '../../../shared/wings/publications/table/table-text.ts';
import {
  comparedQueries,
  type Report,
  type ReportedTable,
} from '../../../shared/wings/publications/table/told-table.ts';
import { isTrue } from '../request/choices.ts';
import type { HttpApp, HttpEnv } from '../request/http-env.ts';
import { Problem } from '../request/problem.ts';
import { siteNumber } from '../request/site-number.ts';
import { judgeOptionsOf } from './mention-query.ts';
import { ownWatch } from './watch-routes.ts';

/** The formats of the table beside JSON, with their media types. */
const writers: Readonly<Record<string, { readonly type: string; write(report: Report): string }>> = {
  csv: { type: 'text/csv; charset=utf-8', write: tableCsv },
  html: { type: 'text/html; charset=utf-8', write: tableHtml },
  svg: { type: 'image/svg+xml', write: tableSvg },
  txt: { type: 'text/plain; charset=utf-8', write: tableText },
};
export const tableFormats = ['json', ...Object.keys(writers)];

export function addReportRoutes(app: HttpApp, ports: HttpPorts): void {
  app.get('/watches/:id/report', async context => await showReport(ports, context));
}

async function showReport(ports: HttpPorts, context: Context<HttpEnv>): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  const queries = queriesOf(context);
  const format = context.req.query('format') ?? 'json';
  if (!tableFormats.includes(format))
    throw new Problem(400, [refusedValue('format', format, allowance('one-of', { names: tableFormats }))]);
  const tables: ReportedTable[] = [];
  for (const query of queries) {
    const table = await watches.table(id, query);
    if (table === undefined) throw new Problem(404, [refusal('no-organizations-here')]);
    tables.push({ query, table });
  }
  const writer = writers[format];
  if (writer === undefined) return context.json(tables.length === 1 ? tables[0]!.table : { tables });
  return new Response(writer.write({ tables }), {
    headers: {
      'content-type': writer.type,
      'content-disposition': `attachment; filename="report.${format}"`,
    },
  });
}

/** One table, or two that are compared: of two periods, or by two models. Throws `Problem`, `BadInput`. */
function queriesOf(context: Context<HttpEnv>): readonly TableQuery[] {
  const { compareSince = '', compareUntil = '', compareModels = '' } = context.req.query();
  return comparedQueries(queryOf(context), {
    ...readPeriod(['compareSince', compareSince], ['compareUntil', compareUntil]),
    ...(compareModels !== '' && { models: compareModels }),
  });
}

/** Throws `Problem`, `BadInput`. */
function queryOf(context: Context<HttpEnv>): TableQuery {
  const { since, until, organization, copies, models } = context.req.query();
  const sources = (context.req.queries('source') ?? []).filter(source => source !== '');
  const asked = context.req.query('by') ?? 'organization';
  const by = tableRows.find(each => each === asked);
  if (by === undefined) throw new Problem(400, [refusedValue('by', asked, allowance('one-of', { names: tableRows }))]);
  return {
    by,
    ...judgeOptionsOf(context),
    ...(!isTrue('copies', copies) && { isOriginal: true }),
    ...readPeriod(['since', since], ['until', until]),
    ...(sources.length !== 0 && { sources: sources.map(number => siteNumber(number)) }),
    ...(organization !== undefined && organization !== '' && { organization }),
    ...(models !== undefined && models !== '' && { models }),
  };
}
