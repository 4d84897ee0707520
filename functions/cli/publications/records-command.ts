import { readLocalPublications } from '../../../shared/adapters/local/open.ts';
import { allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { RecordQuery, RecordRow } from '../../../shared/wings/publications/applications/application-records.ts';
import {
  type ExportedTable,
  recordsCsv,
  recordsJsonl,
  recordsParquet,
  recordsText,
} from '../../../shared/wings/publications/export/record-export.ts';
import { readPeriod } from '../../../shared/wings/publications/search/read-instant.ts';
import type { SourceStatus } from '../../../shared/wings/publications/watch/source-status.ts';
import { BadCommand } from '../terminal/bad-command.ts';
import { demandNoTerminal, print, printMark } from '../terminal/print.ts';
import { sourceNamed } from '../watch/source-named.ts';
import type { PublicationsOptions } from './publications-options.ts';

const writers = { text: recordsText, csv: recordsCsv, jsonl: recordsJsonl, parquet: recordsParquet };

/** `orbweaver publications --application`: records of one application, oldest first. */
export async function printRecords(
  directory: string,
  name: string,
  options: PublicationsOptions,
  sources: readonly SourceStatus[],
): Promise<void> {
  demandRecordOptions(options);
  const query = queryOf(options, sources);
  const store = await readLocalPublications(directory, false);
  try {
    const known = (await store?.applications.applications()) ?? [];
    const found = known.find(each => each.name === name);
    if (store === undefined || found === undefined)
      throw unknownTable(
        name,
        known.map(each => each.name),
        directory,
      );
    const table: ExportedTable = {
      ...{ name, columns: found.columns },
      rows: store.applications.records(name, query),
      sources: new Map(sources.map(each => [each.number, { name: each.name, origin: each.origin }])),
    };
    await writeTable(table, options);
  } finally {
    store?.close();
  }
}

/** Throws `BadCommand` for what chooses publications only. */
export function demandRecordOptions({ query, originals }: PublicationsOptions): void {
  if (query === undefined && originals === undefined) return;
  throw new BadCommand([
    '--application goes with neither --query nor --originals; allowed are --source, --since, --until, --limit.',
  ]);
}

/** On standard output, at most so many as the options say. */
export async function writeTable({ rows, ...table }: ExportedTable, options: PublicationsOptions): Promise<void> {
  const { format, limit = Number.POSITIVE_INFINITY } = options;
  if (format === 'parquet') demandNoTerminal();
  await printMark(options);
  for await (const part of writers[format]({ ...table, rows: limited(rows, limit) })) await print(part);
}

/** `of`: what has no such table. */
export function unknownTable(name: string, names: readonly string[], of: string): BadInput {
  const facts = names.length === 0 ? { of } : { names };
  return new BadInput([refusedValue('--application', name, allowance('application-no-table', facts))]);
}

function queryOf({ source, since, until }: PublicationsOptions, sources: readonly SourceStatus[]): RecordQuery {
  return {
    ...(source !== undefined && { source: sourceNamed('--source', source, sources).number }),
    ...readPeriod(['--since', since], ['--until', until]),
  };
}

async function* limited(rows: AsyncIterable<RecordRow>, most: number): AsyncGenerator<RecordRow> {
  let left = most;
  for await (const row of rows) {
    if (left <= 0) return;
    left -= 1;
    yield row;
  }
}
