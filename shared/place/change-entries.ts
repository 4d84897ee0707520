/** Changes of the entries of a watch, in any place. */
import type { CrawlRow } from '../domain/protocol/crawl-state.ts';
import { type WatchedKind, watchedKinds } from '../domain/protocol/watched-address.ts';
import { allowance, BadInput, refusedValue } from '../domain/refusal/refusal.ts';
import { parseSiteAddress } from '../domain/spec/site-address.ts';
import { createCrawlRules } from '../domain/turn/crawl-rules.ts';
import type { Clock, SiteRows, WatchedAddresses } from '../ports.ts';
import { entryAddress, entryIdentity } from '../wings/publications/watch/entry-state.ts';
import type { ChangedEntry, EntryChange, NewEntry } from './watch-service.ts';

/** What keeps the entries of a watch. */
export interface EntryPorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly store: Pick<SiteRows, 'readSites'> & Pick<WatchedAddresses, 'readEntries' | 'setDue' | 'unwatch' | 'watch'>;
}

/** Switches entries on or off, or removes them; with `kind` only entries of that kind. Throws `BadInput` before anything where one is not known. */
export async function changeEntriesOf(
  { store, clock }: EntryPorts,
  { id, spec }: Pick<CrawlRow, 'id' | 'spec'>,
  addresses: readonly string[],
  change: EntryChange,
  kind?: WatchedKind,
): Promise<readonly ChangedEntry[]> {
  const { normalize } = createCrawlRules(spec);
  const named = addresses.map(address => identitiesOf(normalize(urlOf(address)), kind));
  const known = new Map<string, number>();
  for (const { site } of await store.readSites(id))
    for (const { identity } of await store.readEntries(id, site)) known.set(identity, site);
  const unknown = addresses.filter((_, index) => !named[index]!.some(identity => known.has(identity)));
  if (unknown.length > 0)
    throw new BadInput(
      unknown.map(address => refusedValue('entry', address, allowance('unknown-entry', { count: known.size }))),
    );
  for (const identity of named.flat().filter(each => known.has(each))) {
    const site = known.get(identity)!;
    if (change === 'remove') await store.unwatch(id, site, identity);
    else await store.setDue(id, site, identity, change === 'on' ? clock.now() : Number.POSITIVE_INFINITY);
  }
  const sourceOf = (identities: readonly string[]) => known.get(identities.find(each => known.has(each))!)!;
  return addresses.map((address, index) => ({ address, source: sourceOf(named[index]!) }));
}

/** An address may be looked at as it is sent, and clicked through too. */
function identitiesOf(url: string, kind: WatchedKind | undefined): readonly string[] {
  return [...new Set((kind === undefined ? watchedKinds : [kind]).map(each => entryIdentity(url, each)))];
}

/** Adds an entry to the source whose host it is of. Throws `BadInput` where no source is. */
export async function addEntryTo(
  { store, clock }: EntryPorts,
  { id, spec }: Pick<CrawlRow, 'id' | 'spec'>,
  { address, kind, interval }: NewEntry,
): Promise<ChangedEntry> {
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
