import type { SiteRow } from '../domain/protocol/crawl-state.ts';
import { outcomesOf } from '../domain/protocol/site-outcomes.ts';
import type { CrawlSummary, SiteFigures } from './summary.ts';
import { summaryPart } from './summary-part.ts';

/** The only result of a watch: what it found is in its store. */
export function watchSummary(onSummary: (summary: CrawlSummary) => void): ReturnType<typeof summaryPart> {
  return summaryPart(async ({ row }) => figuresOf(row), { onSummary });
}

/** The figures of the row: a watch keeps no pages to count anew. */
function figuresOf(row: SiteRow): SiteFigures {
  return {
    levels: [{ level: 0, ...outcomesOf(row) }],
    skippedBy: {},
    normalized: 0,
    normalizedIsCut: false,
    arcs: 0,
    linksDropped: 0,
    repeated: [],
    ignoredLinks: {},
    externalLinks: row.counters.newExternalLinks,
    badLinks: 0,
  };
}
