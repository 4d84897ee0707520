import type { CrawlRow, SiteRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { progressOf } from '../../../shared/report/progress.ts';

/** A site in the table of sites: names, progress and results. */
export function siteLines(crawl: CrawlRow, rows: readonly SiteRow[], now: number): readonly object[] {
  const named = new Map(crawl.spec.sites.map(site => [site.number, site]));
  const { sites } = progressOf('', crawl, rows, now);
  return rows.map((row, index) => {
    const { name, waitingFor, outcomes, queued } = sites[index]!;
    const { newExternalLinks, externalLinks, badLinks } = row.counters;
    return {
      number: row.site,
      name,
      shortName: named.get(row.site)?.shortName ?? name,
      start: row.start,
      origin: row.origin,
      status: row.status,
      ...(row.status === 'active' ? {} : { finishReason: row.status }),
      ...(row.sameAs === undefined ? {} : { sameAs: row.sameAs }),
      level: row.phase.level,
      outcomes,
      queued,
      used: row.used,
      ...(Number.isFinite(row.grant) ? { grant: row.grant } : {}),
      newExternalLinks,
      externalLinks,
      badLinks,
      ...(waitingFor === undefined ? {} : { waitingFor }),
    };
  });
}
