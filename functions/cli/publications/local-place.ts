import { readLocalPublications } from '../../../shared/adapters/local/open.ts';
import { publicationsOf, recordsOf } from '../../../shared/wings/publications/export/export-publications.ts';
import { allLabels } from '../../../shared/wings/publications/labels/label-store.ts';
import {
  type MentioningQuery,
  mentioningPublications,
  rowsOf,
} from '../../../shared/wings/publications/table/mentioning-rows.ts';
import { withoutMentions } from '../../../shared/wings/publications/table/selected.ts';
import { readPlan } from '../../embedded/watch/kept-findings.ts';
import { readWatch } from '../../embedded/watch/read-watch.ts';
import { BadCommand } from '../terminal/print.ts';
import type { localDeeds } from './local-deeds.ts';
import type { WatchPlace } from './watch-place.ts';

export interface LocalOptions {
  /** Files of the modules of the watch, named again. */
  readonly plugin?: readonly string[];
}

/** The watch in `directory`. Throws `BadInput` where there is none. */
export async function openLocalWatch(directory: string, { plugin }: LocalOptions): Promise<WatchPlace> {
  const { id, ...state } = await readWatch(directory);
  const { sources } = state;
  let opened: ReturnType<typeof readLocalPublications> | undefined;
  let deeds: ReturnType<typeof localDeeds> | undefined;
  const stored = async () => {
    opened ??= readLocalPublications(directory, false);
    return await opened;
  };
  const named = new Map(sources.map(({ number, name, origin }) => [number, { name, origin }] as const));
  return {
    ...{ name: directory, id, command: 'watch' },
    state: async () => state,
    sources: async () => sources,
    archive: async titles =>
      await (await import('../../embedded/archive/write-wacz.ts')).waczOfWatch(directory, titles),
    plan: async () => await readPlan(directory),
    perform: async (operation, input) => {
      deeds ??= (await import('./local-deeds.ts')).localDeeds(plugin);
      return await operation.run(deeds, directory, input);
    },
    reread: async query => {
      const { localReread } = await import('../../embedded/watch/local-stores.ts');
      const { rereadPages } = await import('../../../shared/place/reread-pages.ts');
      return await rereadPages(localReread)(directory, query);
    },
    lists: async () => {
      const store = await stored();
      const list = await store?.mentions.organizationList();
      if (store === undefined || list === undefined) return undefined;
      return { organizations: list.organizations, models: await store.mentions.toneModels() };
    },
    publications: async (query, text, most) => {
      const store = await stored();
      if (store === undefined) return [];
      const whole = await withWords(query, text);
      const plain = withoutMentions(whole);
      if (plain !== undefined) return publicationsOf(store, plain, { sources: named, most });
      const pairs = mentioningPublications(storesIn(store), await allLabels(store.labels), whole);
      return recordsOf(store, rowsOf(store, pairs, most), named);
    },
    count: async (query, text, isMentioning) => {
      const store = await stored();
      if (store === undefined) return { publications: 0, isWhole: true, all: 0 };
      const { countFitting } = await import('../../../shared/wings/publications/table/count-fitting.ts');
      return await countFitting(storesIn(store), await withWords(query, text), isMentioning);
    },
    // A watch that never ran has an empty table, and no empty file: a reader finds the columns.
    mentions: async query => {
      const store = await stored();
      if (store === undefined) return [];
      const { mentionRecords } = await import('../../../shared/wings/publications/export/mention-records.ts');
      const stores = storesIn(store);
      return mentionRecords(stores, mentioningPublications(stores, await allLabels(store.labels), query), named);
    },
    labels: async () => {
      const store = await stored();
      const { exportedLabels } = await import('../../../shared/wings/publications/labels/label-transfer.ts');
      return store === undefined ? [] : exportedLabels({ ...store, publications: store });
    },
    table: async query => {
      const store = await stored();
      if (store === undefined || (await store.mentions.listDigest()) === undefined)
        throw new BadCommand([
          `the watch in ${directory} looks for no organizations; allowed is a list: orbweaver watch organizations set ${directory} LIST`,
        ]);
      const { readTable } = await import('../../../shared/wings/publications/table/read-table.ts');
      return await readTable(storesIn(store), query, sources);
    },
    records: async (name, query) => {
      const store = await stored();
      const known = (await store?.applications.applications()) ?? [];
      const found = known.find(each => each.name === name);
      if (store === undefined || found === undefined) return known.map(each => each.name);
      return { name, columns: found.columns, rows: store.applications.records(name, query), sources: named };
    },
    close: async () => {
      await deeds?.close();
      (await opened)?.close();
    },
  };
}

type Store = NonNullable<Awaited<ReturnType<typeof readLocalPublications>>>;

function storesIn(store: Store) {
  return { publications: store, mentions: store.mentions, labels: store.labels };
}

/** The query with the words that a person has written. */
async function withWords(query: MentioningQuery, text: string | undefined): Promise<MentioningQuery> {
  if (text === undefined) return query;
  const { parseSearch } = await import('../../../shared/wings/publications/search/search-query.ts');
  return { ...query, words: parseSearch(text) };
}
