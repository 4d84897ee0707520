import type { EndedSite, ResultPart } from '../../steps/unload/result-part.ts';
import type { ResultWriter } from './formats/result-writer.ts';
import { writeReports } from './formats/write-reports.ts';
import type { SiteReading } from './read-site.ts';
import { writeAnalyses } from './write-analyses.ts';

/** The graph of each site, its links, what became of each URL, and what page analyzers said. */
export function graphPart(
  read: (site: EndedSite) => Promise<SiteReading>,
  writers: readonly ResultWriter[],
): ResultPart<undefined> {
  return {
    name: 'graph',
    perSite: async (ended, sink) => {
      const { results, site } = await read(ended);
      await writeReports(results, sink);
      await writeAnalyses(site, ended.fileName, sink);
      for (const writer of writers) await writer.write(results, sink);
      return undefined;
    },
  };
}
