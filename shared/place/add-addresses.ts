/** Addresses of publications from a list of a person's: of an archive, of a search. */
import type { CrawlRow } from '../domain/protocol/crawl-state.ts';
import type { WatchedAddress } from '../domain/protocol/watched-address.ts';
import { createCrawlRules } from '../domain/turn/crawl-rules.ts';
import type { ClaimedUrls, Clock, SiteRows, WatchedAddresses } from '../ports.ts';
import { listedAddress } from '../wings/publications/addresses.ts';
import { unseenAddress } from '../wings/publications/watch/recheck.ts';
import type { AddedAddresses } from './watch-service.ts';

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
