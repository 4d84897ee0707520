/** Entries of a watch in a directory: changed also while another process works on it. */
import { type LocalState, openLocalState } from '../../../shared/adapters/local/open.ts';
import type { CrawlRow } from '../../../shared/domain/protocol/crawl-state.ts';
import type { WatchedKind } from '../../../shared/domain/protocol/watched-address.ts';
import { addAddressesTo } from '../../../shared/place/add-addresses.ts';
import { addEntryTo, changeEntriesOf } from '../../../shared/place/change-entries.ts';
import { changeSourceOf } from '../../../shared/place/change-settings.ts';
import type {
  AddedAddresses,
  ChangedEntry,
  EntryChange,
  NewEntry,
  SourceChange,
} from '../../../shared/place/watch-service.ts';
import { demandCrawl, demandKind, noCrawl } from '../read-crawl.ts';
import { refusalAtStart } from '../refusal.ts';

/** Switches entries on or off, or removes them; with `kind` only entries of that kind. Throws `BadInput` before any change for an unknown entry. */
export async function changeEntries(
  directory: string,
  addresses: readonly string[],
  change: EntryChange,
  kind?: WatchedKind,
): Promise<readonly ChangedEntry[]> {
  return await withWatch(
    directory,
    async (state, crawl) => await changeEntriesOf(state, crawl, addresses, change, kind),
  );
}

/** Adds an entry to the source whose host it is of. Throws `BadInput` where no source is. */
export async function addEntry(directory: string, entry: NewEntry): Promise<ChangedEntry> {
  return await withWatch(directory, async (state, crawl) => await addEntryTo(state, crawl, entry));
}

/** Each is requested once by the source of its host. */
export async function addAddresses(directory: string, addresses: readonly string[]): Promise<AddedAddresses> {
  return await withWatch(directory, async (state, crawl) => await addAddressesTo(state, crawl, addresses));
}

/** From now on pages of the source are read so. */
export async function changeSource(directory: string, source: number, change: SourceChange): Promise<void> {
  await withWatch(directory, async (state, { id }) => await changeSourceOf(state, { crawl: id, source }, change));
}

/** Work on the state of a watch, also while another process works on it. Throws `BadInput` where there is none. */
export async function withWatch<T>(
  directory: string,
  work: (state: LocalState, crawl: CrawlRow) => Promise<T>,
): Promise<T> {
  demandCrawl(directory);
  try {
    using state = openLocalState(directory);
    const crawl = await state.store.onlyCrawl();
    if (crawl === undefined) throw noCrawl(directory);
    demandKind('watch', directory, crawl);
    return await work(state, crawl);
  } catch (error) {
    throw refusalAtStart(error, directory);
  }
}
