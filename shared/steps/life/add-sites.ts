import { type CrawlRow, firstCursor, type SiteRow } from '../../domain/protocol/crawl-state.ts';
import { allowance, type Refusal, refusedValue } from '../../domain/refusal/refusal.ts';
import { sideBySide } from '../../domain/side-by-side.ts';
import type { ResolvedSite } from '../../domain/spec/crawl-spec.ts';
import { type AddedSite, resolveAddedSite } from '../../domain/spec/resolve/added-site.ts';
import { createNormalizer } from '../../domain/url/normalize.ts';
import { prepareScope } from '../../domain/url/site-scope.ts';
import type { Frontier, SiteRows, SiteSet } from '../../ports/ports.ts';
import type { GrantRules } from '../page-budget.ts';
import { KnownSites } from './known-sites.ts';
import { newSite, type SeedRules, type SeedStore, seedSites, startEntry, startPhase } from './start-crawl.ts';

type ChunkedSeedStore = SeedStore & Pick<Frontier, 'readChunks'>;

/** The stores that a joining site reads and changes. */
export type JoinStore = ChunkedSeedStore & Pick<SiteRows, 'readSites'> & Pick<SiteSet, 'addSites'>;

export type SiteAddition =
  /** `waits`: the crawl does not run (or stops), so the site joins at the next resume. */
  | { readonly state: 'added' | 'waits'; readonly site: ResolvedSite }
  /** The crawl already has a site with this number or address. */
  | { readonly state: 'exists'; readonly number: number; readonly why: Refusal };

/** A requested site, with its place in the request. */
interface Asked {
  readonly index: number;
  readonly given: AddedSite;
  readonly url: string;
  /** The normalized key by which sites differ. */
  readonly key: string;
}

type Candidate = Asked & { readonly site: ResolvedSite };

/** How many start pages are written at the same time. */
const seededAtOnce = 32;

/**
 * Adds sites to a crawl at level 0; the results keep their order. The start page of each is written first, then the
 * sites join. They need no message: their `due` has passed, so the next tick wakes them. After a crash the same call
 * continues. Throws `BadInput` before any write if too many sites would share a page budget.
 */
export async function addSites(
  { store, budget }: { readonly store: JoinStore; readonly budget: GrantRules },
  crawl: CrawlRow,
  given: readonly AddedSite[],
): Promise<readonly SiteAddition[]> {
  const { id, spec } = crawl;
  const rules = { spec, normalize: createNormalizer(spec.normalization) };
  await prepareScope(spec);
  const known = new KnownSites(spec, await store.readSites(id));
  let open = given.map((site, index): Asked => {
    const { url } = resolveAddedSite(spec, site, 1);
    return { index, given: site, url, key: known.keyOf(url) };
  });
  known.demandRoom(open.map(({ key }) => key));
  const additions = new Map<number, SiteAddition>();
  while (open.length > 0) {
    const joiners = new JoiningSites(known, open);
    for (const [index, addition] of joiners.refused) additions.set(index, addition);
    const seeded = await seedAll(store, id, rules, joiners.candidates);
    const joining = seeded.map(({ site }) => ({
      site,
      row: joiningSite(id, site, budget.joining(spec, site)),
    }));
    const states = await store.addSites(id, joining);
    for (const [at, { index, site, key }] of seeded.entries()) {
      const state = states[at]!;
      if (state === 'exists') continue;
      known.note(key, site);
      additions.set(index, { state, site });
    }
    // A faster caller took the number; unless the caller named it, the next number is tried.
    open = open.filter(({ index }) => !additions.has(index));
  }
  return given.map((_, index) => additions.get(index)!);
}

/**
 * Sites that join together, with distinct numbers and addresses. Of two sites with equal addresses the second waits.
 */
class JoiningSites {
  readonly candidates: Candidate[] = [];
  readonly refused: [number, SiteAddition][] = [];

  constructor(known: KnownSites, asked: readonly Asked[]) {
    const keys = new Set<string>();
    // A number that the caller names is reserved, so that no earlier site in the list gets it.
    const numbered = asked.filter(({ given }) => given.number !== undefined);
    const others = asked.filter(({ given }) => given.number === undefined);
    for (const each of [...numbered, ...others]) {
      const { given, key } = each;
      if (keys.has(key)) continue;
      const refusal = refusalOf(known, each);
      if (refusal !== undefined) {
        this.refused.push([each.index, refusal]);
        continue;
      }
      const number = given.number ?? known.smallestFree();
      keys.add(key);
      known.take(number);
      this.candidates.push({ ...each, site: resolveAddedSite(known.spec, given, number) });
    }
  }
}

function refusalOf(known: KnownSites, { given, url, key }: Asked): SiteAddition | undefined {
  const same = known.sameAs(key);
  const { number } = given;
  if (same !== undefined)
    return { state: 'exists', number: same.site, why: refusedValue('url', url, allowance('address-taken', same)) };
  if (number === undefined || !known.has(number)) return undefined;
  const why = refusedValue('number', number, allowance('number-taken', { free: known.smallestFree() }));
  return { state: 'exists', number, why };
}

/** It is due by every clock. */
function joiningSite(id: string, site: ResolvedSite, grant: number): SiteRow {
  return { ...newSite(id, site, { grant, now: 0 }), due: 0 };
}

/** Writes the start pages; returns the sites that have one. */
async function seedAll(
  store: ChunkedSeedStore,
  id: string,
  rules: SeedRules,
  candidates: readonly Candidate[],
): Promise<readonly Candidate[]> {
  const own = await sideBySide(candidates, seededAtOnce, async ({ site }) => await seed(store, id, rules, site));
  return candidates.filter((_, index) => own[index]);
}

/**
 * Writes the start page. False: another caller's site has this number. The first chunk stays, so it decides who has the
 * number.
 */
async function seed(store: ChunkedSeedStore, id: string, rules: SeedRules, site: ResolvedSite): Promise<boolean> {
  await store.putChunk(id, site.number, startPhase, 0, [startEntry(rules, site)]);
  const [first] = await store.readChunks(id, site.number, startPhase, firstCursor, 1);
  if (first?.entry.address !== site.url) return false;
  await seedSites({ store }, id, rules, [site]);
  return true;
}
