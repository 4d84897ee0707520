import * as aws from '../../shared/adapters/aws/open.ts';
import type { CrawlRow } from '../../shared/domain/protocol/crawl-state.ts';
import { allowance, BadInput, refusal, refusedValue } from '../../shared/domain/refusal/refusal.ts';
import type { OpenWatch, WatchStores } from '../../shared/place/opened-watch.ts';

/** Publications that a request counts: larger watches are counted in their daily tables. */
const mostCounted = 100_000;
/** Texts that a search by words reads within a request. */
const mostSearched = 5_000;

/** The watches of the account, for requests, which have 29 s. */
export const awsWatch: OpenWatch = {
  state: async (watch, work) =>
    await work({ store: aws.openAwsStore('api'), clock: aws.openAwsClock() }, await knownWatch(watch)),
  stores: async (watch, work) => await work(openStores(watch)),
  bounds: {
    demandCountable: async publications => {
      const count = await publications.count();
      if (count > mostCounted) throw new BadInput([refusal('count-in-tables', { count, most: mostCounted })]);
    },
    demandSearchable: async (publications, { all }) => {
      const count = await publications.count();
      if (count <= mostSearched) return;
      const why = allowance('search-in-tables', { count, most: mostSearched });
      throw new BadInput([refusedValue('query', all.flatMap(({ stems }) => stems).join(' '), why)]);
    },
  },
};

export function openStores(watch: string): WatchStores {
  const publications = aws.openAwsPublications(watch);
  return {
    publications,
    mentions: aws.openAwsMentions(watch, publications),
    labels: aws.openAwsLabels(watch, publications),
    applications: publications.applications,
  };
}

export async function knownWatch(watch: string): Promise<CrawlRow> {
  const row = await aws.openAwsStore('api').readCrawl(watch);
  if (row === undefined) throw new Error(`watch ${watch} is not in the table of crawls`);
  return row;
}
