import { readFileSync } from 'node:fs';
import manifest from '../../package.json' with { type: 'json' };
import type { CrawlRow, SiteFinish, SiteRow } from '../../shared/domain/protocol/crawl-state.ts';
import { BadInput } from '../../shared/domain/spec/bad-input.ts';
import { hostAndPort } from '../../shared/domain/spec/site-address.ts';
import type { ResultSink } from '../../shared/ports.ts';
import type { UnloadedCrawl } from '../../shared/steps/life/unload-crawl.ts';
import type { LevelCount } from '../../shared/wings/graph/site-graph/graph.ts';
import type { UnloadedSite } from '../../shared/wings/graph/unload-site.ts';
import type { CrawlSummary, OutcomeCounts, SiteSummary } from './local-crawl.ts';
import { outcomesOf } from './progress-meter.ts';

interface Ended {
  readonly directory: string;
  readonly crawl: CrawlRow;
  readonly sites: readonly SiteRow[];
  readonly unloaded: UnloadedCrawl;
  readonly notices: readonly string[];
}

export function summarizeCrawl({ directory, crawl, sites, unloaded, notices }: Ended): CrawlSummary {
  const summaries = sites.map(row => {
    const results = unloaded.sites.find(({ site }) => site === row.site)?.results;
    return summarizeSite(crawl, row, results);
  });
  return {
    directory,
    finishReason: crawl.finishReason ?? 'stopped',
    unchanged: false,
    elapsedMs: (crawl.finishedAt ?? crawl.startedAt) - crawl.startedAt,
    outcomes: addUp(summaries.map(({ outcomes }) => outcomes)),
    sites: summaries,
    notices: [...notices, ...noticesOf(sites, unloaded)],
    files: unloaded.files,
  };
}

/** Of a run that was given up: what the rows tell, and no files. */
export function unfinishedSummary(
  directory: string,
  crawl: CrawlRow,
  sites: readonly SiteRow[],
  now: number,
): CrawlSummary {
  const summaries = sites.map(row => ({ ...summarizeSite(crawl, row, undefined), outcomes: outcomesOf(row) }));
  return {
    directory,
    finishReason: 'stopped',
    unchanged: false,
    elapsedMs: now - crawl.startedAt,
    outcomes: addUp(summaries.map(({ outcomes }) => outcomes)),
    sites: summaries,
    notices: [],
    files: [],
  };
}

function summarizeSite(crawl: CrawlRow, row: SiteRow, results: UnloadedSite | undefined): SiteSummary {
  const outcomes = results === undefined ? noOutcomes : sumLevels(results.levels);
  const why = results === undefined ? undefined : whyNothing(row, outcomes, results);
  return {
    number: row.site,
    name: crawl.spec.sites.find(({ number }) => number === row.site)?.name ?? row.origin,
    origin: row.origin,
    redirectedFrom: row.redirectedFrom,
    finishReason: row.status === 'active' ? 'stopped' : (row.status satisfies SiteFinish),
    ...(row.sameAs === undefined ? {} : { sameAs: row.sameAs }),
    ...(why === undefined ? {} : { why }),
    outcomes,
    skippedBy: results?.skippedBy ?? {},
    levels: results?.levels.findLast(({ nodes }) => nodes > 0)?.level ?? 0,
    arcs: results?.arcs ?? 0,
    externalLinks: results?.externalLinks ?? 0,
    badLinks: results?.badLinks ?? 0,
  };
}

const noOutcomes: OutcomeCounts = { found: 0, nodes: 0, redirects: 0, duplicates: 0, skipped: 0 };

function sumLevels(levels: readonly LevelCount[]): OutcomeCounts {
  return addUp(levels);
}

function addUp(counts: readonly OutcomeCounts[]): OutcomeCounts {
  return counts.reduce(
    (sum, { found, nodes, redirects, duplicates, skipped }) => ({
      found: sum.found + found,
      nodes: sum.nodes + nodes,
      redirects: sum.redirects + redirects,
      duplicates: sum.duplicates + duplicates,
      skipped: sum.skipped + skipped,
    }),
    noOutcomes,
  );
}

/** One sentence for a site that gave no node. */
function whyNothing(
  { trouble, start }: SiteRow,
  { nodes }: OutcomeCounts,
  { skippedBy }: UnloadedSite,
): string | undefined {
  if (nodes > 0) return undefined;
  const { reason, host, detail = 'no secure connection' } = trouble.noAnswer ?? {};
  if (reason === 'private-address') return privateHost(host!);
  if (trouble.startFailed === 'private-address') return privateHost(hostAndPort(new URL(start)));
  if (reason === 'dns') return `${host} was not found: its name could not be resolved`;
  if (reason === 'tls') return `${host} cannot be reached by TLS: ${detail}`;
  if (trouble.startFailed === 'robots') return `robots.txt of ${start} could not be loaded, so nothing may be fetched`;
  const reasons = Object.entries(skippedBy).map(([reason, count]) => `${reason} (${count})`);
  return `the start page ${start} gave no page: ${reasons.length > 0 ? reasons.join(', ') : 'it only redirects'}`;
}

function privateHost(host: string): string {
  return `${host} is not on the public Internet; add --allow-host ${host} to ask it`;
}

function noticesOf(sites: readonly SiteRow[], { sites: unloaded }: UnloadedCrawl): string[] {
  return unloaded.flatMap(({ site, results }) => {
    const name = sites.find(row => row.site === site)!.origin;
    const dropped = results.linksDropped;
    const refused = results.skippedBy['private-address'] ?? 0;
    const sentences: string[] = [];
    // A site without a page says it in its own words.
    if (refused > 0 && results.levels.some(({ nodes }) => nodes > 0))
      sentences.push(
        `${name}: ${refused.toLocaleString('en')} addresses were not asked for. ${privateHost(hostAndPort(new URL(name)))}.`,
      );
    if (dropped > 0)
      sentences.push(
        `${name}: ${dropped.toLocaleString('en')} links beyond the first 200,000 of a page were not followed.`,
      );
    for (const { url, duplicates } of results.repeated)
      sentences.push(
        `${name}: ${duplicates.toLocaleString('en')} addresses have the content of ${url}; it may stand for missing pages.`,
      );
    return sentences;
  });
}

/** `crawl.json`: the resolved spec and what came of it. */
export async function writeCrawlJson(sink: ResultSink, crawl: CrawlRow, summary: CrawlSummary): Promise<void> {
  const { directory: _, unchanged: __, ...result } = summary;
  const content = {
    software: `orbweaver ${manifest.version}`,
    id: crawl.id,
    startedAt: new Date(crawl.startedAt).toISOString(),
    finishedAt: new Date(crawl.finishedAt ?? crawl.startedAt).toISOString(),
    ...result,
    spec: crawl.spec,
  };
  const file = await sink.create('crawl.json');
  await file.write(`${JSON.stringify(content, undefined, 2)}\n`);
  await file.close();
}

type StoredSummary = Omit<CrawlSummary, 'directory' | 'unchanged'>;

/** The summary that `crawl.json` holds, for a crawl that was finished before. Throws `BadInput` where it is not whole. */
export function readSummary(directory: string): CrawlSummary {
  const stored = readStored(`${directory}/crawl.json`);
  const { finishReason, elapsedMs, outcomes, sites, notices, files } = stored;
  return { directory, finishReason, unchanged: true, elapsedMs, outcomes, sites, notices, files };
}

function readStored(file: string): StoredSummary {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StoredSummary;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new BadInput([`${file} is missing or damaged (${why}); put it back, or crawl anew with --overwrite.`]);
  }
}
