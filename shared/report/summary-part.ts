import manifest from '../../package.json' with { type: 'json' };
import type { CrawlRow } from '../domain/protocol/crawl-state.ts';
import type { ResultSink } from '../ports/result-ports.ts';
import type { EndedSite, ResultPart, UnloadedSite } from '../steps/unload/result-part.ts';
import { prettyJson } from './pretty-json.ts';
import { type CrawlSummary, type SiteFigures, summarizeCrawl } from './summary.ts';

const name = 'summary';

/** `kept`: notices and names of files that an earlier `crawl.json` has, where the results are written anew. */
export interface SummaryOptions {
  readonly kept?: Pick<CrawlSummary, 'notices' | 'files'>;
  /** Is given the summary once it is written. */
  readonly onSummary?: (summary: CrawlSummary) => void;
}

/** `crawl.json`. The last part of the list: it names the files of all others. */
export function summaryPart(
  figuresOf: (site: EndedSite) => Promise<SiteFigures>,
  { kept, onSummary }: SummaryOptions,
): ResultPart<SiteFigures> {
  return {
    name,
    perSite: async site => await figuresOf(site),
    perCrawl: () => {
      const figures = new Map<number, SiteFigures>();
      return {
        add: (site, ofSite) => {
          figures.set(site, ofSite);
        },
        write: async ({ row: crawl, sites, files, notices }, sink) => {
          const computed = summarizeCrawl({ crawl, sites, figures, files, notices });
          const all = (earlier: readonly string[]) => [...new Set([...earlier, ...files])].sort();
          const summary = kept === undefined ? computed : { ...computed, ...kept, files: all(kept.files) };
          await writeCrawlJson(sink, crawl, summary);
          onSummary?.(summary);
        },
      };
    },
  };
}

/** The figures of the summary for a site that is written. */
export function figuresIn({ answers }: Pick<UnloadedSite, 'answers'>): SiteFigures {
  return answers[name] as SiteFigures;
}

/** Name and version, as files of results have them. */
export const software = `orbweaver ${manifest.version}`;

/** `crawl.json`: the resolved spec and what came of it. */
async function writeCrawlJson(sink: ResultSink, crawl: CrawlRow, summary: CrawlSummary): Promise<void> {
  const { directory: _, unchanged: __, ...result } = summary;
  const content = {
    software,
    id: crawl.id,
    startedAt: new Date(crawl.startedAt).toISOString(),
    finishedAt: new Date(crawl.finishedAt ?? crawl.startedAt).toISOString(),
    ...result,
    spec: crawl.spec,
  };
  const file = await sink.create('crawl.json');
  for (const piece of prettyJson(content)) await file.write(piece);
  await file.write('\n');
  await file.close();
}
