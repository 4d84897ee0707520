import type { CrawlRules } from '../domain/crawl-rules.ts';
import { type CrawlRow, firstCursor, noCounts, type SiteRow } from '../domain/crawl-state.ts';
import { dueAfter } from '../domain/protocol.ts';
import type { ResolvedSite } from '../domain/spec/crawl-spec.ts';
import { patternOf } from '../domain/url/traps.ts';
import type { Ports } from '../ports.ts';

type StartPorts = Pick<Ports, 'clock' | 'store' | 'queue'>;

/** Writes the crawl, its sites and their start pages, and wakes them. A repeat only wakes. */
export async function startCrawl(ports: StartPorts, id: string, rules: CrawlRules): Promise<void> {
  await seedSites(ports, id, rules, rules.spec.sites);
  await openCrawl(ports, id, rules);
}

/** Writes the start pages of `sites`. */
export async function seedSites(
  { store }: Pick<Ports, 'store'>,
  id: string,
  rules: CrawlRules,
  sites: readonly ResolvedSite[],
): Promise<void> {
  for (const site of sites) {
    const url = rules.normalize(new URL(site.url));
    const entry = { url, address: site.url, attempt: 1, via: [], foundOn: '' };
    await store.claimUrls(id, site.number, { turn: 0, level: 0, kind: 'link' }, [entry]);
    // No limit keeps the start page out, but it is a page of its pattern.
    if (rules.spec.patternLimit !== undefined)
      await store.countPatterns(id, site.number, 0, [{ pattern: patternOf(url), count: 1 }]);
    await store.putChunk(id, site.number, { level: 0, round: 0 }, 0, [entry]);
  }
}

/**
 * Writes the crawl and its sites, and wakes them. Last, so that a crawl that is there has its start pages: one without
 * them would end for want of work.
 */
export async function openCrawl({ clock, store, queue }: StartPorts, id: string, { spec }: CrawlRules): Promise<void> {
  const startedAt = clock.now();
  const limit = spec.timeLimitSeconds;
  const crawl: CrawlRow = {
    id,
    spec,
    state: 'running',
    startedAt,
    ...(limit === undefined ? {} : { deadline: startedAt + limit * 1000 }),
    activeSites: spec.sites.length,
  };
  await store.createCrawl(
    crawl,
    spec.sites.map(site => newSite(id, site, startedAt)),
  );
  await queue.send(spec.sites.map(({ number }) => ({ kind: 'fetch', crawl: id, site: number, turn: 1 })));
}

function newSite(crawl: string, site: ResolvedSite, now: number): SiteRow {
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
    phase: { level: 0, round: 0 },
    cursor: firstCursor,
    pending: new Map(),
    waiting: '',
    parked: false,
    grant: site.limit ?? Number.POSITIVE_INFINITY,
    used: 0,
    due: dueAfter(now),
    counters: { ...noCounts, queued: 1 },
    delayMs: site.delayMs,
    maxDownloads: site.maxDownloads,
    maxLevel: site.maxLevel ?? Number.POSITIVE_INFINITY,
    trouble: { failures: 0 },
  };
}
