import { csvRow } from '../../../files/csv-table.ts';
import { chunksOf } from '../store/chunks-of.ts';
import * as Publications from '../store/publication-store.ts';
import { type PublicationRecord, publicationRecord, type SourceName } from './publication-record.ts';

/** Rows that are read at a time. */
const atOnce = 200;

interface ExportedPart {
  readonly sources: ReadonlyMap<number, SourceName>;
  readonly most: number;
  readonly before?: Publications.ListPlace;
}

type ReadStore = Pick<Publications.PublicationStore, 'find' | 'text' | 'addresses' | 'copiesAmong'>;

/** These publications as exports have them, in their order: some rows and the text of one are in memory. */
export async function* recordsOf(
  store: Omit<ReadStore, 'find'>,
  rows: AsyncIterable<Publications.PublicationRow> | Iterable<Publications.PublicationRow>,
  sources: ReadonlyMap<number, SourceName>,
): AsyncGenerator<PublicationRecord> {
  for await (const some of chunksOf(rows, atOnce)) {
    const copies = await store.copiesAmong(some);
    for (const row of some) {
      const text = (await store.text(row.id, row.version)) ?? '';
      const addresses = await store.addresses(row.id);
      yield publicationRecord(row, { text, addresses, source: sources.get(row.source), isCopy: copies.has(row.id) });
    }
  }
}

/** Matches, newest first, one after another: only some rows are in memory. `most`: Infinity for all; `before`: those behind it only. */
export async function* publicationsOf(
  store: ReadStore,
  query: Publications.PublicationQuery,
  { sources, most, before: start }: ExportedPart,
): AsyncGenerator<PublicationRecord> {
  let before = start;
  for (let left = most; left > 0; ) {
    const rows: readonly Publications.PublicationRow[] = await store.find(query, Math.min(atOnce, left), before);
    yield* recordsOf(store, rows, sources);
    const last = rows.at(-1);
    if (last === undefined) return;
    left -= rows.length;
    before = Publications.placeOf(last);
  }
}

/** Columns of CSV; lists are joined by a semicolon. Their meanings: `parquetColumns`. */
export const csvNames = [
  ...['id', 'url', 'title', 'authors', 'published', 'modified', 'section', 'tags', 'language', 'text', 'source'],
  ...[
    'version',
    'firstSeen',
    'seen',
    'state',
    'gone',
    'foundBy',
    'addresses',
    'canonical',
    'cluster',
    'copy',
    'method',
  ],
  ...['confidence', 'access', 'application', 'rules', 'pageType', 'fields', 'warnings'],
] as const satisfies readonly (keyof PublicationRecord)[];

export const csvHead = csvRow([...csvNames]);

export function csvLine(record: PublicationRecord): string {
  return csvRow(csvNames.map(column => cellOf(record[column])));
}

function cellOf(value: unknown): string | number {
  if (Array.isArray(value)) return value.join('; ');
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return 'at' in value ? String(value.at ?? '') : jsonOf(value);
  return typeof value === 'number' ? value : String(value);
}

/** Nothing for an object without members. */
function jsonOf(value: object): string {
  return Object.keys(value).length === 0 ? '' : JSON.stringify(value);
}
