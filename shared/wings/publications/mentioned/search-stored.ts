import type { MentionStore, SearchKey, UnsearchedVersion } from '../store/mention-store.ts';
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
 * texts. What is done is in the store after each publication, so a process that is killed leaves no trace, and nothing is done twice.
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

  /** Searches until nothing is left or `goesOn` says no. True where nothing is left. */
  async advance(goesOn: () => boolean): Promise<boolean> {
    while (goesOn()) {
      const versions = await this.#stores.mentions.unsearched(this.key, atOnce, this.#after);
      if (versions.length === 0) {
        // What came or changed meanwhile has a number that was passed already.
        if (this.#done === 0) return true;
        this.#after = 0;
        this.#done = 0;
        continue;
      }
      for (const version of versions) {
        if (!goesOn()) return false;
        await searchAgain(this.#stores, this.#search, version);
        this.#after = version.publication;
        this.#done += 1;
      }
    }
    return false;
  }
}

/** Searches one version, whatever it was searched with before. */
async function searchAgain(
  { publications, mentions }: SearchedStores,
  search: MentionSearch,
  version: UnsearchedVersion,
): Promise<void> {
  const row = await publications.publication(version.publication);
  const text = await publications.text(version.publication, version.version);
  if (row === undefined || text === undefined || row.version !== version.version) return;
  const { title, language } = row;
  const decided = decidedPlaces(await mentions.mentions(version.publication, version.version));
  const datedAt = row.publishedAt ?? row.firstSeenAt;
  await mentions.keepSearch(version, await searchVersion(search, { title, text, language, datedAt }, decided));
}
