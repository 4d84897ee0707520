import { allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { xlsxOfCsv } from '../../../shared/files/xlsx-of-csv.ts';
import type { RecordRow } from '../../../shared/wings/publications/applications/application-records.ts';
import {
  recordsCsv,
  recordsJsonl,
  recordsParquet,
  recordsText,
} from '../../../shared/wings/publications/export/record-export.ts';
import { readPeriod } from '../../../shared/wings/publications/search/read-time.ts';
import { BadCommand, demandNoTerminal, print, printMark } from '../terminal/print.ts';
import { type PublicationsOptions, publicationFormats } from './publications-options.ts';
import { numbersOf, type WatchPlace } from './watch-place.ts';

const writers = {
  ...{ text: recordsText, csv: recordsCsv, jsonl: recordsJsonl, parquet: recordsParquet },
  xlsx: (table: Parameters<typeof recordsCsv>[0]) => xlsxOfCsv(recordsCsv(table)),
};

/** `orbweaver publications --application`: records of one application, oldest first, at most so many as the options say. */
export async function printRecords(place: WatchPlace, name: string, options: PublicationsOptions): Promise<void> {
  const { source: named, since, until, format, limit = Number.POSITIVE_INFINITY } = options;
  const { query, originals, language, organization, tone, nested } = options;
  if ([query, originals, language, organization, tone, nested].some(each => each !== undefined))
    throw new BadCommand([
      '--application goes with none of --query, --originals, --language, --organization, --tone and --nested; allowed are --source, --since, --until, --limit.',
    ]);
  if (format === 'atom' || format === 'wacz')
    throw new BadInput([refusedValue('--format', format, allowance('one-of', { names: publicationFormats }))]);
  const sources = await numbersOf(place, named);
  const asked = { ...(sources.length > 0 && { sources }), ...readPeriod(['--since', since], ['--until', until]) };
  const table = await place.records(name, asked);
  if (!('rows' in table)) throw unknownTable(name, table, place.name);
  demandNoTerminal(format, 'news');
  await printMark(options);
  for await (const part of writers[format]({ ...table, rows: limited(table.rows, limit) })) await print(part);
}

/** `of`: the watch that has no such table. */
function unknownTable(name: string, names: readonly string[], of: string): BadInput {
  const facts = names.length === 0 ? { of } : { names };
  return new BadInput([refusedValue('--application', name, allowance('application-no-table', facts))]);
}

async function* limited(rows: AsyncIterable<RecordRow>, most: number): AsyncGenerator<RecordRow> {
  let left = most;
  for await (const row of rows) {
    if (left <= 0) return;
    left -= 1;
    yield row;
  }
}
