import { withInstants } from '../../../shared/place/shown-instants.ts';
import type { MentionRecord } from '../../../shared/wings/publications/export/mention-records.ts';
import type { PublicationRecord } from '../../../shared/wings/publications/export/publication-record.ts';
import type { LabelRecord } from '../../../shared/wings/publications/labels/label-record.ts';
import type { Fitting } from '../../../shared/wings/publications/table/count-fitting.ts';
import type { ToneTable } from '../../../shared/wings/publications/table/read-table.ts';
import type { WatchPlace } from '../publications/watch-place.ts';
import { wholeList } from '../publications/whole-list.ts';
import { type RemoteOptions, remoteApi, watchPath } from './remote-api.ts';
import { filtersOf, linesIn } from './remote-query.ts';
import { remotePlan, remoteSources, remoteState, withoutSources } from './remote-watch-state.ts';

/** The watch of an account. Throws `BadCommand` where no API is named. */
export async function openRemoteWatch(id: string, options: RemoteOptions): Promise<WatchPlace> {
  const api = await remoteApi(options);
  const path = watchPath(id);
  const perform: WatchPlace['perform'] = async (operation, input) => {
    const { requestOf } = await import('../../../shared/place/operation.ts');
    const { method, path: at, body } = requestOf(operation, id, input);
    return withInstants(
      typeof body === 'string' ? await api.send(method, at, body) : await api.call(method, at, body),
    ) as never;
  };
  return {
    ...{ name: id, id, command: 'remote watches' },
    state: async () => (await withoutSources(api, id)) ?? (await remoteState(api, id)),
    perform,
    reread: async ({ after, ...query }) =>
      await api.call('POST', `${path}/reread?${filtersOf(query, { cursor: after })}`),
    sources: async () => await remoteSources(api, id),
    plan: async () => await remotePlan(api, id),
    lists: async () => await wholeList({ perform }),
    publications: async (query, words, most) =>
      linesIn<PublicationRecord>(api.parts(`${path}/publications/export?${filtersOf(query, { query: words })}`), most),
    count: async (query, words, isMentioning) => {
      const counted = isMentioning ? 'mentions' : 'publications';
      return await api.call<Fitting>('GET', `${path}/${counted}/count?${filtersOf(query, { query: words })}`);
    },
    mentions: async query => linesIn<MentionRecord>(api.parts(`${path}/mentions/export?${filtersOf(query)}`)),
    labels: async () => linesIn<LabelRecord>(api.parts(`${path}/labels/export?format=jsonl`)),
    table: async ({ by, models, isOriginal, ...query }) =>
      await api.call<ToneTable>('GET', `${path}/report?${filtersOf(query, { by, models, copies: !isOriginal })}`),
    records: async (name, query) => {
      const { remoteRecords } = await import('./remote-applications.ts');
      return await remoteRecords({ api, id, perform }, name, query);
    },
    close: async () => undefined,
  };
}
