import { readRegular } from '../../shared/adapters/local/open.ts';
import { leftAsWritten } from '../../shared/domain/protocol/site-outcomes.ts';
import { BadInput, refusal } from '../../shared/domain/refusal/refusal.ts';
import type { Progress } from '../../shared/report/progress.ts';
import type { CrawlSummary } from '../../shared/report/summary.ts';
import type { LocalCrawl } from './local-crawl.ts';

type StoredSummary = Omit<CrawlSummary, 'directory' | 'unchanged'>;

/** The summary that `crawl.json` holds, for a crawl that was finished before. Throws `BadInput` where it is not whole. */
export function readSummary(directory: string): CrawlSummary {
  const stored = readStored(`${directory}/crawl.json`);
  const { finishReason, elapsedMs, outcomes, sites, notices, files } = stored;
  return { directory, finishReason, unchanged: true, elapsedMs, outcomes, sites, notices, files };
}

/** The same; undefined if it is missing or damaged. */
export function foundSummary(directory: string): CrawlSummary | undefined {
  try {
    return readSummary(directory);
  } catch (error) {
    if (error instanceof BadInput) return undefined;
    throw error;
  }
}

/** The crawl whose results a directory holds, by its `crawl.json`; undefined if that is missing or damaged. */
export function crawlIdIn(directory: string): string | undefined {
  try {
    const { id } = JSON.parse(readRegular(`${directory}/crawl.json`)) as { readonly id?: unknown };
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

function readStored(file: string): StoredSummary {
  try {
    const stored = JSON.parse(readRegular(file)) as StoredSummary;
    const { files = [], sites = [] } = stored;
    if (Array.isArray(files) && Array.isArray(sites)) return stored;
    throw new TypeError('files and sites are no lists');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new BadInput([refusal('crawl-file-damaged', { file, why })]);
  }
}

/** Of a crawl that was finished before: `run` does nothing and answers `summary`. */
export function finishedCrawl(summary: CrawlSummary, spec: LocalCrawl['spec']): LocalCrawl {
  const nothing = (): void => undefined;
  return { spec, run: async () => summary, stop: nothing, stopNow: nothing, onProgress: nothing, onLogLine: nothing };
}

/**
 * The progress of a crawl that has ended, with the outcomes of its result files: what still waited, or lies beyond a
 * limit, is skipped there.
 */
export function withResults(progress: Progress, summary: CrawlSummary): Progress {
  const written = new Map(summary.sites.map(site => [site.number, site]));
  return {
    ...progress,
    outcomes: summary.outcomes,
    queued: 0,
    sites: progress.sites.map(site => {
      // Pages that only a sitemap names are fetched as levels below the deepest one.
      const { outcomes, levels } = written.get(site.number) ?? { outcomes: site.outcomes, levels: site.level };
      const level = progress.order === undefined ? levels : site.level;
      return { ...site, queued: 0, level, outcomes, left: leftAsWritten(site.left, site.outcomes, outcomes) };
    }),
  };
}
