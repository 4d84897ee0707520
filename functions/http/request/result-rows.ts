import { readCsvRows } from '../../../shared/files/csv-table.ts';
import type { CrawlService } from '../../../shared/place/crawl-service.ts';

const readAtOnce = 256 * 1024;

/**
 * The rows of a CSV result file, its header first, read in pieces: never the whole file is in memory, and nothing is read
 * behind the piece with the row at which the caller stops. Undefined if there is no such file.
 */
export async function resultRows(
  service: Pick<CrawlService, 'readResult'>,
  crawl: string,
  name: string,
): Promise<AsyncIterable<readonly string[]> | undefined> {
  const first = await service.readResult(crawl, name, 0, readAtOnce);
  return first === undefined ? undefined : rowsFrom(service, crawl, name, first);
}

/** As `resultRows`, without the header: the cells of these columns, which the header names; '' where it names none. */
export async function resultCells(
  service: Pick<CrawlService, 'readResult'>,
  crawl: string,
  name: string,
  columns: readonly string[],
): Promise<AsyncIterable<readonly string[]> | undefined> {
  const rows = await resultRows(service, crawl, name);
  return rows === undefined ? undefined : cellsOf(rows, columns);
}

async function* cellsOf(
  rows: AsyncIterable<readonly string[]>,
  columns: readonly string[],
): AsyncGenerator<readonly string[], void> {
  let places: readonly number[] | undefined;
  for await (const row of rows)
    if (places === undefined) places = columns.map(column => row.indexOf(column));
    else yield places.map(place => row[place] ?? '');
}

async function* rowsFrom(
  service: Pick<CrawlService, 'readResult'>,
  crawl: string,
  name: string,
  first: Uint8Array,
): AsyncGenerator<readonly string[], void> {
  let [bytes, from, size] = [first, 0, readAtOnce];
  for (;;) {
    const isEnd = bytes.byteLength < size;
    const { rows, readBytes } = readCsvRows(bytes, isEnd);
    yield* rows;
    if (isEnd) return;
    // A row that is longer than a piece needs a larger one.
    size = readBytes > 0 ? readAtOnce : 2 * size;
    from += readBytes;
    bytes = (await service.readResult(crawl, name, from, size)) ?? new Uint8Array(0);
  }
}

/** At most `most` rows from the start. */
export async function firstRows(
  rows: AsyncIterable<readonly string[]>,
  most: number,
): Promise<readonly (readonly string[])[]> {
  const first: (readonly string[])[] = [];
  for await (const row of rows) {
    first.push(row);
    if (first.length === most) break;
  }
  return first;
}
