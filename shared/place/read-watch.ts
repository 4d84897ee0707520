import type { Columns } from '../domain/applications/publication-application.ts';
import type { SiteRow } from '../domain/protocol/crawl-state.ts';
import type {
  ApplicationRecords,
  RecordQuery,
  RecordRow,
} from '../wings/publications/applications/application-records.ts';
import { recordsOf } from '../wings/publications/export/export-publications.ts';
import { mentionPage } from '../wings/publications/export/mention-page.ts';
import type { SourceName } from '../wings/publications/export/publication-record.ts';
import { sourceNames } from '../wings/publications/export/source-names.ts';
import { allLabels } from '../wings/publications/labels/label-store.ts';
import { type ListPlace, type PublicationRow, placeOf } from '../wings/publications/store/publication-store.ts';
import { countFitting } from '../wings/publications/table/count-fitting.ts';
import { type MentioningQuery, mentioningPublications, rowsOf } from '../wings/publications/table/mentioning-rows.ts';
import { readTable } from '../wings/publications/table/read-table.ts';
import { withoutMentions } from '../wings/publications/table/selected.ts';
import { compareVersions } from '../wings/publications/versions/compare-versions.ts';
import { type SourceStatus, sourceStatuses } from '../wings/publications/watch/source-status.ts';
import type { OpenWatch, WatchStores } from './opened-watch.ts';
import type { AlertCalls, RecordPage, WatchService } from './watch-service.ts';

/** The readings of a watch that are the same in any place. */
type Reading = Omit<
  WatchService,
  'skipped' | AlertCalls | 'addSource' | 'findAt' | 'findings' | 'reread' | 'switchApplications' | 'page'
>;

/** Those of the sources of a watch that `choose` takes. */
export async function readSources(
  { state, stores }: OpenWatch,
  watch: string,
  choose: (rows: readonly SiteRow[]) => readonly SiteRow[],
): Promise<readonly SourceStatus[]> {
  const counted = await stores(watch, async ({ publications }) => ({
    counts: await publications.countBySource(),
    lost: await publications.lostBySource(),
  }));
  return await state(watch, async ({ store, clock }, crawl) => {
    const rows = choose(await store.readSites(crawl.id));
    return await sourceStatuses(crawl, rows, {
      store,
      counts: new Map(),
      lost: new Map(),
      ...counted,
      now: clock.now(),
    });
  });
}

