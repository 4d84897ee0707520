import type { SiteRow } from '../../domain/protocol/crawl-state.ts';
import type { SkipReason } from '../../domain/skip-reason.ts';
import type { CrawlRules } from '../../domain/turn/crawl-rules.ts';
import { decodeSegment, segmentName } from '../../domain/turn/segment.ts';
import { explainNormalization } from '../../domain/url/explain-normalization.ts';
import type { CrawlStore, ObjectStore } from '../../ports.ts';
import type { EndedSite } from '../../steps/unload/result-part.ts';
import { buildSite, type SiteFacts } from './site-graph/build-site.ts';
import { CollectedSite, type OpenClaims } from './site-graph/collected-site.ts';
import type { SiteResults } from './site-graph/graph.ts';
import { leaveOutDeleted } from './site-graph/leave-out-deleted.ts';
import { LinkingPages } from './site-graph/linking-pages.ts';

const claimsAtOnce = 10_000;
/**
 * These reasons mean no host, a host that may not be asked, or a host without a secure connection. The host is not
 * down.
 */
const notAskable: readonly SkipReason[] = ['dns', 'private-address', 'tls'];

/** What the segments and claims of one site say. */
export interface SiteReading {
  readonly site: CollectedSite;
  /** Which pages hold which external addresses. */
  readonly pages: LinkingPages;
  readonly results: SiteResults;
}

/** A state that nobody can write to will do. */
export interface ReadPorts {
  readonly store: Pick<CrawlStore, 'claimsAfter' | 'deletedLinksAfter'>;
  readonly objects: Pick<ObjectStore, 'get'>;
}

/** Reads one site that has ended. What a person deleted is left out. */
export async function readSite(
  { store, objects }: ReadPorts,
  { row, fileName }: EndedSite,
  { normalize, spec }: Pick<CrawlRules, 'normalize' | 'spec'>,
): Promise<SiteReading> {
  const pages = new LinkingPages();
  const site = new CollectedSite({
    external: await deletedLinks(store, row, 'external'),
    bad: await deletedLinks(store, row, 'bad'),
  });
  for (let turn = 1; turn <= row.turn; turn += 1) {
    const segment = decodeSegment(await objects.get(segmentName(row.site, turn)));
    site.addSegment(segment);
    pages.addSegment(segment);
  }
  const open = openClaims(row);
  for (let after = ''; ; ) {
    const claims = await store.claimsAfter(row.crawl, row.site, after, claimsAtOnce);
    site.addClaims(claims, open);
    if (claims.length < claimsAtOnce) break;
    after = claims.at(-1)!.url;
  }
  const results = buildRemaining(site, {
    fileName,
    origin: row.origin,
    identityOf: address => normalize(new URL(address)),
    rulesOf: address => (explainNormalization(address, spec.normalization) ?? []).map(({ rule }) => rule),
    isWhole: row.status === 'no-work',
    isRendered: (spec.render ?? 'never') !== 'never',
  });
  return { site, pages, results };
}

/** Levels are those of the crawl: they are checked before anything that was deleted is left out. */
function buildRemaining(site: CollectedSite, facts: SiteFacts): SiteResults {
  const crawled = buildSite(site, facts);
  if (site.deleted.size === 0) return crawled;
  leaveOutDeleted(site, facts.identityOf);
  return buildSite(site, { ...facts, isWhole: false });
}

async function deletedLinks(
  store: ReadPorts['store'],
  { crawl, site }: SiteRow,
  kind: 'external' | 'bad',
): Promise<ReadonlySet<string>> {
  const deleted = new Set<string>();
  for (let after: string | undefined; ; ) {
    const links = await store.deletedLinksAfter(crawl, site, kind, after, claimsAtOnce);
    for (const link of links) deleted.add(link);
    if (links.length < claimsAtOnce) return deleted;
    after = links.at(-1);
  }
}

/** What becomes of URLs that were claimed and never finished, by the reason the site ended. */
function openClaims({ status, maxLevel, trouble }: SiteRow): OpenClaims {
  switch (status) {
    case 'no-work':
      return { maxLevel };
    case 'not-available':
      return { maxLevel, reason: notAskable.find(reason => reason === trouble.noAnswer?.reason) ?? 'host-down' };
    case 'active':
    case 'same-as':
      return { maxLevel, reason: 'stopped' };
    default:
      return { maxLevel, reason: status };
  }
}
