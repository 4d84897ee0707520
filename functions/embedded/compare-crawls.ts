import type { LocalArchive } from '../../shared/adapters/local/open.ts';
import type { CrawlRow, SiteRow } from '../../shared/domain/protocol/crawl-state.ts';
import { BadInput, refusal } from '../../shared/domain/refusal/refusal.ts';
import type { SiteLabels } from '../../shared/domain/spec/sites/site-labels.ts';
import { createCrawlRules } from '../../shared/domain/turn/crawl-rules.ts';
import { prepareScope } from '../../shared/domain/url/site-scope.ts';
import { hasFiles, siteFileNames } from '../../shared/steps/unload/site-file-names.ts';
import {
  type Change,
  type ComparedResults,
  compareSites,
  type FoundIssue,
} from '../../shared/wings/graph/diff/compare-sites.ts';
import { issuesOf, runsCheck } from '../../shared/wings/graph/issues/issues-part.ts';
import { externalChecks } from '../../shared/wings/graph/links/read-checks.ts';
import { readSite } from '../../shared/wings/graph/read-site.ts';
import { siteListing } from '../../shared/wings/graph/sitemap-part.ts';
import { refusingLost } from './export-crawl.ts';
import { demandKind, readCrawl } from './read-crawl.ts';

/** A site of two crawls, or of one of them. */
export interface ComparedSite {
  /** Origin in the later crawl that has it. */
  readonly origin: string;
  /** The labels in that crawl's list of sites; absent if the list has only addresses. */
  readonly labels?: SiteLabels;
  readonly before: SideOfSite | undefined;
  readonly after: SideOfSite | undefined;
  /** Empty where only one crawl has the site. */
  readonly changes: Iterable<Change>;
}

export interface SideOfSite {
  readonly pages: number;
  readonly links: number;
  /** How the site ended: other reasons than `no-work` leave pages out. */
  readonly status: SiteRow['status'];
}

interface Crawl {
  readonly directory: string;
  readonly archive: LocalArchive;
  readonly row: CrawlRow;
}

/**
 * Gives the sites of two finished crawls to `take`, those of the later crawl first, each in the order of its numbers. Sites are the
 * same if their hosts are. Two sites are in memory at a time. Throws `BadInput`.
 */
export async function compareLocalCrawls(
  before: string,
  after: string,
  take: (site: ComparedSite) => void | Promise<void>,
): Promise<void> {
  // Rows already given cannot be taken back.
  const begun = new Set<string>();
  const once = (directory: string): void => {
    if (begun.has(directory)) throw new BadInput([refusal('crawl-changed', { directory })]);
    begun.add(directory);
  };
  await readCrawl(before, async (archive, row) => {
    const old = finished({ directory: before, archive, row });
    await readCrawl(after, async (later, laterRow) => {
      const now = finished({ directory: after, archive: later, row: laterRow });
      once(after);
      await compare(old, now, take);
    });
  });
}

function finished(crawl: Crawl): Crawl {
  const { directory, row } = crawl;
  demandKind('crawl', directory, row);
  if (row.state !== 'finished') throw new BadInput([refusal('crawl-unfinished', { directory })]);
  return crawl;
}

async function compare(before: Crawl, after: Crawl, take: (site: ComparedSite) => void | Promise<void>): Promise<void> {
  const [old, now] = [await sitesOf(before), await sitesOf(after)];
  for (const row of now.values()) {
    const earlier = counterpart(old, row);
    if (earlier !== undefined) old.delete(earlier.origin);
    const results = await resultsOf(after, row, before);
    const had = earlier === undefined ? undefined : await resultsOf(before, earlier, after);
    await take({
      origin: row.origin,
      ...labelsOf(results),
      before: had === undefined ? undefined : sideOf(had, earlier!),
      after: sideOf(results, row),
      changes: had === undefined ? [] : compareSites(had, results),
    });
  }
  for (const row of old.values()) {
    const results = await resultsOf(before, row, after);
    const had = sideOf(results, row);
    await take({ origin: row.origin, ...labelsOf(results), before: had, after: undefined, changes: [] });
  }
}

function labelsOf({ graph: { labels } }: ComparedResults): Pick<ComparedSite, 'labels'> {
  return labels === undefined ? {} : { labels };
}

/** By origin. */
async function sitesOf({ archive, row }: Crawl): Promise<Map<string, SiteRow>> {
  const rows = (await archive.store.readSites(row.id)).filter(site => hasFiles(site) && site.status !== 'removed');
  return new Map(rows.map(site => [site.origin, site]));
}

/** The site with the same origin, else with the other scheme of its host. */
function counterpart(sites: ReadonlyMap<string, SiteRow>, { origin }: SiteRow): SiteRow | undefined {
  const other = origin.startsWith('https:') ? `http:${origin.slice(6)}` : `https:${origin.slice(5)}`;
  return sites.get(origin) ?? sites.get(other);
}

/** With the findings of the checks that the other crawl runs, too. */
async function resultsOf({ directory, archive, row }: Crawl, site: SiteRow, other: Crawl): Promise<ComparedResults> {
  const { store, objects } = archive;
  const ended = { row: site, fileName: siteFileNames([site]).get(site.site)! };
  const rules = createCrawlRules(row.spec);
  await prepareScope(row.spec);
  const bounds = rules.bounds(site.site, site.start);
  const reading = await readSite({ store, objects, onLost: refusingLost(directory) }, ended, rules);
  const listing = await siteListing(objects, rules, ended);
  const externals = await externalChecks(objects, row.spec)();
  const issues = function* (): Iterable<FoundIssue> {
    for (const found of issuesOf({ reading, listing, externals }, ended, rules))
      if (runsCheck(found.check, other.row.spec)) yield found;
  };
  const notTaken = (url: string): string | undefined => (bounds.belongs(new URL(url)) ? rules.admit(url) : 'external');
  return { ...reading.results, isCut: site.status !== 'no-work', notTaken, issues };
}

function sideOf({ graph }: ComparedResults, { status }: SiteRow): SideOfSite {
  return { pages: graph.nodeCount, links: graph.arcs.length, status };
}
