/** Applications of a watch: what they keep and where they failed, their records, and which are on. */
import type { Context } from 'hono';
import * as z from 'zod';
import { allowance, asMessage, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import type { RecordQuery, RecordRow } from '../../../shared/wings/publications/applications/application-records.ts';
import {
  type ExportedTable,
  recordsCsv,
  recordsJsonl,
} from '../../../shared/wings/publications/export/record-export.ts';
import { readPeriod } from '../../../shared/wings/publications/search/read-instant.ts';
import type { HttpApp, HttpEnv } from '../request/http-env.ts';
import { cursorOf, isCount, positionAt } from '../request/pages.ts';
import { Problem } from '../request/problem.ts';
import { readJson, readValue } from '../request/read-request.ts';
import { siteNumber } from '../request/site-number.ts';
import { exportFormats } from './publication-routes.ts';
import { knownSource, type OwnWatch, ownWatch } from './watch-routes.ts';

type Asked = Context<HttpEnv>;

export function addApplicationRoutes(app: HttpApp, ports: HttpPorts): void {
  app.get('/watches/:id/applications', async context => await listApplications(ports, context));
  app.patch('/watches/:id/applications', async context => await switchApplications(ports, context));
  app.get('/watches/:id/applications/:name/records', async context => await exportRecords(ports, context));
}

/** Marked pages that an answer shows. */
const mostMarks = 1_000;

async function listApplications(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, watches } = await ownWatch(ports, context);
  const { tables, marks } = await watches.applications(id, mostMarks);
  const at = (instant: number): string => new Date(instant).toISOString();
  return context.json({
    tables: tables.map(({ acceptance: { taken, failures, last }, ...table }) => ({
      ...table,
      acceptance: { taken, failures, ...(last !== undefined && { last: { ...last, at: at(last.at) } }) },
    })),
    marks: marks.map(({ seenAt, ...mark }) => ({ ...mark, seen: at(seenAt) })),
  });
}

const mostNames = 100;
const namesError = asMessage(allowance('list-of-most', { most: mostNames, of: 'applications' }));
const name = z.string({ error: namesError }).max(100, { error: namesError });

/** Body of a switch. `source`: its number; absent: all sources. */
export const applicationSwitchSchema = z.strictObject({
  names: z.array(name, { error: namesError }).min(1, { error: namesError }).max(mostNames, { error: namesError }),
  on: z.boolean({ error: asMessage(allowance('true-false')) }),
  source: z
    .int({ error: asMessage(allowance('no-such-source')) })
    .min(1, { error: asMessage(allowance('no-such-source')) })
    .optional(),
});

async function switchApplications(ports: HttpPorts, context: Asked): Promise<Response> {
  const watch = await ownWatch(ports, context);
  const { names, on, source } = readValue(applicationSwitchSchema, await readJson(context.req.raw));
  if (source !== undefined) await knownSource(watch, source);
  const changed = await watch.watches.switchApplications(watch.id, names, on, source);
  return context.json({ sources: [...changed].map(([number, applications]) => ({ number, applications })) });
}

/** Records that are in memory at once. */
const readAtOnce = 500;
/** What a gateway that answers once and soon takes, as characters and as time. */
const mostPartCharacters = 3_000_000;
const mostPartMs = 15_000;
const types = { jsonl: 'application/x-ndjson; charset=utf-8', csv: 'text/csv; charset=utf-8' };

/** A part of the records; the rest is at the address of `Link`, where there is a rest. */
async function exportRecords(ports: HttpPorts, context: Asked): Promise<Response> {
  const watch = await ownWatch(ports, context);
  const application = context.req.param('name') ?? '';
  const asked = context.req.query('format') ?? 'jsonl';
  const format = exportFormats.find(each => each === asked);
  if (format === undefined)
    throw new Problem(400, [refusedValue('format', asked, allowance('one-of', { names: exportFormats }))]);
  const query = queryOf(context);
  const isFirst = context.req.query('cursor') === undefined;
  let after: number | undefined = positionAt(context.req.query('cursor'), 0, isCount);
  const end = performance.now() + mostPartMs;
  let text = '';
  for (let isHead = isFirst; after !== undefined && text.length < mostPartCharacters; isHead = false) {
    if (performance.now() > end) break;
    const table: Awaited<ReturnType<typeof tableOf>> = await tableOf(watch, application, { ...query, after });
    text += await textOf(format, table, isHead);
    after = table.read.length < readAtOnce ? undefined : table.read.at(-1)!.record;
  }
  const url = new URL(context.req.url);
  if (after !== undefined) url.searchParams.set('cursor', cursorOf(after));
  return new Response(text, {
    headers: {
      'content-type': types[format],
      'content-disposition': `attachment; filename="app_${application}.${format}"`,
      ...(after !== undefined && { link: `<${url.search}>; rel="next"` }),
    },
  });
}

async function tableOf(
  { id, watches }: OwnWatch,
  application: string,
  query: RecordQuery,
): Promise<ExportedTable & { readonly read: readonly RecordRow[] }> {
  const found = await watches.applicationRecords(id, application, query, readAtOnce);
  if (found !== undefined) return { ...found, name: application, read: found.rows, rows: rowsIn(found.rows) };
  const { tables } = await watches.applications(id, 0);
  const names = tables.map(each => each.name);
  const facts = names.length === 0 ? { of: id } : { names };
  throw new BadInput([refusedValue('application', application, allowance('application-no-table', facts))]);
}

async function* rowsIn(rows: readonly RecordRow[]): AsyncGenerator<RecordRow> {
  yield* rows;
}

async function textOf(format: (typeof exportFormats)[number], table: ExportedTable, isHead: boolean): Promise<string> {
  const lines: string[] = [];
  for await (const line of format === 'csv' ? recordsCsv(table) : recordsJsonl(table)) lines.push(line);
  return lines.slice(format === 'csv' && !isHead ? 1 : 0).join('');
}

function queryOf(context: Asked): RecordQuery {
  const { source, since, until } = context.req.query();
  return {
    ...(source !== undefined && source !== '' && { source: siteNumber(source) }),
    ...readPeriod(['since', since], ['until', until]),
  };
}
