import type { LocalPublications } from '../../../shared/adapters/local/open.ts';
import { shippedModels } from '../../../shared/adapters/tone/open.ts';
import { StoredSearch } from '../../../shared/wings/publications/mentioned/search-stored.ts';
import { currentSearch } from '../../../shared/wings/publications/watch/current-search.ts';
import type { CurrentSearch } from '../../../shared/wings/publications/watch/visit-reader.ts';

/** The publications of a watch and what they are searched with, for as long as its file is open. */
export interface WatchSearch {
  readonly publications: LocalPublications;
  readonly search: CurrentSearch;
  /** Searches stored publications for at most so long (ms). True if nothing is left. */
  advance(ms: number): Promise<boolean>;
}

/** How often a search that is done looks for what is new, ms. */
const restMs = 10_000;

export function watchSearch(publications: LocalPublications): WatchSearch {
  const search = currentSearch(publications.mentions, publications.labels, shippedModels);
  let under: StoredSearch | undefined;
  let restsUntil = 0;
  return {
    publications,
    search,
    advance: async ms => {
      const current = await search();
      if (current === undefined) return true;
      const isSame = under?.key.list === current.list && under.key.models === current.teller.name;
      if (isSame && performance.now() < restsUntil) return true;
      if (!isSame) under = new StoredSearch({ publications, mentions: publications.mentions }, current);
      const end = performance.now() + ms;
      const isDone = await under!.advance(() => performance.now() < end);
      if (isDone) restsUntil = performance.now() + restMs;
      return isDone;
    },
  };
}
