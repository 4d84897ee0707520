import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteRow } from '../../shared/domain/protocol/crawl-state.ts';
import type { SiteFound } from '../../shared/place/crawl-service.ts';
import { siteFileNames } from '../../shared/steps/unload/site-file-names.ts';
import type { LevelCount } from '../../shared/wings/graph/site-graph/graph.ts';
import { readSummary } from '../embedded/read-summary.ts';
import { firstRows, resultRows } from '../http/request/result-rows.ts';
import { isMissing } from './crawl-folder.ts';
import { readPart } from './result-files.ts';

interface ReadSummary {
  readonly path: string;
  readonly mtimeMs: number;
  readonly arcsOf: ReadonlyMap<number, number>;
}

/** Sites deeper than this are no web sites. */
const mostLevels = 100_000;

/** What the result files of a crawl tell of its sites; the last `crawl.json` that was read is kept, for it may be large. */
export class FoundSites {
  private last: ReadSummary | undefined;

  /** Of the sites asked for, those whose reports are written. `rows` are all sites of the crawl. */
  async read(
    directory: string,
    rows: readonly SiteRow[],
    sites: readonly number[],
  ): Promise<ReadonlyMap<number, SiteFound>> {
    const nameOf = siteFileNames(rows);
    const arcsOf = this.arcsOf(directory);
    const found = new Map<number, SiteFound>();
    for (const site of sites) {
      const name = nameOf.get(site);
      const levels = name === undefined ? undefined : await levelsIn(directory, name);
      if (levels !== undefined) found.set(site, { levels, arcs: arcsOf.get(site) ?? 0 });
    }
    return found;
  }

  private arcsOf(directory: string): ReadonlyMap<number, number> {
    const path = join(directory, 'crawl.json');
    try {
      const { mtimeMs } = statSync(path);
      if (this.last?.path !== path || this.last.mtimeMs !== mtimeMs) {
        const arcsOf = new Map(readSummary(directory).sites.map(({ number, arcs }) => [number, arcs]));
        this.last = { path, mtimeMs, arcsOf };
      }
      return this.last.arcsOf;
    } catch (error) {
      if (isMissing(error)) return new Map();
      throw error;
    }
  }
}

/** Undefined where the file is not written. */
async function levelsIn(directory: string, name: string): Promise<readonly LevelCount[] | undefined> {
  const readResult = async (_: string, ...part: [string, number, number]) => await readPart(directory, ...part);
  const rows = await resultRows({ readResult }, '', `reports/${name}.levels.csv`);
  if (rows === undefined) return undefined;
  const [, ...levels] = await firstRows(rows, mostLevels);
  return levels.map(levelOf);
}

/** A row of `reports/<site>.levels.csv`. */
function levelOf(cells: readonly string[]): LevelCount {
  const [level = 0, found = 0, nodes = 0, redirects = 0, duplicates = 0, skipped = 0, normalized = 0] =
    cells.map(Number);
  return { level, found, nodes, redirects, duplicates, skipped, normalized };
}
