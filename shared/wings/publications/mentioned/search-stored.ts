import type { MentionStore, SearchedVersion, SearchKey, UnsearchedVersion } from '../store/mention-store.ts';
import type { PublicationStore } from '../store/publication-store.ts';
import { decidedPlaces, type MentionSearch, searchVersion } from './search-version.ts';

/** Versions that are searched in a row. */
const atOnce = 50;

export interface SearchedStores {
  readonly publications: Pick<PublicationStore, 'publication' | 'text'>;
  readonly mentions: Pick<MentionStore, 'unsearched' | 'mentions' | 'keepSearch'>;
}

/**
 * Searches stored publications that were not searched with this list and these models: what is new in the list is found in old
 * texts. The store is updated after each publication, so a killed process leaves no trace, and no work is repeated.
 */
export class StoredSearch {
  readonly #stores: SearchedStores;
  readonly #search: MentionSearch;
  #after = 0;
  /** Publications searched since the numbers began anew. */
  #done = 0;

  constructor(stores: SearchedStores, search: MentionSearch) {
    this.#stores = stores;
    this.#search = search;
  }

  get key(): SearchKey {
    return { list: this.#search.list, models: this.#search.teller.name };
  }

  /** Searches until nothing is left or `goesOn` says no. True if nothing is left. */
  async advance(goesOn: () => boolean): Promise<boolean> {
    while (goesOn()) {
      const versions = await this.#stores.mentions.unsearched(this.key, atOnce, this.#after);
      if (versions.length === 0) {
        // Publications that came or changed meanwhile have numbers that were passed already.
        if (this.#done === 0) return true;
        this.#after = 0;
        this.#done = 0;
        continue;
      }
      for (const version of versions) {
        if (!goesOn()) return false;
        const searched = await searchedAgain(this.#stores, this.#search, version);
        if (searched !== undefined) await this.#stores.mentions.keepSearch(version, searched);
        this.#after = version.publication;
        this.#done += 1;
      }
    }
    return false;
  }
}

/** The result of a search in a version now, whatever it was searched with before; undefined if it is not the latest any more. */
export async function searchedAgain(
  stores: Pick<SearchedStores, 'publications'> & { readonly mentions: Pick<MentionStore, 'mentions'> },
  search: MentionSearch,
  version: UnsearchedVersion,
): Promise<SearchedVersion | undefined> {
  const row = await stores.publications.publication(version.publication);
  const text = await stores.publications.text(version.publication, version.version);
  if (row === undefined || text === undefined || row.version !== version.version) return undefined;
  const { title, language } = row;
  const decided = decidedPlaces(await stores.mentions.mentions(version.publication, version.version));
  const datedAt = row.publishedAt ?? row.firstSeenAt;
  return await searchVersion(search, { title, text, language, datedAt }, decided);
}
