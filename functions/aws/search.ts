/**
 * Searches stored publications of a watch with the list and the models of now: what is new in a list is found in old texts. The
 * items of the publications alone hold the progress, so each call may come twice, and a stopped search is started anew.
 */

import type { Context } from 'aws-lambda';
import { openAwsLabels, openAwsMentions, openAwsPublications } from '../../shared/adapters/aws/open.ts';
import { shippedModels } from '../../shared/adapters/tone/open.ts';
import { searchedAgain } from '../../shared/wings/publications/mentioned/search-stored.ts';
import type { MentionSearch } from '../../shared/wings/publications/mentioned/search-version.ts';
import { currentSearch } from '../../shared/wings/publications/watch/current-search.ts';
import type { CurrentSearch } from '../../shared/wings/publications/watch/visit-reader.ts';
import { logger } from './lambda-log.ts';
import { KeptByCrawl } from './life/kept-by-crawl.ts';

/** Numbers of publications, both ends included. */
export interface SearchRange {
  readonly watch: string;
  readonly from: number;
  readonly to: number;
}

/** `from`: where the next call goes on. */
export interface SearchedRange extends SearchRange {
  readonly done: boolean;
}

/** Publications of a range, where a watch is small. */
const leastRange = 5_000;
/** Ranges of a plan: they have to fit into the 256 KB that a state may hand on. */
const mostRanges = 1_000;
/** Versions that are kept in one change. */
const atOnce = 100;
/** A change that others hold up is awaited. */
const lastMs = 90_000;

const searches = new KeptByCrawl<CurrentSearch>(2);

export async function handler(
  event: Pick<SearchRange, 'watch'> | SearchRange,
  context: Context,
): Promise<{ readonly ranges: readonly SearchRange[] } | SearchedRange> {
  if (!('from' in event)) return { ranges: await planned(event.watch) };
  const { watch, to } = event;
  const current = searches.get(watch, () => currentSearch(openAwsMentions(watch), openAwsLabels(watch), shippedModels));
  const search = await current();
  const from = search === undefined ? to + 1 : await searchOn(event, search, context);
  const done = from > to;
  logger.info('search', { watch, from, to, done });
  return { watch, from, to, done };
}

async function planned(watch: string): Promise<readonly SearchRange[]> {
  const last = await openAwsPublications(watch).count();
  const size = Math.max(leastRange, Math.ceil(last / mostRanges));
  const count = Math.ceil(last / size);
  return Array.from({ length: count }, (_, at) => ({
    watch,
    from: at * size + 1,
    to: Math.min(last, (at + 1) * size),
  }));
}

/** The number at which the next call goes on. */
async function searchOn({ watch, from, to }: SearchRange, search: MentionSearch, context: Context): Promise<number> {
  const publications = openAwsPublications(watch);
  const mentions = openAwsMentions(watch, publications);
  const key = { list: search.list, models: search.teller.name };
  for (let next = from; ; ) {
    if (context.getRemainingTimeInMillis() < lastMs) return next;
    const versions = await mentions.unsearched(key, atOnce, next - 1, to);
    const last = versions.at(-1);
    if (last === undefined) return to + 1;
    const all = [];
    for (const version of versions) {
      const searched = await searchedAgain({ publications, mentions }, search, version);
      if (searched !== undefined) all.push({ version, searched });
    }
    await mentions.keepSearches(all);
    next = last.publication + 1;
  }
}
