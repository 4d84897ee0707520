import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openLocalSink } from '../../../shared/adapters/local/open.ts';
import { BadInput, refusal } from '../../../shared/domain/refusal/refusal.ts';
import { writeBlocks } from '../../../shared/files/write-table.ts';
import { software } from '../../../shared/report/summary-part.ts';
import { csvHead, csvLine } from '../../../shared/wings/publications/export/export-publications.ts';
import { mentionCsvHead, mentionCsvLine } from '../../../shared/wings/publications/export/mention-records.ts';
import { selected } from '../../../shared/wings/publications/table/selected.ts';
import { type MetadataFormat, writeCrawlMetadata, writeMetadata } from '../../embedded/metadata/write-metadata.ts';
import { measuredResults, titleOf } from '../../embedded/metadata/written-results.ts';
import { demandKind, readCrawl } from '../../embedded/read-crawl.ts';
import { inDirectory } from '../../embedded/run-crawl.ts';
import { openLocalWatch } from '../publications/local-place.ts';

interface MetadataOptions {
  readonly formats: readonly MetadataFormat[];
  readonly out?: string;
  readonly licence?: string;
}

/**
 * Metadata of what is written in a directory of a crawl, or of results without the crawl, as `remote download` leaves
 * them. Answers paths. Throws `BadInput`, `DirectoryBusy`.
 */
export async function exportMetadata(directory: string, options: MetadataOptions): Promise<readonly string[]> {
  const write = async () => await writeCrawlMetadata(directory, options.formats, options.licence);
  if (!existsSync(join(directory, 'crawl.db'))) return await write();
  return await inDirectory(directory, async lock => {
    const files = await write();
    lock.release();
    return files;
  });
}

/** The tables of a watch and their metadata, in its folder `data-package` or in `out`. Answers paths. Throws `BadInput`. */
export async function exportTables(
  directory: string,
  { formats, out, licence }: MetadataOptions,
): Promise<readonly string[]> {
  if (formats.includes('arch')) throw new BadInput([refusal('is-watch', { directory })]);
  const { id, startedAt, spec } = await readCrawl(directory, async (_, crawl) => {
    demandKind('watch', directory, crawl);
    return crawl;
  });
  const target = out ?? join(directory, 'data-package');
  const sink = openLocalSink(target);
  const place = await openLocalWatch(directory, {});
  try {
    const query = selected({});
    const publications = await place.publications(query, undefined, Number.POSITIVE_INFINITY);
    await writeBlocks(sink, 'publications.csv', blocksOf(csvHead, publications, csvLine));
    await writeBlocks(sink, 'mentions.csv', blocksOf(mentionCsvHead, await place.mentions(query), mentionCsvLine));
    const paths = ['publications.csv', 'mentions.csv'];
    const sites = (await place.sources()).map(({ name, origin }) => ({ name, origin }));
    const facts = {
      ...{
        id,
        paths,
        sites,
        title: titleOf(spec, sites),
      },
      software,
      startedAt: new Date(startedAt).toISOString(),
      finishedAt: new Date().toISOString(),
    };
    const files = await writeMetadata(target, await measuredResults(target, facts), formats, licence);
    return [...paths, ...files];
  } finally {
    await place.close();
  }
}

async function* blocksOf<Row>(
  head: string,
  records: AsyncIterable<Row> | Iterable<Row>,
  lineOf: (record: Row) => string,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(head);
  for await (const record of records) yield Buffer.from(lineOf(record));
}
