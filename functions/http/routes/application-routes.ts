/** Applications of a watch: what they keep and where they failed, their records, and which are on. */
import type { Context } from 'hono';
import * as z from 'zod';
import { defined } from '../../../shared/domain/defined.ts';
import { allowance, asMessage, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import type { RecordQuery, RecordRow } from '../../../shared/wings/publications/applications/application-records.ts';
import {
  type ExportedTable,
  recordsCsv,
  recordsJsonl,
} from '../../../shared/wings/publications/export/record-export.ts';
import { readPeriod } from '../../../shared/wings/publications/search/read-instant.ts';
import { download, type ExportFormat, exportFormat } from '../request/download.ts';
import { cursor, text, type ValuesOf } from '../request/fields.ts';
import type { HttpEnv } from '../request/http-env.ts';
import { isCount } from '../request/pages.ts';
import { sourceField } from '../request/publication-query.ts';
import { readJson, readValue } from '../request/read-request.ts';
import { bodyOf } from '../request/request-body.ts';
import { damaged, type Route, route } from '../request/route.ts';
import { knownSource, type OwnWatch, ownWatch } from './watch-routes.ts';

type Asked = Context<HttpEnv>;

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
const applicationSwitchSchema = z.strictObject({
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

const recordQuery = {
  source: sourceField,
  since: text('Of pages that were looked at from this day or instant on (UTC).'),
  until: text('Of pages that were looked at before this day or instant (UTC).'),
  format: exportFormat,
  cursor: cursor<number | undefined>(undefined, isCount),
};

export const applicationRoutes: readonly Route[] = [
  route(
    'GET /watches/{id}/applications',
    'Shows what your own applications keep: their tables, how far `accepted` has come, and pages at which they failed when they read them last.',
    { answers: { 200: '`tables` and `marks`, at most 1,000 of these.', ...damaged }, handle: listApplications },
  ),
  route('PATCH /watches/{id}/applications', 'Switches applications on or off, at one source or at all.', {
    body: bodyOf('Names of applications.', applicationSwitchSchema),
    answers: { 200: 'Of each source the names that are on from now on.', ...damaged },
    handle: switchApplications,
  }),
  route(
    'GET /watches/{id}/applications/{name}/records',
    'Gives the records of an application, in the order in which they were kept. Columns as in docs/formats/watch.md.',
    {
      query: recordQuery,
      type: 'application/octet-stream',
      answers: { 200: 'The file, or its next part; `Link` has the rest.', ...damaged },
      handle: exportRecords,
    },
  ),
];

async function exportRecords(
  ports: HttpPorts,
  context: Asked,
  { source, since, until, format, cursor: from }: ValuesOf<typeof recordQuery>,
): Promise<Response> {
  const watch = await ownWatch(ports, context);
  const application = context.req.param('name') ?? '';
  const query = { ...defined({ source: source[0] }), ...readPeriod(['since', since], ['until', until]) };
  return await download<number>(ports, context, { name: `app_${application}`, format, from }, async (after = 0) => {
    const table = await tableOf(watch, application, { ...query, after });
    const rest = table.read.length < readAtOnce ? undefined : table.read.at(-1)!.record;
    return { text: await textOf(format, table, after === 0), rest };
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

async function textOf(format: ExportFormat, table: ExportedTable, isHead: boolean): Promise<string> {
  const lines: string[] = [];
  for await (const line of format === 'csv' ? recordsCsv(table) : recordsJsonl(table)) lines.push(line);
  return lines.slice(format === 'csv' && !isHead ? 1 : 0).join('');
}
