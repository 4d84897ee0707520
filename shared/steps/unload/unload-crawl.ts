import type { CrawlRow } from '../../domain/protocol/crawl-state.ts';
import type { CrawlStore } from '../../ports/ports.ts';
import type { TableSink } from '../../ports/result-ports.ts';
import type { CrawlHalf, ResultPart, UnloadedSite } from './result-part.ts';
import { hasFiles, siteFileNames } from './site-file-names.ts';
import { notingSink, unloadSite } from './unload-site.ts';

type Rows = Pick<CrawlStore, 'readCrawl' | 'readSites'>;

/** Writes the files of every site of a crawl, one site after the other, by number. */
export async function* unloadSites(
  store: Rows,
  crawl: string,
  parts: readonly ResultPart[],
  sink: TableSink,
): AsyncIterable<UnloadedSite> {
  const rows = (await store.readSites(crawl)).filter(hasFiles);
  const names = siteFileNames(rows);
  for (const row of rows) yield await unloadSite(parts, { row, fileName: names.get(row.site)! }, sink);
}

interface CrawlEnd {
  readonly crawl: string;
  /** Sites in the order of their numbers, each once its files are written. */
  readonly sites: AsyncIterable<UnloadedSite>;
  /** When the crawl finishes (wall clock, ms); called once all sites are written. */
  readonly finishedAt: (row: CrawlRow) => number | Promise<number>;
  readonly notices: readonly string[];
}

/** Writes every part's files of the whole crawl. Returns its end and the sorted names of all files. */
export async function unloadCrawl(
  store: Rows,
  { crawl, sites, finishedAt, notices }: CrawlEnd,
  parts: readonly ResultPart[],
  sink: TableSink,
): Promise<{ readonly finishedAt: number; readonly files: readonly string[] }> {
  const halves = parts.map(({ name, perCrawl }) => [name, perCrawl?.()] as const);
  const files: string[] = [];
  for await (const unloaded of sites) {
    files.push(...unloaded.files);
    addAnswers(halves, unloaded);
  }
  const row = await store.readCrawl(crawl);
  if (row === undefined) throw new Error(`there is no crawl ${crawl}`);
  const end = await finishedAt(row);
  const ended: CrawlRow = { ...row, state: 'finished', finishedAt: end };
  const rows = await store.readSites(crawl);
  const noting = notingSink(sink, files);
  for (const [, half] of halves) {
    // Nearly sorted lists are sorted fast.
    files.sort();
    await half?.write({ row: ended, sites: rows, files: [...files], notices }, noting);
  }
  return { finishedAt: end, files: files.sort() };
}

function addAnswers(
  halves: readonly (readonly [name: string, half: CrawlHalf<unknown> | undefined])[],
  { site, answers }: UnloadedSite,
): void {
  for (const [name, half] of halves) if (name in answers) half?.add?.(site, answers[name]);
}
