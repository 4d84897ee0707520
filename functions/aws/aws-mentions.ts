import { openAwsLabels, openAwsMentions, openAwsPublications, openAwsStore } from '../../shared/adapters/aws/open.ts';
import { allowance, BadInput, refusal, refusedValue } from '../../shared/domain/refusal/refusal.ts';
import type { WatchService } from '../../shared/place/watch-service.ts';
import { recordsOf } from '../../shared/wings/publications/export/export-publications.ts';
import { mentionPage } from '../../shared/wings/publications/export/mention-page.ts';
import type { PublicationRecord, SourceName } from '../../shared/wings/publications/export/publication-record.ts';
import { sourceNames } from '../../shared/wings/publications/export/source-names.ts';
import { allLabels } from '../../shared/wings/publications/labels/label-store.ts';
import type { PublicationRow } from '../../shared/wings/publications/store/publication-store.ts';
import { mentioningPublications, rowsOf } from '../../shared/wings/publications/table/mentioning-rows.ts';
import { readTable } from '../../shared/wings/publications/table/read-table.ts';

/** Publications that a request counts: larger watches are counted in their daily tables. */
const mostCounted = 100_000;

type OfMentions = 'mentioning' | 'mentioningRecords' | 'mentions' | 'table';

/** What is written about those whom the watches of the account look for. */
export const awsMentions: Pick<WatchService, OfMentions> = {
  mentioning: async (watch, query, most, before) => await rows(openStores(watch), query, most, before),
  mentioningRecords: async (watch, query, most, before) => {
    const stores = openStores(watch);
    const found = await rows(stores, query, most, before);
    const records: PublicationRecord[] = [];
    for await (const record of recordsOf(stores.publications, found, await namesOf(watch))) records.push(record);
    return records;
  },
  mentions: async (watch, query, most, after) => {
    const stores = openStores(watch);
    const page = { query, most, sources: await namesOf(watch), ...(after !== undefined && { after }) };
    return await mentionPage(stores, await allLabels(stores.labels), page);
  },
  table: async (watch, query) => {
    const stores = openStores(watch);
    if ((await stores.mentions.listDigest()) === undefined) return undefined;
    await demandCountable(stores.publications);
    const sources = [...(await namesOf(watch))].map(([number, { name }]) => ({ number, name }));
    return await readTable(stores, query, sources);
  },
};

export function openStores(watch: string) {
  const publications = openAwsPublications(watch);
  const [mentions, labels] = [openAwsMentions(watch, publications), openAwsLabels(watch, publications)];
  return { publications, mentions, labels };
}

async function rows(
  { publications, mentions, labels }: ReturnType<typeof openStores>,
  query: Parameters<typeof mentioningPublications>[2],
  most: number,
  before: number | undefined,
): Promise<readonly PublicationRow[]> {
  if (query.words !== undefined) await demandSearchable(publications, query.words);
  const pairs = mentioningPublications({ publications, mentions }, await allLabels(labels), query, before);
  const found: PublicationRow[] = [];
  for await (const row of rowsOf(publications, pairs, most)) found.push(row);
  return found;
}

/** Throws `BadInput` where the watch is so large that it is to be counted in its daily tables. */
export async function demandCountable(publications: { count(): Promise<number> }): Promise<void> {
  const count = await publications.count();
  if (count > mostCounted) throw new BadInput([refusal('count-in-tables', { count, most: mostCounted })]);
}

/** Texts that a search by words reads within a request. */
const mostSearched = 5_000;

/** Throws `BadInput` where the watch is so large that words are to be searched in its daily tables. */
export async function demandSearchable(
  publications: { count(): Promise<number> },
  { all }: { readonly all: readonly { readonly stems: readonly string[] }[] },
): Promise<void> {
  const count = await publications.count();
  if (count <= mostSearched) return;
  const why = allowance('search-in-tables', { count, most: mostSearched });
  throw new BadInput([refusedValue('query', all.flatMap(({ stems }) => stems).join(' '), why)]);
}

async function namesOf(watch: string): Promise<ReadonlyMap<number, SourceName>> {
  const store = openAwsStore('api');
  const row = await store.readCrawl(watch);
  if (row === undefined) throw new Error(`watch ${watch} is not in the table of crawls`);
  return sourceNames(row, await store.readSites(watch));
}
