import type { ChunkEntry, CrawlRow, SiteRow, UrlClaim } from '../../domain/protocol/crawl-state.ts';
import { decodeListed, listedName } from '../../domain/protocol/listed-addresses.ts';
import type { CrawlRules } from '../../domain/turn/crawl-rules.ts';
import type { Claims, CrawlRows, Frontier, Ports, SiteRows } from '../../ports/ports.ts';
import type { PageBudget } from '../page-budget.ts';
import { wakesOf } from '../wake.ts';
import { reopened } from './resume-crawl.ts';

interface UnlinkedPorts extends Pick<Ports, 'clock' | 'queue' | 'objects'> {
  readonly store: Pick<CrawlRows, 'readCrawl' | 'reopen'> &
    Pick<SiteRows, 'readSites'> &
    Pick<Claims, 'claimUrls'> &
    Pick<Frontier, 'putChunk'>;
  readonly budget: Pick<PageBudget, 'reopening'>;
}

/** Name of the object with the level from which on a site's pages were not reached by clicks. */
function unlinkedName(site: number): string {
  return `unlinked/${site}`;
}

/**
 * When all links of a site are followed, addresses that only sitemaps have become one more level of their site
 * (docs/design/pages.md, "Addresses of sitemaps"). No page links to them. Returns whether any site of `rows` continues. A
 * repeat after a crash claims and writes the same.
 */
export async function addUnlinked(
  ports: UnlinkedPorts,
  crawl: CrawlRow,
  rules: CrawlRules,
  rows: readonly SiteRow[],
): Promise<boolean> {
  const { clock, store, queue, budget, objects } = ports;
  const levels = new Set(await objects.list('unlinked/'));
  const listed = new Set(await objects.list('sitemaps/'));
  const open: SiteRow[] = [];
  for (const row of rows) {
    if (row.status !== 'no-work' || !listed.has(listedName(row.site))) continue;
    if (levels.has(unlinkedName(row.site)) && (await levelOf(objects, row.site)) <= row.phase.level) continue;
    if (await seedUnlinked(ports, row, rules)) open.push(row);
  }
  if (open.length === 0) return false;
  const now = clock.now();
  const { id, spec, deadline } = crawl;
  const grantOf = await budget.reopening(id, spec);
  // It may have been stopped meanwhile, which taking it up would undo.
  if ((await store.readCrawl(id))?.stop !== undefined) return false;
  const sites = open.map(row => ({
    ...reopened(row, spec, { grant: grantOf(row), now }),
    unlinkedFrom: row.phase.level + 1,
  }));
  await store.reopen(id, { spec, ...(deadline !== undefined && { deadline }), sites });
  await queue.send((await store.readSites(id)).filter(({ status }) => status === 'active').flatMap(wakesOf));
  return true;
}

async function levelOf(objects: Pick<Ports['objects'], 'get'>, site: number): Promise<number> {
  return Number(Buffer.from(await objects.get(unlinkedName(site))).toString('utf8'));
}

/** Writes the level after the last one that links led to; no turn has the number 0. */
async function seedUnlinked({ store, objects }: UnlinkedPorts, row: SiteRow, rules: CrawlRules): Promise<boolean> {
  const level = row.phase.level + 1;
  const claims = unlinkedClaims(decodeListed(await objects.get(listedName(row.site))).addresses, row, rules);
  if (claims.length === 0) return false;
  await objects.put(unlinkedName(row.site), [Buffer.from(String(level))]);
  const won = await store.claimUrls(row.crawl, row.site, { turn: 0, level, kind: 'link' }, claims);
  const entries = claims
    .filter(({ skip }, index) => won[index] && skip === undefined)
    .map(({ identity, address }): ChunkEntry => ({ identity, address, attempt: 1, via: [], foundOn: '' }));
  await store.putChunk(row.crawl, row.site, { level, round: 0 }, 0, entries);
  return entries.length > 0;
}

/** Claims of each page once, in the order of the sitemaps. */
function unlinkedClaims(
  addresses: readonly { readonly address: string }[],
  { site, start }: SiteRow,
  { normalize, bounds, admit }: CrawlRules,
): readonly UrlClaim[] {
  const ofSite = bounds(site, start);
  const claims = new Map<string, UrlClaim>();
  for (const { address } of addresses) {
    const url = new URL(address);
    if (!ofSite.belongs(url)) continue;
    const identity = normalize(url);
    if (!claims.has(identity)) claims.set(identity, { identity, address, foundOn: '', skip: admit(identity) });
  }
  return [...claims.values()];
}
