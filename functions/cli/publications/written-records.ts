import { xlsxOfCsv } from '../../../shared/files/xlsx-of-csv.ts';
import type { PublicationFormat } from './publications-options.ts';

type Records<T> = AsyncIterable<T> | readonly T[];

/** How records of a kind are written. */
export interface RecordForms<T> {
  readonly csvHead: string;
  csvLine(record: T): string;
  /** Whole lines for people. */
  textLines(record: T): string;
  parquet(records: Records<T>): Promise<AsyncIterable<Uint8Array>>;
}

/** Records in a format. */
export async function* written<T>(
  records: Records<T>,
  format: PublicationFormat,
  forms: RecordForms<T>,
): AsyncGenerator<string | Uint8Array> {
  if (format === 'parquet') return yield* await forms.parquet(records);
  if (format === 'xlsx') return yield* xlsxOfCsv(written(records, 'csv', forms));
  const lineOf = {
    ...{ csv: forms.csvLine, text: forms.textLines },
    jsonl: (record: T) => `${JSON.stringify(record)}\n`,
  }[format];
  if (format === 'csv') yield forms.csvHead;
  for await (const record of records) yield lineOf(record);
}
