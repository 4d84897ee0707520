import * as State from '../../domain/protocol/crawl-state.ts';
import { dueAfter } from '../../domain/protocol/protocol.ts';
import { sideBySide } from '../../domain/side-by-side.ts';
import type { ResolvedSite } from '../../domain/spec/crawl-spec.ts';
import type { CrawlRules } from '../../domain/turn/crawl-rules.ts';
import { patternOf } from '../../domain/url/traps.ts';
import type { Claims, CrawlRows, Frontier, Ports } from '../../ports/ports.ts';
import type { Budgeted } from '../page-budget.ts';

/** The stores for writing start pages. */
export type SeedStore = Pick<Claims, 'claimUrls' | 'countPatterns'> & Pick<Frontier, 'putChunk'>;

/** The stores that a start writes. */
export type StartStore = SeedStore & Pick<CrawlRows, 'createCrawl'>;

interface StartPorts extends Pick<Ports, 'clock' | 'queue'>, Budgeted {
  readonly store: StartStore;
}

/** Writes the crawl, its sites and their start pages, and wakes them. A repeat only wakes. */
export async function startCrawl(ports: StartPorts, id: string, rules: CrawlRules): Promise<void> {
  await seedSites(ports, id, rules, rules.spec.sites);
  await openCrawl(ports, id, rules);
}

/** How many start pages are written at the same time. */
const atOnce = 16;

/** Writes the start pages of `sites`, in no order, into the chunk of turn 0 of `phase`. */
export async function seedSites(
  { store }: { readonly store: SeedStore },
  id: string,
  rules: SeedRules,
  sites: readonly ResolvedSite[],
  phase: State.Phase = startPhase,
): Promise<void> {
  await sideBySide(sites, atOnce, async site => {
    const entry = startEntry(rules, site);
    await store.claimUrls(id, site.number, { turn: 0, level: 0, kind: 'link' }, [entry]);
    // No limit excludes the start page, but it counts for its pattern.
    if (rules.spec.patternLimit !== undefined)
      await store.countPatterns(id, site.number, 0, [{ pattern: patternOf(entry.identity), count: 1 }]);
    await store.putChunk(id, site.number, phase, 0, [entry]);
  });
}

export type SeedRules = Pick<CrawlRules, 'spec' | 'normalize'>;

/** The phase in which the start page waits, in the chunk of turn 0. */
export const startPhase = { level: 0, round: 0 } as const;

export function startEntry({ normalize }: SeedRules, { url }: ResolvedSite): State.ChunkEntry {
  return { identity: normalize(new URL(url)), address: url, attempt: 1, via: [], foundOn: '' };
}

/**
 * Writes the crawl and its sites, and wakes those that have pages to fetch. Called last, so that every visible crawl
 * has its start pages: without them it would end at once.
 */
export async function openCrawl(ports: StartPorts, id: string, { spec }: CrawlRules): Promise<void> {
  const startedAt = ports.clock.now();
  const { timeLimitSeconds } = spec;
  const crawl: State.CrawlRow = {
    id,
    spec,
    state: 'running',
    startedAt,
    ...(timeLimitSeconds !== undefined && { deadline: startedAt + timeLimitSeconds * 1000 }),
    activeSites: spec.sites.length,
  };
  const grantOf = await ports.budget.first(id, spec);
  const rows = spec.sites.map(site => newSite(id, site, { grant: grantOf(site), now: startedAt }));
  await ports.store.createCrawl(crawl, rows);
  await ports.queue.send(
    rows.filter(({ parked }) => !parked).map(({ site }) => ({ kind: 'fetch', crawl: id, site, turn: 1 })),
  );
}

/** A new site. Without a grant it is parked: it makes no request. */
export function newSite(
  crawl: string,
  site: ResolvedSite,
  { grant, now }: { readonly grant: number; readonly now: number },
): State.SiteRow {
  return {
    crawl,
    site: site.number,
    status: 'active',
    origin: new URL(site.url).origin,
    start: site.url,
    redirectedFrom: [],
    turn: 0,
    doneBy: '',
    parsedBy: { turn: 0, message: '' },
    phase: startPhase,
    cursor: State.firstCursor,
    pending: new Map(),
    waiting: '',
    parked: grant === 0,
    grant,
    used: 0,
    due: dueAfter(now),
    counters: { ...State.noCounts, queued: 1 },
    delayMs: site.delayMs,
    maxDownloads: site.maxDownloads,
    maxLevel: site.maxLevel ?? Number.POSITIVE_INFINITY,
    trouble: { failures: 0 },
  };
}
