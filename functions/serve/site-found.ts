import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteRow } from '../../shared/domain/protocol/crawl-state.ts';
import { BadInput } from '../../shared/domain/refusal/refusal.ts';
import type { SiteFound } from '../../shared/place/crawl-service.ts';
import type { SiteSummary } from '../../shared/report/summary.ts';
import { siteFileNames } from '../../shared/steps/unload/site-file-names.ts';
import type { LevelCount } from '../../shared/wings/graph/site-graph/graph.ts';
import { readSummary } from '../embedded/read-summary.ts';
import { firstRows, resultCells } from '../http/request/result-rows.ts';
import { isMissing } from './crawl-folder.ts';
import { readPart } from './result-files.ts';

/** A site in `crawl.json`; earlier versions wrote its levels to `reports/<site>.levels.csv` only. */
type SummarizedSite = Pick<SiteSummary, 'arcs' | 'finishReason'> & Partial<Pick<SiteSummary, 'byLevel'>>;

interface ReadSummary {
  readonly path: string;
  readonly mtimeMs: number;
  readonly sites: ReadonlyMap<number, SummarizedSite>;
}

/** Sites deeper than this are no web sites. */
const mostLevels = 100_000;

/** The results for the sites of a crawl, from its files; the last `crawl.json` that was read is kept, for it may be large. */
export class FoundSites {
  private last: ReadSummary | undefined;

  /**
   * Of the sites requested, those whose reports are written. `readRows` gives all sites of the crawl; it is asked only if an earlier version
   * wrote `crawl.json`.
   */
  async read(
    directory: string,
    readRows: () => Promise<readonly SiteRow[]>,
    sites: readonly number[],
  ): Promise<ReadonlyMap<number, SiteFound>> {
    const summarized = this.sitesIn(directory);
    const found = new Map<number, SiteFound>();
    let names: ReadonlyMap<number, string> | undefined;
    const levelsOfFile = async (site: number): Promise<readonly LevelCount[] | undefined> => {
      names ??= siteFileNames(await readRows());
      const name = names.get(site);
      return name === undefined ? undefined : await levelsIn(directory, name);
    };
    for (const site of sites) {
      const known = summarized.get(site);
      // A site `same-as` another site has no files.
      if (known?.finishReason === 'same-as') continue;
      const levels = levelsOf(known) ?? (await levelsOfFile(site));
      if (levels !== undefined) found.set(site, { levels, ...(known !== undefined && { arcs: known.arcs }) });
    }
    return found;
  }

  private sitesIn(directory: string): ReadSummary['sites'] {
    const path = join(directory, 'crawl.json');
    try {
      const { mtimeMs } = statSync(path);
      if (this.last?.path !== path || this.last.mtimeMs !== mtimeMs) {
        const sites = new Map(readSummary(directory).sites.map(site => [site.number, site]));
        this.last = { path, mtimeMs, sites };
      }
      return this.last.sites;
    } catch (error) {
      // That it is missing or damaged is reported with the crawl.
      if (isMissing(error) || error instanceof BadInput) return new Map();
      throw error;
    }
  }
}

function levelsOf(site: SummarizedSite | undefined): readonly LevelCount[] | undefined {
  return site?.byLevel?.slice(0, mostLevels).map(count => ({ ...count, normalized: count.normalized ?? 0 }));
}

const levelColumns = ['Level', 'Found', 'Nodes', 'Redirects', 'Duplicates', 'Skipped', 'Normalized'];

/** Undefined if the file is not written. */
async function levelsIn(directory: string, name: string): Promise<readonly LevelCount[] | undefined> {
  const readResult = async (_: string, ...part: [string, number, number]) => await readPart(directory, ...part);
  const rows = await resultCells({ readResult }, '', `reports/${name}.levels.csv`, levelColumns);
  return rows === undefined ? undefined : (await firstRows(rows, mostLevels)).map(levelOf);
}

/** The cells of `levelColumns`. */
function levelOf(cells: readonly string[]): LevelCount {
  const [level = 0, found = 0, nodes = 0, redirects = 0, duplicates = 0, skipped = 0, normalized = 0] =
    cells.map(Number);
  return { level, found, nodes, redirects, duplicates, skipped, normalized };
}
