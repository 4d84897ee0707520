import { ParquetBlocks, type ParquetField } from '../../../files/parquet-blocks.ts';
import type { PublicationRecord } from './publication-record.ts';

/** Rows of a row group, and characters of its texts, after which it is written: what is in memory at once. */
const mostRows = 2_000;
const mostCharacters = 8_000_000;

/** `integer`: INT64; `number`: DOUBLE; `instant`: TIMESTAMP in ms, UTC; `texts`: a list. */
export type ColumnKind = 'text' | 'texts' | 'integer' | 'number' | 'instant';

interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  of(record: PublicationRecord): unknown;
}

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

const columns: readonly Column[] = [
  { name: 'id', kind: 'integer', of: ({ id }) => BigInt(id) },
  { name: 'url', kind: 'text', of: ({ url }) => url },
  { name: 'title', kind: 'text', of: ({ title }) => title },
  { name: 'authors', kind: 'texts', of: ({ authors }) => authors },
  { name: 'published', kind: 'instant', of: ({ published }) => instantOf(told(published).at) },
  { name: 'published_precision', kind: 'text', of: ({ published }) => told(published).precision ?? null },
  { name: 'published_offset', kind: 'integer', of: ({ published }) => integerOf(told(published).offset) },
  { name: 'published_words', kind: 'text', of: ({ published }) => told(published).words ?? null },
  { name: 'published_source', kind: 'text', of: ({ published }) => told(published).source ?? null },
  { name: 'modified', kind: 'instant', of: ({ modified }) => instantOf(told(modified).at) },
  { name: 'section', kind: 'text', of: ({ section }) => section },
  { name: 'tags', kind: 'texts', of: ({ tags }) => tags },
  { name: 'language', kind: 'text', of: ({ language }) => language },
  { name: 'text', kind: 'text', of: ({ text }) => text },
  { name: 'source', kind: 'text', of: ({ source }) => source },
  { name: 'source_number', kind: 'integer', of: ({ sourceNumber }) => BigInt(sourceNumber) },
  { name: 'version', kind: 'integer', of: ({ version }) => BigInt(version) },
  { name: 'first_seen', kind: 'instant', of: ({ firstSeen }) => instantOf(firstSeen) },
  { name: 'seen', kind: 'instant', of: ({ seen }) => instantOf(seen) },
  { name: 'state', kind: 'text', of: ({ state }) => state },
  { name: 'gone', kind: 'instant', of: ({ gone }) => instantOf(gone) },
  { name: 'found_by', kind: 'text', of: ({ foundBy }) => foundBy },
  { name: 'addresses', kind: 'texts', of: ({ addresses }) => addresses },
  { name: 'canonical', kind: 'text', of: ({ canonical }) => canonical },
  { name: 'cluster', kind: 'integer', of: ({ cluster }) => BigInt(cluster) },
  { name: 'application', kind: 'text', of: ({ application }) => application },
  { name: 'method', kind: 'text', of: ({ method }) => method },
  { name: 'rules', kind: 'integer', of: ({ rules }) => integerOf(rules) },
  { name: 'page_type', kind: 'text', of: ({ pageType }) => pageType },
  { name: 'fields', kind: 'text', of: ({ fields }) => jsonOf(fields) },
  { name: 'confidence', kind: 'number', of: ({ confidence }) => confidence },
  { name: 'access', kind: 'text', of: ({ access }) => access },
  { name: 'warnings', kind: 'texts', of: ({ warnings }) => warnings },
];

/** Columns of the file in their order, for whoever declares a table over such files. */
export const parquetColumns: readonly Pick<Column, 'name' | 'kind'>[] = columns.map(({ name, kind }) => ({
  name,
  kind,
}));

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

function fieldsOf({ name, kind }: Column): readonly ParquetField[] {
  if (kind !== 'texts') return [{ name, ...types[kind], repetition_type: 'OPTIONAL' }];
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
      columns.map(({ name, kind, of }) => ({
        name,
        data: group.map(of),
        // Nobody's texts and addresses repeat.
        ...((name === 'text' || name === 'url') && { encoding: 'PLAIN' as const, statistics: false }),
        ...(kind === 'texts' && { statistics: false }),
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