export function readWatch(open: OpenWatch): Reading {
  const { state, stores, bounds } = open;
  const namesOf = async (watch: string): Promise<ReadonlyMap<number, SourceName>> =>
    await state(watch, async ({ store }, crawl) => sourceNames(crawl, await store.readSites(crawl.id)));
  const found = async (
    opened: WatchStores,
    query: MentioningQuery,
    most: number,
    before?: ListPlace,
  ): Promise<readonly PublicationRow[]> => {
    const { publications, labels } = opened;
    if (query.words !== undefined) await bounds?.demandSearchable(publications, query.words);
    const plain = withoutMentions(query);
    if (plain !== undefined) return await publications.find(plain, most, before);
    const pairs = mentioningPublications(opened, await allLabels(labels), query, before);
    return await Array.fromAsync(rowsOf(publications, pairs, most));
  };
  const exported = async (
    watch: string,
    most: number,
    read: (opened: WatchStores) => Promise<readonly PublicationRow[]>,
  ): Promise<RecordPage> => {
    const sources = await namesOf(watch);
    const page = await stores(watch, async opened => {
      const rows = await read(opened);
      const records = await Array.fromAsync(recordsOf(opened.publications, rows, sources));
      const last = rows.at(-1);
      return last === undefined || rows.length < most ? { records } : { records, last: placeOf(last) };
    });
    return page ?? { records: [] };
  };
  const withCopies = async ({ publications }: WatchStores, rows: readonly PublicationRow[]) => {
    const copies = await publications.copiesAmong(rows);
    return rows.map(row => ({ ...row, isCopy: copies.has(row.id) }));
  };
  const listed = async <T>(
    watch: string,
    read: (opened: WatchStores) => Promise<readonly T[]>,
  ): Promise<readonly T[]> => (await stores(watch, read)) ?? [];
  return {
    sources: async (watch, after, most) =>
      await readSources(open, watch, rows => rows.filter(({ site }) => site > after).slice(0, most)),
    source: async (watch, number) =>
      (await readSources(open, watch, rows => rows.filter(({ site }) => site === number)))[0],
    organizations: async watch =>
      await stores(watch, async ({ mentions }) => {
        const list = await mentions.organizationList();
        return list && { ...list, models: await mentions.toneModels() };
      }),
    countPublications: async watch =>
      (await stores(watch, async ({ publications }) => await publications.count())) ?? 0,
    newByDay: async (watch, since) =>
      await listed(watch, async ({ publications }) => await publications.newByDay(since)),
    find: async (watch, ...part) =>
      await listed(watch, async opened => await withCopies(opened, await found(opened, ...part))),
    countFitting: async (watch, query, isMentioning) => {
      const counted = await stores(watch, async opened => {
        if (query.words !== undefined) await bounds?.demandSearchable(opened.publications, query.words);
        return await countFitting(opened, query, isMentioning);
      });
      return counted ?? { publications: 0, isWhole: true, all: 0 };
    },
    records: async (watch, query, most, before) =>
      await exported(watch, most, async opened => await found(opened, query, most, before)),
    mentions: async (watch, query, most, after) => {
      const page = { query, most, sources: await namesOf(watch), ...(after !== undefined && { after }) };
      return await listed(watch, async opened => await mentionPage(opened, await allLabels(opened.labels), page));
    },
    table: async (watch, query) => {
      const sources = [...(await namesOf(watch))].map(([number, { name }]) => ({ number, name }));
      return await stores(watch, async opened => {
        if ((await opened.mentions.listDigest()) === undefined) return undefined;
        await bounds?.demandCountable(opened.publications);
        return await readTable(opened, query, sources);
      });
    },
    publication: async (watch, id) =>
      await stores(watch, async ({ publications }) => {
        const row = await publications.publication(id);
        if (row === undefined) return undefined;
        const isCopy = (await publications.copiesAmong([row])).has(id);
        return {
          row: { ...row, isCopy },
          versions: await publications.versions(id),
          addresses: await publications.addresses(id),
        };
      }),
    text: async (watch, id, version) =>
      await stores(watch, async ({ publications }) => await publications.text(id, version)),
    compare: async (watch, id, from, to) =>
      await stores(watch, async ({ publications }) => await compareVersions(publications, id, [from, to])),
    applications: async (watch, most) => {
      const kept = await stores(watch, async ({ applications }) => ({
        tables: await applications.applications(),
        marks: await applications.marks({}, most),
      }));
      return kept ?? { tables: [], marks: [] };
    },
    applicationRecords: async (watch, name, query, most) => {
      const sources = await namesOf(watch);
      return await stores(
        watch,
        async ({ applications }) => await someRecords(applications, name, query, { most, sources }),
      );
    },
  };
}

/** Records of an application, at most `most`, beside what else a list of them needs; undefined if it has no table. */
async function someRecords<More extends object>(
  store: Pick<ApplicationRecords, 'applications' | 'records'>,
  name: string,
  query: RecordQuery,
  { most, ...more }: More & { readonly most: number },
): Promise<({ readonly columns: Columns; readonly rows: readonly RecordRow[] } & Omit<More, 'most'>) | undefined> {
  const known = (await store.applications()).find(each => each.name === name);
  if (known === undefined) return undefined;
  const rows: RecordRow[] = [];
  for await (const row of store.records(name, query)) {
    rows.push(row);
    if (rows.length >= most) break;
  }
  return { columns: known.columns, rows, ...more };
}
