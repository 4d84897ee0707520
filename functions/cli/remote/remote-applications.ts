/** Applications of a watch in an account: their order, and their records. */
import type { Columns } from '../../../shared/domain/applications/publication-application.ts';
import { listApplications } from '../../../shared/place/operations/application-operations.ts';
import { builtInOrder } from '../../../shared/wings/publications/applications/application-order.ts';
import type { RecordQuery, RecordRow } from '../../../shared/wings/publications/applications/application-records.ts';
import type { ExportedTable } from '../../../shared/wings/publications/export/record-export.ts';
import type { WatchPlace } from '../publications/watch-place.ts';
import { type Remote, watchPath } from './remote-api.ts';
import { filtersOf, linesIn } from './remote-query.ts';
import { remoteSources } from './remote-watch-state.ts';

/** The built-in applications and the named ones, in the order of the deployment. The API refuses a name that is not deployed. */
export async function remoteOrder(api: Remote, names: readonly string[]): Promise<readonly string[]> {
  const { applications: there = builtInOrder } = await api.call<{ applications?: readonly string[] }>('GET', 'parts');
  const unknown = names.filter(name => !there.includes(name));
  return [...there.filter(name => builtInOrder.includes(name) || names.includes(name)), ...unknown];
}

/** The table of an application with its rows, or the names of the applications with a table. */
export async function remoteRecords(
  { api, id, perform }: { readonly api: Remote; readonly id: string; readonly perform: WatchPlace['perform'] },
  name: string,
  query: RecordQuery,
): Promise<ExportedTable | readonly string[]> {
  const { tables } = await perform(listApplications, {});
  const columns = tables.find(each => each.name === name)?.columns;
  if (columns === undefined) return tables.map(each => each.name);
  const sources = await remoteSources(api, id);
  const lines = linesIn<ShownRecord>(api.parts(`${watchPath(id)}/applications/${name}/records?${filtersOf(query)}`));
  const named = new Map(sources.map(each => [each.number, { name: each.name, origin: each.origin }]));
  const numbers = new Map(sources.map(each => [each.name, each.number]));
  return { name, columns, rows: rowsOf(lines, columns, numbers), sources: named };
}

/** Lines of JSON as rows again. */
async function* rowsOf(
  lines: AsyncIterable<ShownRecord>,
  columns: Columns,
  sources: ReadonlyMap<string, number>,
): AsyncGenerator<RecordRow> {
  let record = 0;
  for await (const line of lines) {
    record += 1;
    yield rowOf(line, { record, columns, sources });
  }
}

type ShownRecord = Readonly<Record<string, string | number | boolean | null>>;

function rowOf(
  shown: ShownRecord,
  of: { readonly record: number; readonly columns: Columns; readonly sources: ReadonlyMap<string, number> },
): RecordRow {
  const optional = (key: string): number | undefined => (shown[key] === null ? undefined : Number(shown[key]));
  return {
    ...{ record: of.record, source: of.sources.get(String(shown['source'])) ?? 0, address: String(shown['address']) },
    ...{ publication: optional('publication'), version: optional('version'), digest: String(shown['digest']) },
    seenAt: Date.parse(String(shown['seen'])),
    values: Object.entries(of.columns).map(([column, type]) => {
      const value = shown[column] ?? null;
      if (value === null) return null;
      if (type === 'instant') return Date.parse(String(value));
      return typeof value === 'boolean' ? Number(value) : value;
    }),
  };
}
