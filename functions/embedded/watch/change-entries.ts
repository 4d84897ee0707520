/** Entries of a watch in a directory: changed also while another process works on it. */
import { type LocalState, openLocalState } from '../../../shared/adapters/local/open.ts';
import type { CrawlRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { allowance, BadInput, refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { parseSiteAddress } from '../../../shared/domain/spec/site-address.ts';
import { createCrawlRules } from '../../../shared/domain/turn/crawl-rules.ts';
import type { ChangedEntry, EntryChange, NewEntry } from '../../../shared/place/watch-service.ts';
import { entryAddress } from '../../../shared/wings/publications/watch/entry-state.ts';
import { demandCrawl, noCrawl } from '../read-crawl.ts';
import { refusalAtStart } from '../refusal.ts';

/** Switches entries on or off, or removes them. Throws `BadInput` before anything where one is not known. */
export async function changeEntries(
  directory: string,
  addresses: readonly string[],
  change: EntryChange,
): Promise<readonly ChangedEntry[]> {
  return await withWatch(directory, async ({ store, clock }, { id, spec }) => {
    const { normalize } = createCrawlRules(spec);
    const identities = addresses.map(address => normalize(urlOf(address)));
    const known = new Map<string, number>();
    for (const { site } of await store.readSites(id))
      for (const { identity } of await store.readEntries(id, site)) known.set(identity, site);
    const unknown = addresses.filter((_, index) => !known.has(identities[index]!));
    if (unknown.length > 0)
      throw new BadInput(
        unknown.map(address => refusedValue('entry', address, allowance('unknown-entry', { count: known.size }))),
      );
    for (const identity of identities) {
      const site = known.get(identity)!;
      if (change === 'remove') await store.unwatch(id, site, identity);
      else await store.setDue(id, site, identity, change === 'on' ? clock.now() : Number.POSITIVE_INFINITY);
    }
    return addresses.map((address, index) => ({ address, source: known.get(identities[index]!)! }));
  });
}

/** Adds an entry to the source whose host it is of. Throws `BadInput` where no source is. */
export async function addEntry(directory: string, { address, kind, interval }: NewEntry): Promise<ChangedEntry> {
  return await withWatch(directory, async ({ store, clock }, { id, spec }) => {
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
  });
}

function urlOf(text: string): URL {
  const address = parseSiteAddress(text);
  if (address.kind === 'refused') throw new BadInput([refusedValue('entry', text, address.why)]);
  return address.url;
}

/** Work on the state of a watch, also while another process works on it. Throws `BadInput` where there is none. */
export async function withWatch<T>(
  directory: string,
  work: (state: LocalState, crawl: CrawlRow) => Promise<T>,
): Promise<T> {
  demandCrawl(directory);
  try {
    const state = openLocalState(directory);
    try {
      const crawl = await state.store.onlyCrawl();
      if (crawl === undefined) throw noCrawl(directory);
      if (crawl.spec.watch === undefined) throw new BadInput([refusal('no-watch', { directory })]);
      return await work(state, crawl);
    } finally {
      state.close();
    }
  } catch (error) {
    throw refusalAtStart(error, directory);
  }
}
