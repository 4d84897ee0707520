import type { CrawlRow, SiteRow } from '../domain/crawl-state.ts';
import { dueAfter } from '../domain/protocol.ts';
import type { ResolvedSpec } from '../domain/spec/crawl-spec.ts';
import { turnRecordName } from '../domain/turn-record.ts';
import type { Ports, Reopening, Wake } from '../ports.ts';

type ResumePorts = Pick<Ports, 'clock' | 'store' | 'queue' | 'objects'>;

/**
 * Takes a crawl up again with `spec` (its own, or with larger limits): sites that were stopped, lost or limited become
 * active, the stop is forgotten, every site is woken. False: there is nothing to do, and nothing was written.
 */
export async function resumeCrawl(ports: ResumePorts, crawl: CrawlRow, spec: ResolvedSpec): Promise<boolean> {
  const { clock, store, queue } = ports;
  const sites = await store.readSites(crawl.id);
  const opened = sites.filter(site => goesOn(site, crawl.spec, spec));
  if (opened.length === 0 && crawl.state === 'finished') return false;
  const now = clock.now();
  const limit = spec.timeLimitSeconds;
  await store.reopen(crawl.id, {
    spec,
    ...(limit === undefined ? {} : { deadline: now + limit * 1000 }),
    sites: opened.map(site => reopened(site, spec, now)),
  });
  await removeUnknownBodies(ports, sites);
  const active = (await store.readSites(crawl.id)).filter(({ status }) => status === 'active');
  await queue.send(active.flatMap(wakesOf));
  return true;
}

function goesOn({ site, status, maxLevel }: SiteRow, before: ResolvedSpec, after: ResolvedSpec): boolean {
  switch (status) {
    case 'active':
    case 'stopped':
    case 'not-available':
      return true;
    case 'time-limit':
      return (after.timeLimitSeconds ?? Number.POSITIVE_INFINITY) > (before.timeLimitSeconds ?? 0);
    case 'page-budget':
      return (after.limit ?? Number.POSITIVE_INFINITY) > (before.limit ?? Number.POSITIVE_INFINITY);
    case 'no-work':
      return maxLevelOf(after, site) > maxLevel;
    case 'removed':
    case 'same-as':
      return false;
  }
}

function reopened({ site, grant }: SiteRow, spec: ResolvedSpec, now: number): Reopening['sites'][number] {
  const share = spec.sites.find(({ number }) => number === site)?.limit ?? Number.POSITIVE_INFINITY;
  const maxLevel = maxLevelOf(spec, site);
  // A grant only ever grows.
  return { site, grant: Math.max(grant, share), maxLevel, due: dueAfter(now), trouble: { failures: 0 } };
}

function maxLevelOf(spec: ResolvedSpec, site: number): number {
  return spec.sites.find(({ number }) => number === site)?.maxLevel ?? Number.POSITIVE_INFINITY;
}

function wakesOf({ crawl, site, turn, pending }: SiteRow): Wake[] {
  const fetch: Wake = { kind: 'fetch', crawl, site, turn: turn + 1 };
  return pending.size === 0 ? [fetch] : [{ kind: 'parse', crawl, site, turn: Math.min(...pending.keys()) }, fetch];
}

/** Bodies of turns that a killed process stored and did not commit, or committed and did not remove. */
async function removeUnknownBodies({ objects }: ResumePorts, sites: readonly SiteRow[]): Promise<void> {
  const known = new Set(
    sites.flatMap(({ site, pending }) => [...pending].map(([turn, attempt]) => turnRecordName(site, turn, attempt))),
  );
  for (const name of await objects.list('bodies/')) if (!known.has(name)) await objects.remove(name);
}
