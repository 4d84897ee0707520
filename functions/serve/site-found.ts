import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteFound } from '../../shared/place/crawl-service.ts';
import type { SiteSummary } from '../../shared/report/summary.ts';
import { foundSummary } from '../embedded/read-summary.ts';

/** A site in `crawl.json`, which may be anybody's. */
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

  /** Of the sites requested, those whose results are written. */
  read(directory: string, sites: readonly number[]): ReadonlyMap<number, SiteFound> {
    const summarized = this.sitesIn(directory);
    const found = new Map<number, SiteFound>();
    for (const site of sites) {
      const known = summarized.get(site);
      // A site `same-as` another site has no files.
      if (known?.byLevel === undefined || known.finishReason === 'same-as') continue;
      const levels = known.byLevel.slice(0, mostLevels).map(each => ({ ...each, normalized: each.normalized ?? 0 }));
      found.set(site, { levels, arcs: known.arcs });
    }
    return found;
  }

  private sitesIn(directory: string): ReadSummary['sites'] {
    const path = join(directory, 'crawl.json');
    // That it is missing or damaged is reported with the crawl.
    const mtimeMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (this.last?.path !== path || this.last.mtimeMs !== mtimeMs) {
      const sites = new Map(foundSummary(directory)?.sites.map(site => [site.number, site]));
      this.last = { path, mtimeMs, sites };
    }
    return this.last.sites;
  }
}
