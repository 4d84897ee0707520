import type { SiteRow } from '../../domain/protocol/crawl-state.ts';
import type { SkipReason } from '../../domain/skip-reason.ts';
import type { CrawlRules } from '../../domain/turn/crawl-rules.ts';
import { decodeSegment, segmentName } from '../../domain/turn/segment.ts';
import { explainNormalization } from '../../domain/url/explain-normalization.ts';
import type { Ports, ResultSink, ResultWriter } from '../../ports.ts';
import type { UnloadedSite } from '../../report/summary.ts';
import { LinkingPages } from '../sets/fragment/linking-pages.ts';
import { type SiteLinks, siteLinks } from '../sets/fragment/site-links.ts';
import { createSiteNamer } from '../sets/fragment/site-namer.ts';
import { writeReports } from './formats/write-reports.ts';
import { buildSite, type SiteFacts } from './site-graph/build-site.ts';
import { CollectedSite, type OpenClaims } from './site-graph/collected-site.ts';
import type { SiteResults } from './site-graph/graph.ts';
import { leaveOutDeleted } from './site-graph/leave-out-deleted.ts';
import { writeAnalyses } from './write-analyses.ts';

const claimsAtOnce = 10_000;
/**
 * These reasons mean no host, a host that may not be asked, or a host without a secure connection. The host is not
 * down.
 */
const notAskable: readonly SkipReason[] = ['dns', 'private-address', 'tls'];
/** Duplicates of one node that make it suspicious. */
const manyDuplicates = 20;

/** Writes the result files of one site from its segments and claims. A repeat writes and answers the same again. */
export async function unloadSite(
  { store, objects }: Pick<Ports, 'store' | 'objects'>,
  sink: ResultSink,
  row: SiteRow,
  rules: CrawlRules,
  fileName: string,
  writers: readonly ResultWriter[],
): Promise<{ readonly results: UnloadedSite; readonly links: SiteLinks }> {
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
    identityOf: address => rules.normalize(new URL(address)),
    rulesOf: address => (explainNormalization(address, rules.spec.normalization) ?? []).map(({ rule }) => rule),
    isWhole: row.status === 'no-work',
  });
  await writeReports(results, sink);
  await writeAnalyses(site, fileName, sink);
  for (const writer of writers) await writer.write(results, sink);
  const siteName = createSiteNamer(rules.spec.groupBy);
  const crawled = { origin: row.origin, results, records: site.records, pages, normalize: rules.normalize, siteName };
  return { results: summarize(results, site), links: siteLinks(crawled) };
}

/** Levels are those of the crawl: they are checked before anything that was deleted is left out. */
function buildRemaining(site: CollectedSite, facts: SiteFacts): SiteResults {
  const crawled = buildSite(site, facts);
  if (site.deleted.size === 0) return crawled;
  leaveOutDeleted(site, facts.identityOf);
  return buildSite(site, { ...facts, isWhole: false });
}

async function deletedLinks(
  store: Pick<Ports['store'], 'deletedLinksAfter'>,
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

function summarize(results: SiteResults, site: CollectedSite): UnloadedSite {
  const skippedBy: Partial<Record<SkipReason, number>> = {};
  for (const { reason } of results.skipped()) skippedBy[reason] = (skippedBy[reason] ?? 0) + 1;
  const sum = (counts: Iterable<number>): number => [...counts].reduce((total, count) => total + count, 0);
  return {
    levels: results.levels,
    skippedBy,
    normalized: sum(results.levels.map(({ normalized = 0 }) => normalized)),
    normalizedIsCut: results.normalizedIsCut,
    arcs: results.graph.arcs.targets.length,
    linksDropped: sum([...site.records.values()].map(({ page }) => page?.linksDropped ?? 0)),
    externalLinks: sum([...site.externals.values()].map(({ occurrences }) => occurrences)),
    repeated: [...results.graph.nodes()]
      .filter(({ duplicates }) => duplicates >= manyDuplicates)
      .map(({ url, duplicates }) => ({ url, duplicates })),
    badLinks: sum([...site.bads.values()].map(({ occurrences }) => occurrences)),
    ignoredLinks: Object.fromEntries([...site.ignored].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
