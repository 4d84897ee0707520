import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteRow } from '../../shared/domain/crawl-state.ts';
import type { LevelCount } from '../../shared/domain/graph.ts';
import { fileNameFor } from '../../shared/steps/unload-crawl.ts';
import type { SiteFound } from '../http/crawl-service.ts';
import { firstRows, resultRows } from '../http/result-rows.ts';
import { readSummary } from '../local/summarize-crawl.ts';
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

  /** Undefined where the site's reports are not written. */
  async read(directory: string, sites: readonly SiteRow[], site: number): Promise<SiteFound | undefined> {
    const written = sites.filter(({ status }) => status !== 'same-as');
    const row = written.find(each => each.site === site);
    if (row === undefined) return undefined;
    const name = `reports/${fileNameFor(row, written)}.levels.csv`;
    const service = {
      readResult: async (...[, ...part]: [string, string, number, number]) => await readPart(directory, ...part),
    };
    const rows = await resultRows(service, directory, name);
    if (rows === undefined) return undefined;
    const [, ...levels] = await firstRows(rows, mostLevels);
    return { levels: levels.map(levelOf), arcs: this.arcsOf(directory).get(site) ?? 0 };
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

/** A row of `reports/<site>.levels.csv`. */
function levelOf(cells: readonly string[]): LevelCount {
  const [level = 0, found = 0, nodes = 0, redirects = 0, duplicates = 0, skipped = 0] = cells.map(Number);
  return { level, found, nodes, redirects, duplicates, skipped };
}
