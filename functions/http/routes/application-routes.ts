/** Applications of a watch: what they keep, and which are on. */

import { allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { listApplications, switchApplications } from '../../../shared/place/operations/application-operations.ts';
import { isCount } from '../../../shared/place/pages.ts';
import type { RecordQuery, RecordRow } from '../../../shared/wings/publications/applications/application-records.ts';
import {
  type ExportedTable,
  recordsCsv,
  recordsJsonl,
} from '../../../shared/wings/publications/export/record-export.ts';
import { readPeriod } from '../../../shared/wings/publications/search/read-time.ts';
import { download, type ExportFormat, exportFormat } from '../request/download.ts';
import { cursor, day } from '../request/fields.ts';
import { sourceNumbers } from '../request/publication-query.ts';
import { damaged, type Route, route } from '../request/route.ts';
import { operationRoute } from './operation-route.ts';
import { type OwnWatch, ownWatch } from './watch-routes.ts';

/** Records that are in memory at once. */
const readAtOnce = 500;

export const applicationRoutes: readonly Route[] = [
  operationRoute(listApplications),
  operationRoute(switchApplications),
  route(
    'GET /watches/{id}/applications/{name}/records',
    'Gives the records of an application, in the order in which they were kept. Columns as in docs/formats/watch.md.',
    {
      query: {
        source: sourceNumbers,
        since: day('Of pages that were looked at from this day or instant on (UTC); 7d: a week ago.'),
        until: day('Of pages that were looked at before this day or instant (UTC); 7d: a week ago.'),
        format: exportFormat,
        cursor: cursor<number | undefined>(undefined, isCount),
      },
      type: 'application/octet-stream',
      answers: { 200: 'The file, or its next part; `Link` has the rest.', ...damaged },
      of: ownWatch,
      handle: async ({ own: watch, query: { source, since, until, format, cursor: from }, ports, context }) => {
        const application = context.req.param('name') ?? '';
        const query = {
          ...(source.length > 0 && { sources: source }),
          ...readPeriod(['since', since], ['until', until]),
        };
        return await download<number>(
          ports,
          context,
          { name: `app_${application}`, format, from },
          async (after = 0) => {
            const table = await tableOf(watch, application, { ...query, after });
            const rest = table.read.length < readAtOnce ? undefined : table.read.at(-1)!.record;
            return { text: await textOf(format, table, after === 0), rest };
          },
        );
      },
    },
  ),
];

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
