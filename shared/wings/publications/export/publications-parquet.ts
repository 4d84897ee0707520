import { type ColumnNote, columnsOf } from '../../../files/column.ts';
import { ParquetBlocks, type ParquetField } from '../../../files/parquet-blocks.ts';
import type { PublicationRecord } from './publication-record.ts';

/** A row group is written once it has so many rows, or its texts so many characters: no more is in memory at once. */
const mostRows = 2_000;
const mostCharacters = 8_000_000;

/** `integer`: INT64; `number`: DOUBLE; `instant`: TIMESTAMP in ms, UTC; `texts`: a list. */
export type ColumnKind = 'text' | 'texts' | 'integer' | 'number' | 'instant';

interface Told {
  readonly at?: string;
  readonly offset?: number | null;
  readonly precision?: string;
  readonly words?: string;
  readonly source?: string;
}

const instantOf = (at: string | null | undefined): bigint | null => {
  const time = Date.parse(at ?? '');
  return Number.isFinite(time) ? BigInt(time) : null;
};
const told = (date: unknown): Told => (date ?? {}) as Told;
const integerOf = (value: number | null | undefined): bigint | null =>
  value === null || value === undefined ? null : BigInt(value);
const jsonOf = (value: object): string | null => (Object.keys(value).length === 0 ? null : JSON.stringify(value));

const columns = columnsOf<PublicationRecord, unknown, ColumnKind>([
  ['id', 'integer', 'number of the publication in the watch', ({ id }) => BigInt(id)],
  ['url', 'text', 'address of the publication', ({ url }) => url],
  ['title', 'text', 'title of the latest version', ({ title }) => title],
  ['authors', 'texts', 'names, as the page gives them', ({ authors }) => authors],
  [
    'published',
    'instant',
    'when the publication says that it appeared',
    ({ published }) => instantOf(told(published).at),
  ],
  [
    'published_precision',
    'text',
    'how exact that is: `day`, `minute`, `second` …',
    ({ published }) => told(published).precision ?? null,
  ],
  [
    'published_offset',
    'integer',
    'minutes east of Greenwich; null: no zone is known',
    ({ published }) => integerOf(told(published).offset),
  ],
  ['published_words', 'text', 'how the page writes it', ({ published }) => told(published).words ?? null],
  ['published_source', 'text', 'where it was read', ({ published }) => told(published).source ?? null],
  ['modified', 'instant', 'when the publication says that it changed', ({ modified }) => instantOf(told(modified).at)],
  ['section', 'text', 'section of the source', ({ section }) => section],
  ['tags', 'texts', 'words that the page gives', ({ tags }) => tags],
  ['language', 'text', 'as in BCP 47', ({ language }) => language],
  ['text', 'text', 'text of the latest version', ({ text }) => text],
  ['source', 'text', 'name of the source', ({ source }) => source],
  ['source_number', 'integer', 'its number in the watch', ({ sourceNumber }) => BigInt(sourceNumber)],
  ['version', 'integer', 'number of the latest version', ({ version }) => BigInt(version)],
  ['first_seen', 'instant', 'when it was found', ({ firstSeen }) => instantOf(firstSeen)],
  ['seen', 'instant', 'when the latest version was seen', ({ seen }) => instantOf(seen)],
  [
    'state',
    'text',
    '`live`; `doubtful`: its address shows another page; `gone`: its address answers 404 or 410, or leads to the home page',
    ({ state }) => state,
  ],
  ['gone', 'instant', 'since when it is not live', ({ gone }) => instantOf(gone)],
  [
    'found_by',
    'text',
    'what led to the address: `feed`, `sitemap`, `link`, `archive` (a WARC file)',
    ({ foundBy }) => foundBy,
  ],
  ['addresses', 'texts', 'further addresses with the same text', ({ addresses }) => addresses],
  ['canonical', 'text', 'address that the page gives for itself', ({ canonical }) => canonical],
  [
    'cluster',
    'integer',
    'publications whose texts are alike have the `id` of the publication that was found first',
    ({ cluster }) => BigInt(cluster),
  ],
  [
    'copy',
    'integer',
    '1: another publication of the cluster stands for it, as one that is live and was published earlier',
    ({ copy }) => BigInt(copy),
  ],
  [
    'application',
    'text',
    '`readability`, `grabber`, or your own: what gave the record',
    ({ application }) => application,
  ],
  ['method', 'text', '`grabber` where a rule gave the text', ({ method }) => method],
  ['rules', 'integer', "version of the source's rules that gave the text", ({ rules }) => integerOf(rules)],
  ['page_type', 'text', 'page type of the rules', ({ pageType }) => pageType],
  ['fields', 'text', 'your own fields of the rules, as JSON', ({ fields }) => jsonOf(fields)],
  ['confidence', 'number', 'how sure the extractor is, 0 to 1', ({ confidence }) => confidence],
  ['access', 'text', '`free` or `paywalled`; null: nothing says so', ({ access }) => access],
  ['warnings', 'texts', 'what may be wrong with the text', ({ warnings }) => warnings],
]);

/** Columns of the file in their order, for a program that declares a table over such files. */
export const parquetColumns: readonly ColumnNote<ColumnKind>[] = columns;

const types = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  instant: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
} as const satisfies Record<Exclude<ColumnKind, 'texts'>, Partial<ParquetField>>;

function fieldsOf({ name, type }: ColumnNote<ColumnKind>): readonly ParquetField[] {
  if (type !== 'texts') return [{ name, ...types[type], repetition_type: 'OPTIONAL' }];
  return [
    { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', ...types.text, repetition_type: 'OPTIONAL' },
  ];
}

/** Publications as one Parquet file (Snappy), a block a row group. */
export async function* publicationsParquet(
  records: AsyncIterable<PublicationRecord> | Iterable<PublicationRecord>,
): AsyncGenerator<Uint8Array, void> {
  const file = new ParquetBlocks(columns.flatMap(fieldsOf), columns.length);
  for await (const group of groupsOf(records))
    yield file.rowGroup(
      columns.map(({ name, type, of }) => ({
        name,
        data: group.map(of),
        // Nobody's texts and addresses repeat.
        ...((name === 'text' || name === 'url') && { encoding: 'PLAIN' as const, statistics: false }),
        ...(type === 'texts' && { statistics: false }),
        offsetIndex: false,
      })),
    );
  yield file.end();
}

async function* groupsOf(
  records: AsyncIterable<PublicationRecord> | Iterable<PublicationRecord>,
): AsyncGenerator<PublicationRecord[]> {
  let group: PublicationRecord[] = [];
  let characters = 0;
  for await (const record of records) {
    group.push(record);
    characters += record.text.length;
    if (group.length < mostRows && characters < mostCharacters) continue;
    yield group;
    group = [];
    characters = 0;
  }
  if (group.length > 0) yield group;
}
