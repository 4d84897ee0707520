/** Changes of the entries of a watch, in any place. */
import type { CrawlRow } from '../domain/protocol/crawl-state.ts';
import { type WatchedAddress, type WatchedKind, watchedKinds } from '../domain/protocol/watched-address.ts';
import { allowance, BadInput, refusedValue } from '../domain/refusal/refusal.ts';
import { parseSiteAddress } from '../domain/spec/site-address.ts';
import { createCrawlRules } from '../domain/turn/crawl-rules.ts';
import type { ClaimedUrls, Clock, SiteRows, SourceSettingsRows, WatchedAddresses } from '../ports/ports.ts';
import { listedAddress } from '../wings/publications/addresses.ts';
import { entryAddress, entryIdentity, isTraversal, readEntryState } from '../wings/publications/watch/entry-state.ts';
import { unseenAddress } from '../wings/publications/watch/recheck.ts';
import { changeSettingsOf } from './change-settings.ts';
import type { AddedAddresses, ChangedEntry, EntryChange, NewEntry } from './watch-service.ts';

/** The stores of the entries of a watch. */
export interface EntryPorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly store: Pick<SiteRows, 'readSites'> &
    Pick<WatchedAddresses, 'readEntries' | 'setDue' | 'unwatch' | 'watch'> &
    SourceSettingsRows;
  /** The place has no browser: entries that are clicked through cannot be switched on. */
  readonly lacksBrowser?: true;
}

/** Switches entries on or off, removes them, or changes their intervals; with `kind` only entries of that kind. Throws `BadInput` before anything where one is not known. */
export async function changeEntriesOf(
  { store, clock, lacksBrowser }: EntryPorts,
  { id, spec }: Pick<CrawlRow, 'id' | 'spec'>,
  addresses: readonly string[],
  change: EntryChange,
  kind?: WatchedKind,
): Promise<readonly ChangedEntry[]> {
  const { normalize } = createCrawlRules(spec);
  const named = addresses.map(address => identitiesOf(normalize(urlOf(address)), kind));
  const known = new Map<string, { readonly site: number; readonly entry: WatchedAddress }>();
  for (const { site } of await store.readSites(id))
    for (const entry of await store.readEntries(id, site)) {
      known.set(entry.identity, { site, entry });
      // One that has moved is known by both addresses.
      const now = entryIdentity(normalize(new URL(entry.address)), entry.kind);
      if (!known.has(now)) known.set(now, { site, entry });
    }
  const unknown = addresses.filter((_, index) => !named[index]!.some(identity => known.has(identity)));
  if (unknown.length > 0)
    throw new BadInput(
      unknown.map(address => refusedValue('entry', address, allowance('unknown-entry', { count: entriesIn(known) }))),
    );
  const isClicked = (identity: string): boolean => lacksBrowser === true && change === 'on' && isTraversal(identity);
  const found = named.map(identities => identities.filter(each => known.has(each)));
  const refused = addresses.filter((_, index) => found[index]!.every(isClicked));
  if (refused.length > 0) throw new BadInput(refused.map(withoutBrowser));
  for (const identity of found.flat().filter(each => !isClicked(each))) {
    const { site, entry } = known.get(identity)!;
    if (typeof change === 'object') await changeInterval({ store, clock }, id, { site, entry }, change.interval);
    else if (change === 'remove') await store.unwatch(id, site, entry.identity);
    else await store.setDue(id, site, entry.identity, change === 'on' ? clock.now() : Number.POSITIVE_INFINITY);
  }
  const sourceOf = (identities: readonly string[]) => known.get(identities.find(each => known.has(each))!)!.site;
  return addresses.map((address, index) => ({ address, source: sourceOf(named[index]!) }));
}

function entriesIn(known: ReadonlyMap<string, { readonly entry: WatchedAddress }>): number {
  return new Set([...known.values()].map(({ entry }) => entry)).size;
}

function withoutBrowser(address: string) {
  return refusedValue('entry', address, allowance('clicks-need-browser'));
}

/** If the change makes a look earlier, the look moves; otherwise it stays as due. */
async function changeInterval(
  { store, clock }: EntryPorts,
  id: string,
  { site, entry }: { readonly site: number; readonly entry: WatchedAddress },
  interval: number | undefined,
): Promise<void> {
  await changeSettingsOf(store, { crawl: id, source: site }, ({ intervals, ...settings }) => ({
    ...{ ...settings, intervals: { ...intervals, [entry.identity]: interval ?? 0 } },
  }));
  const { last } = readEntryState(entry);
  if (interval === undefined || last === undefined || !Number.isFinite(entry.due)) return;
  const due = Math.max(clock.now(), last.at + 1_000 * interval);
  if (due < entry.due) await store.setDue(id, site, entry.identity, due);
}

