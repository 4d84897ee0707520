import { type CrawlRow, firstCursor, type SiteRow } from '../domain/crawl-state.ts';
import { type AddedSite, resolveAddedSite } from '../domain/spec/added-site.ts';
import type { ResolvedSite } from '../domain/spec/crawl-spec.ts';
import { createNormalizer } from '../domain/url/normalize.ts';
import { siteKeyOf } from '../domain/url/scope.ts';
import type { CrawlStore, Ports, SiteSet } from '../ports.ts';
import { newSite, seedSites, startEntry, startPhase } from './start-crawl.ts';

type AddPorts = Pick<Ports, 'clock'> & { readonly store: CrawlStore & Pick<SiteSet, 'addSite'> };

export type SiteAddition =
  /** `waits`: the crawl does not run (or stops), so the site joins when it is resumed. */
  | { readonly state: 'added' | 'waits'; readonly site: ResolvedSite }
  /** Its number or address is that of a site which the crawl has; `why` is a whole sentence. */
  | { readonly state: 'exists'; readonly number: number; readonly why: string };

/**
 * Adds a site to a crawl, at level 0. Its start page is written first, then it joins in one transaction. Nobody is woken:
 * `due` is now, so the next tick does it, whichever process ticks.
 */
export async function addSite({ clock, store }: AddPorts, crawl: CrawlRow, given: AddedSite): Promise<SiteAddition> {
  const { id, spec } = crawl;
  const rows = await store.readSites(id);
  const same = sameSite(spec.schemes, rows, resolveAddedSite(spec, given, 1).url);
  if (same !== undefined) return same;
  const taken = new Set(rows.map(({ site }) => site));
  for (;;) {
    const number = given.number ?? smallestFree(taken);
    const site = resolveAddedSite(spec, given, number);
    if (!taken.has(number) && (await seed(store, crawl, site))) {
      const state = await store.addSite(id, site, joiningSite(crawl, site, clock.now()));
      if (state !== 'exists') return { state, site };
    }
    if (given.number !== undefined) return { state: 'exists', number, why: numberTaken(number, smallestFree(taken)) };
    taken.add(number);
  }
}

/** Of a shared page budget it has nothing yet. */
function joiningSite({ id, spec }: CrawlRow, site: ResolvedSite, now: number): SiteRow {
  const grant = spec.limit === undefined ? (site.limit ?? Number.POSITIVE_INFINITY) : 0;
  return { ...newSite(id, site, { grant, now }), due: Math.ceil(now) };
}

function sameSite(
  schemes: CrawlRow['spec']['schemes'],
  rows: readonly SiteRow[],
  address: string,
): SiteAddition | undefined {
  const key = siteKeyOf(new URL(address), schemes);
  const same = rows.find(({ origin, status }) => status !== 'removed' && siteKeyOf(new URL(origin), schemes) === key);
  if (same === undefined) return undefined;
  const { site: number, origin } = same;
  const why = `${address} is refused; it is of site ${number} (${origin}). Allowed is a site that the crawl does not have.`;
  return { state: 'exists', number, why };
}

/**
 * Writes the start page. False: another caller's site has this number. The chunk decides, for the first one stays: only
 * its writer goes on to claim anything under the number.
 */
async function seed(store: CrawlStore, { id, spec }: CrawlRow, site: ResolvedSite): Promise<boolean> {
  const rules = { spec, normalize: createNormalizer(spec.normalization) };
  await store.putChunk(id, site.number, startPhase, 0, [startEntry(rules, site)]);
  const [first] = await store.readChunks(id, site.number, startPhase, firstCursor, 1);
  if (first?.entry.address !== site.url) return false;
  await seedSites({ store }, id, rules, [site]);
  return true;
}

function smallestFree(taken: ReadonlySet<number>): number {
  let number = 1;
  while (taken.has(number)) number += 1;
  return number;
}

function numberTaken(number: number, free: number): string {
  return `number: ${number} is refused; a site of the crawl has it, or had it. The next free one is ${free}.`;
}
