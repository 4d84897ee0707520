import type { ResolvedSpec } from '../../../domain/spec/crawl-spec.ts';
import { betweenTexts, siteLabels } from '../../../domain/spec/sites/site-labels.ts';
import { csvHeader, csvRows } from '../../../files/csv-table.ts';
import { writeBlocks } from '../../../files/write-blocks.ts';
import type { ResultSink } from '../../../ports.ts';
import type { EndedSite, ResultPart } from '../../../steps/unload/result-part.ts';
import { hasFiles, siteFileNames } from '../../../steps/unload/site-file-names.ts';
import type { ReadPorts, SiteReading } from '../read-site.ts';
import { type LinkPair, type PageLink, pageLinks } from './page-links.ts';
import { type PairTables, pairColumns } from './pair-columns.ts';

type Pairs = AsyncIterable<readonly LinkPair[]>;

/** Every link of every page: a file per site, and one file of all sites where there are several. */
export function pairsPart(
  read: (site: EndedSite) => Promise<SiteReading>,
  objects: ReadPorts['objects'],
  { allLinks, formats, sites: named }: Pick<ResolvedSpec, 'allLinks' | 'formats' | 'sites'>,
): ResultPart<undefined> {
  if (allLinks !== true) return { name: 'pairs' };
  const names = new Map(named.map(site => [site.number, site]));
  const isLabelled = siteLabels(named) !== undefined;
  const write = async (sink: ResultSink, name: string, pairs: () => Pairs, isOfSet: boolean): Promise<void> => {
    const shown = { isOfSet, isLabelled };
    // Loaded when it is requested: its library has a good part of all modules of a crawl.
    const { pairsParquet } = await import('./pairs-parquet.ts');
    await writeBlocks(sink, `links/${name}.pairs.parquet`, pairsParquet(pairs(), shown));
    if (formats.includes('csv')) await writeBlocks(sink, `links/${name}.pairs.csv`, pairsCsv(pairs(), shown));
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
      await write(sink, ended.fileName, () => pairsOf(ended), false);
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
        await write(sink, 'all', all, true);
      },
    }),
  };
}

function targetOf({ url, isExternal }: PageLink, { results }: SiteReading): number | undefined {
  const end = isExternal ? undefined : results.linkEnd(url);
  return end !== undefined && 'node' in end ? end.node : undefined;
}

async function* pairsCsv(pairs: Pairs, tables: PairTables): AsyncIterable<Uint8Array> {
  const shown = pairColumns(tables);
  yield* csvHeader(shown);
  for await (const rows of pairs) yield* csvRows(shown, rows);
}