/** An address may be looked at as it is sent, and clicked through too. */
function identitiesOf(url: string, kind: WatchedKind | undefined): readonly string[] {
  return [...new Set((kind === undefined ? watchedKinds : [kind]).map(each => entryIdentity(url, each)))];
}

/** Adds an entry to the source whose host it is of. Throws `BadInput` where no source is. */
export async function addEntryTo(
  { store, clock, lacksBrowser }: EntryPorts,
  { id, spec }: Pick<CrawlRow, 'id' | 'spec'>,
  { address, kind, interval }: NewEntry,
): Promise<ChangedEntry> {
  if (kind === 'traversal' && lacksBrowser === true) throw new BadInput([withoutBrowser(address)]);
  const { normalize, siteKey } = createCrawlRules(spec);
  const url = urlOf(address);
  const rows = (await store.readSites(id)).filter(({ status }) => status !== 'removed' && status !== 'same-as');
  const row = rows.find(({ origin }) => siteKey(origin) === siteKey(url.href));
  if (row === undefined) {
    const hosts = rows.map(({ origin }) => origin).join(', ');
    throw new BadInput([refusedValue('entry', address, allowance('entry-elsewhere', { hosts }))]);
  }
  const settings = interval === undefined ? {} : { fixedS: interval };
  const entry = { identity: normalize(url), address: url.href, kind };
  await store.watch(id, row.site, [entryAddress(entry, { due: clock.now(), ...settings })]);
  return { address: url.href, source: row.site };
}

function urlOf(text: string): URL {
  const address = parseSiteAddress(text);
  if (address.kind === 'refused') throw new BadInput([refusedValue('entry', text, address.why)]);
  return address.url;
}

/** For addresses of publications from a list of a person's: of an archive, of a search. */
interface AddressPorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly store: Pick<SiteRows, 'readSites'> &
    Pick<ClaimedUrls, 'readLevels'> &
    Pick<WatchedAddresses, 'readWatched' | 'watch'>;
}

/** No base: a list has whole addresses. */
const noBase = 'none:';

/**
 * Each is requested once by the source of its host, as politely as what an entry names, and tried again where it fails. Addresses
 * that the source has claimed or looks at already are not requested again.
 */
export async function addAddressesTo(
  { store, clock }: AddressPorts,
  { id, spec }: Pick<CrawlRow, 'id' | 'spec'>,
  addresses: readonly string[],
): Promise<AddedAddresses> {
  const rules = createCrawlRules(spec);
  const rows = (await store.readSites(id)).filter(({ status }) => status !== 'removed' && status !== 'same-as');
  const sources = new Map(rows.map(({ origin, site }) => [rules.siteKey(origin), site]));
  const refused: Record<string, number> = {};
  const bySource = new Map<number, Map<string, WatchedAddress>>();
  for (const text of addresses) {
    const address = listedAddress(text, noBase);
    const source = address === undefined ? undefined : sources.get(rules.siteKey(address));
    const identity = address === undefined ? '' : rules.normalize(new URL(address));
    const why = address === undefined ? 'no-address' : source === undefined ? 'other-host' : rules.admit(identity);
    if (why !== undefined) refused[why] = (refused[why] ?? 0) + 1;
    else {
      const known = bySource.get(source!) ?? new Map<string, WatchedAddress>();
      known.set(identity, unseenAddress({ identity, address: address! }, { at: clock.now(), by: 'link' }));
      bySource.set(source!, known);
    }
  }
  let [added, known] = [0, 0];
  for (const [source, named] of bySource) {
    const identities = [...named.keys()];
    const claims = await store.readLevels(id, source, identities);
    const watched = await store.readWatched(id, source, identities);
    const isKnown = identities.map((_, at) => claims[at] !== undefined || watched[at] !== undefined);
    await store.watch(
      id,
      source,
      [...named.values()].filter((_, at) => isKnown[at] !== true),
    );
    known += isKnown.filter(Boolean).length;
    added += isKnown.filter(each => !each).length;
  }
  return { added, known, refused };
}
