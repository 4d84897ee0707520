import { defined } from '../../../shared/domain/defined.ts';
import type { MentionRecord } from '../../../shared/wings/publications/export/mention-records.ts';
import type { TableQuery, ToneTable } from '../../../shared/wings/publications/table/read-table.ts';
import type { ReportedTable } from '../../../shared/wings/publications/table/told-table.ts';
import { queriesOf, type ReportOptions, writtenReport } from '../publications/report-command.ts';
import { demandKnown } from '../terminal/demand-known.ts';
import { print, printMark } from '../terminal/print.ts';
import { demandFile, type MentionsExportOptions, written } from '../watch/mentions-export.ts';
import { sourceNamed } from '../watch/source-named.ts';
import { type Remote, type RemoteOptions, remoteApi, watchPath } from './remote-api.ts';
import { remoteOrganizations } from './remote-organizations.ts';
import { recordsIn } from './remote-publications.ts';
import { remoteSources } from './remote-watch-state.ts';

/** `orbweaver remote report`: the table of publications that mention organizations, on standard output. */
export async function remoteReport(id: string, options: RemoteOptions & ReportOptions): Promise<void> {
  const api = await remoteApi(options);
  const queries = queriesOf(options, await remoteSources(api, id));
  await demandNames(api, id, options);
  const tables: ReportedTable[] = [];
  for (const query of queries) {
    const table = await api.call<ToneTable>('GET', `${watchPath(id)}/report?${filtersOf(query)}`);
    tables.push({ query, table });
  }
  await printMark(options);
  await print(await writtenReport({ tables }, options.format));
}

/** Throws `BadCommand` for an organization and for models that the watch does not know. */
async function demandNames(api: Remote, id: string, options: ReportOptions): Promise<void> {
  const { organization, models, compareModels } = options;
  if (organization === undefined && models === undefined && compareModels === undefined) return;
  const list = await remoteOrganizations(api, id);
  const known = list.organizations.map(each => each.id);
  demandKnown('--organization', organization, known);
  demandKnown('--models', models, list.models);
  demandKnown('--compare-models', compareModels, list.models);
}

function filtersOf({ by, confidence, isNested, isOriginal, since, until, sources, ...query }: TableQuery): string {
  const { organization, models } = query;
  const filters = new URLSearchParams({
    ...{ by, confidence: String(confidence), nested: String(isNested), copies: String(isOriginal !== true) },
    ...(since !== undefined && { since: new Date(since).toISOString() }),
    ...(until !== undefined && { until: new Date(until).toISOString() }),
    ...defined({ organization, models }),
  });
  for (const source of sources ?? []) filters.append('source', String(source));
  return filters.toString().replaceAll('+', '%20');
}

/** `orbweaver remote watches mentions`: each mention in the latest versions, on standard output. */
export async function remoteMentions(id: string, options: RemoteOptions & MentionsExportOptions): Promise<void> {
  demandFile(options);
  const api = await remoteApi(options);
  const { organization, source, since, until, originals } = options;
  const number =
    source === undefined ? undefined : sourceNamed('--source', source, await remoteSources(api, id)).number;
  const filters = new URLSearchParams({
    format: 'jsonl',
    ...defined({ organization, source: number === undefined ? undefined : String(number), since, until }),
    ...(originals !== undefined && { originals: 'true' }),
  });
  const path = `${watchPath(id)}/mentions/export?${filters.toString().replaceAll('+', '%20')}`;
  const records = recordsIn<MentionRecord>(api.parts(path), Number.POSITIVE_INFINITY);
  await printMark(options);
  for await (const part of written(records, options.format)) await print(part);
}
