import { type ColumnNote, columnsOf } from '../../../files/column.ts';
import { parquetOf } from './parquet-of.ts';
import type { PublicationRecord } from './publication-record.ts';

/** Rows of a row group. */
const mostRows = 2_000;

/** `integer`: INT64; `number`: DOUBLE; `instant`: TIMESTAMP in ms, UTC; `texts`: a list. */
export type ColumnKind = 'text' | 'texts' | 'integer' | 'number' | 'instant';

interface Told {
  readonly at?: string;
  readonly offset?: number | null;
  readonly precision?: string;
  readonly words?: string;
  readonly source?: string;
}

const told = (date: unknown): Told => (date ?? {}) as Told;
const jsonOf = (value: object): string | null => (Object.keys(value).length === 0 ? null : JSON.stringify(value));

const columns = columnsOf<PublicationRecord, unknown, ColumnKind>([
  ['id', 'integer', 'number of the publication in the watch', ({ id }) => id],
  ['url', 'text', 'address of the publication', ({ url }) => url],
  ['title', 'text', 'title of the latest version', ({ title }) => title],
  ['authors', 'texts', 'names, as the page gives them', ({ authors }) => authors],
  ['published', 'instant', 'when the publication says that it appeared', ({ published }) => told(published).at],
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
    ({ published }) => told(published).offset,
  ],
  ['published_words', 'text', 'how the page writes it', ({ published }) => told(published).words ?? null],
  ['published_source', 'text', 'where it was read', ({ published }) => told(published).source ?? null],
  ['modified', 'instant', 'when the publication says that it changed', ({ modified }) => told(modified).at],
  ['section', 'text', 'section of the source', ({ section }) => section],
  ['tags', 'texts', 'words that the page gives', ({ tags }) => tags],
  ['language', 'text', 'as in BCP 47', ({ language }) => language],
  ['text', 'text', 'text of the latest version', ({ text }) => text],
  ['source', 'text', 'name of the source', ({ source }) => source],
  ['source_number', 'integer', 'its number in the watch', ({ sourceNumber }) => sourceNumber],
  ['version', 'integer', 'number of the latest version', ({ version }) => version],
  ['first_seen', 'instant', 'when it was found', ({ firstSeen }) => firstSeen],
  ['seen', 'instant', 'when the latest version was seen', ({ seen }) => seen],
  [
    'state',
    'text',
    '`live`; `doubtful`: its address shows another page; `gone`: its address answers 404 or 410, or leads to the home page',
    ({ state }) => state,
  ],
  ['gone', 'instant', 'since when it is not live', ({ gone }) => gone],
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
    ({ cluster }) => cluster,
  ],
  [
    'copy',
    'integer',
    '1: another publication of the cluster stands for it, as one that is live and was published earlier',
    ({ copy }) => copy,
  ],
  [
    'application',
    'text',
    '`readability`, `grabber`, or your own: what gave the record',
    ({ application }) => application,
  ],
  ['method', 'text', '`grabber` where a rule gave the text', ({ method }) => method],
  ['rules', 'integer', "version of the source's rules that gave the text", ({ rules }) => rules],
  ['page_type', 'text', 'page type of the rules', ({ pageType }) => pageType],
  ['fields', 'text', 'your own fields of the rules, as JSON', ({ fields }) => jsonOf(fields)],
  ['confidence', 'number', 'how sure the extractor is, 0 to 1', ({ confidence }) => confidence],
  ['access', 'text', '`free` or `paywalled`; null: nothing says so', ({ access }) => access],
  ['warnings', 'texts', 'what may be wrong with the text', ({ warnings }) => warnings],
]);

/** Columns of the file in their order, for a program that declares a table over such files. */
export const parquetColumns: readonly ColumnNote<ColumnKind>[] = columns;

/** Publications as one Parquet file (Snappy), a block a row group. */
export function publicationsParquet(
  records: AsyncIterable<PublicationRecord> | Iterable<PublicationRecord>,
): AsyncGenerator<Uint8Array, void> {
  const bounds = { mostRows, charactersOf: ({ text }: PublicationRecord) => text.length, unlike: ['text', 'url'] };
  return parquetOf(records, columns, bounds);
}
