import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { BadInput, refusal } from '../../../shared/domain/refusal/refusal.ts';
import { csvRow, csvRowsIn } from '../../../shared/files/csv-table.ts';
import { writeBlocks } from '../../../shared/files/write-table.ts';
import type { ResultSink } from '../../../shared/ports/result-ports.ts';
import { archFolder, type ListedResults, listedResults } from './written-results.ts';

/** A link of `links/<site>.pairs.csv`. */
interface Link {
  readonly source: string;
  readonly target: string;
  readonly anchor: string;
  readonly occurrences: number;
}

/**
 * Tables with the columns of ARCH, the Archives Research Compute Hub of the Internet Archive, from the links of the pages:
 * how many pages a domain has, links between domains, and links between pages with their texts. Answers their names.
 * Counts of pairs of domains are in memory, rows are not. Throws `BadInput` where the crawl has not kept each link.
 */
export async function writeArch(
  directory: string,
  results: ListedResults,
  sink: ResultSink,
): Promise<readonly string[]> {
  const { paths, startedAt } = results;
  const pairs = pairTables(directory, results);
  const day = startedAt.slice(0, 10).replaceAll('-', '');
  const pages = new Map<string, number>();
  for (const path of paths.filter(each => /^pages\/.*\.csv$/.test(each)))
    for await (const { Outcome, Url = '' } of recordsOf(join(directory, path)))
      if (Outcome === 'node') count(pages, domainOf(Url));
  const links = new Map<string, number>();
  const webGraph = async function* () {
    yield csvRow(['crawl_date', 'source', 'target', 'anchor_text']);
    for (const path of pairs)
      for await (const { source, target, anchor, occurrences } of linksOf(join(directory, path))) {
        count(links, `${domainOf(source)} ${domainOf(target)}`, occurrences);
        yield csvRow([day, source, target, anchor]);
      }
  };
  await write(sink, 'web-graph', webGraph());
  await write(sink, 'domain-frequency', [
    csvRow(['domain', 'count']),
    ...descending(pages).map(([domain, number]) => csvRow([domain, number])),
  ]);
  await write(sink, 'domain-graph', [
    csvRow(['crawl_date', 'source', 'target', 'count']),
    ...descending(links).map(([key, number]) => csvRow([day, ...key.split(' '), number])),
  ]);
  return ['domain-frequency', 'domain-graph', 'web-graph'].map(nameOf);
}

/** The tables of all links. Throws `BadInput` where the crawl has kept none. */
export function pairTables(directory: string, { paths } = listedResults(directory)): readonly string[] {
  const pairs = paths.filter(path => /^links\/(?!all\.pairs).*\.pairs\.csv$/.test(path));
  if (pairs.length > 0) return pairs;
  throw new BadInput([refusal('no-pairs', { directory })]);
}

function nameOf(table: string): string {
  return `${archFolder}/${table}.csv`;
}

async function write(sink: ResultSink, table: string, lines: Iterable<string> | AsyncIterable<string>): Promise<void> {
  const blocks = async function* () {
    for await (const line of lines) yield Buffer.from(line);
  };
  await writeBlocks(sink, nameOf(table), blocks());
}

function count(counts: Map<string, number>, key: string, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

function descending(counts: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
}

/** The host without `www.`, as ARCH counts domains. */
function domainOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
}

async function* linksOf(file: string): AsyncGenerator<Link> {
  for await (const { PageUrl = '', Url = '', Anchor = '', Occurrences } of recordsOf(file))
    yield { source: PageUrl, target: Url, anchor: Anchor, occurrences: Number(Occurrences) || 1 };
}

type Records = AsyncGenerator<Readonly<Record<string, string>>>;

const recordsOf = (file: string): Records => recordsIn(createReadStream(file) as AsyncIterable<Buffer>, file);

/** The rows of a CSV file by its pieces, by the names of its first row. */
export async function* recordsIn(pieces: AsyncIterable<Buffer>, file: string): Records {
  let header: readonly string[] | undefined;
  const endless = () => new BadInput([refusal('crawl-file-damaged', { file, why: 'a row does not end' })]);
  for await (const row of csvRowsIn(pieces, endless)) {
    if (header === undefined) header = row;
    else yield Object.fromEntries(header.map((name, at) => [name, row[at] ?? '']));
  }
}
