import type { ResolvedSpec } from '../../../domain/spec/crawl-spec.ts';
import { betweenTexts, siteLabels } from '../../../domain/spec/sites/site-labels.ts';
import { writeTable } from '../../../files/write-table.ts';
import { type ResultSink, type TableSink, tableFormats } from '../../../ports/result-ports.ts';
import type { EndedSite, ResultPart } from '../../../steps/unload/result-part.ts';
import { hasFiles, siteFileNames } from '../../../steps/unload/site-file-names.ts';
import type { ReadPorts, SiteReading } from '../read-site.ts';
import { type LinkPair, type PageLink, pageLinks } from './page-links.ts';
import { optionalColumn, pairColumns } from './pair-columns.ts';

type Pairs = AsyncIterable<readonly LinkPair[]>;

const form = { nullable: [optionalColumn], rowsPerGroup: 65_536 };

/** Every link of every page: a file per site, and one file of all sites where there are several. */
export function pairsPart(
  read: (site: EndedSite) => Promise<SiteReading>,
  objects: ReadPorts['objects'],
  { allLinks, formats, sites: named }: Pick<ResolvedSpec, 'allLinks' | 'formats' | 'sites'>,
): ResultPart<undefined> {
  if (allLinks !== true) return { name: 'pairs' };
  const names = new Map(named.map(site => [site.number, site]));
  const isLabelled = siteLabels(named) !== undefined;
  // Parquet is written whatever formats were requested.
  const tables: TableSink['tables'] = tableFormats.filter(each => each === 'parquet' || formats.includes(each));
  const write = async (sink: ResultSink, name: string, pairs: Pairs, isOfSet: boolean): Promise<void> => {
    const into = { create: async (file: string) => await sink.create(file), tables };
    await writeTable(into, `links/${name}.pairs`, pairColumns({ isOfSet, isLabelled }), pairs, form);
  };
  const pairsOf = async function* (ended: EndedSite): Pairs {
    const reading = await read(ended);
    const { site, start } = ended.row;
    const { name = start, shortName = name, tags = [] } = names.get(site) ?? {};
    const labels = { number: site, name, shortName, tags: tags.join(betweenTexts) };
    for await (const links of pageLinks(objects, ended.row, reading))
      yield links.map(link => ({ ...link, labels, target: targetOf(link, reading) }));
  };
  return {
    name: 'pairs',
    perSite: async (ended, sink) => {
      await write(sink, ended.fileName, pairsOf(ended), false);
      return undefined;
    },
    perCrawl: () => ({
      write: async ({ sites }, sink) => {
        const rows = sites.filter(hasFiles);
        if (rows.length < 2) return;
        const names = siteFileNames(rows);
        const all = async function* (): Pairs {
          for (const row of rows) yield* pairsOf({ row, fileName: names.get(row.site)! });
        };
        await write(sink, 'all', all(), true);
      },
    }),
  };
}

function targetOf({ url, isExternal }: PageLink, { results }: SiteReading): number | undefined {
  const end = isExternal ? undefined : results.linkEnd(url);
  return end !== undefined && 'node' in end ? end.node : undefined;
}
