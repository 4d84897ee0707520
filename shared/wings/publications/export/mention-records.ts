import { csvRow } from '../../../files/csv-cell.ts';
import { ParquetBlocks, type ParquetField } from '../../../files/parquet-blocks.ts';
import type { MentionStore, StoredMention } from '../store/mention-store.ts';
import type { PublicationRow, PublicationStore } from '../store/publication-store.ts';
import type { JudgedPublication } from '../table/judged-mentions.ts';
import type { SourceName } from './publication-record.ts';

/** A mention as exports have it. Offsets count UTF-16 units of `field` as `publications` exports it. Plain JSON. */
export interface MentionRecord {
  readonly publication: number;
  readonly version: number;
  readonly url: string;
  readonly title: string;
  readonly source: string;
  /** ISO 8601, of the published time, or else of the first look. */
  readonly dated: string;
  readonly cluster: number;
  readonly organization: string;
  readonly alias: string;
  readonly field: 'title' | 'text';
  readonly start: number;
  readonly end: number;
  readonly surface: string;
  readonly status: string;
  readonly nestedIn: string | null;
  readonly sentence: string;
  readonly sentenceStart: number;
  readonly class: string | null;
  readonly negative: number | null;
  readonly neutral: number | null;
  readonly positive: number | null;
  readonly model: string | null;
  /** Of the publication towards the organization, and who decided it. */
  readonly publicationClass: string;
  readonly decidedBy: string;
}

export interface MentionStores {
  readonly publications: Pick<PublicationStore, 'publication' | 'text'>;
  readonly mentions: Pick<MentionStore, 'mentions'>;
}

interface ReadPublication {
  readonly row: PublicationRow;
  readonly text: string;
  readonly mentions: readonly StoredMention[];
}

/** The mentions of publications, in their order: one publication is in memory. */
export async function* mentionRecords(
  stores: MentionStores,
  pairs: AsyncIterable<JudgedPublication>,
  sources: ReadonlyMap<number, SourceName>,
): AsyncGenerator<MentionRecord> {
  let read: ReadPublication | undefined;
  for await (const pair of pairs) {
    if (read?.row.id !== pair.publication) read = await readOne(stores, pair);
    if (read === undefined) continue;
    for (const each of read.mentions)
      if (each.organization === pair.organization) yield recordOf(each, pair, read, sources.get(pair.source));
  }
}

async function readOne(
  { publications, mentions }: MentionStores,
  { publication, version }: JudgedPublication,
): Promise<ReadPublication | undefined> {
  const row = await publications.publication(publication);
  const text = await publications.text(publication, version);
  // A new version came while the table was read: its mentions are another export's.
  if (row === undefined || text === undefined || row.version !== version) return undefined;
  return { row, text, mentions: await mentions.mentions(publication, version) };
}

function recordOf(
  mention: StoredMention,
  pair: JudgedPublication,
  { row, text }: ReadPublication,
  source: SourceName | undefined,
): MentionRecord {
  const { organization, alias, field, start, end, surface, status, nestedIn, sentenceStart, sentenceEnd, tone } =
    mention;
  return {
    ...{ publication: row.id, version: row.version, url: row.address, title: row.title },
    ...{
      source: source?.name ?? String(row.source),
      dated: new Date(pair.datedAt).toISOString(),
      cluster: row.cluster,
    },
    ...{ organization, alias, field, start, end, surface, status, nestedIn },
    ...{ sentence: (field === 'title' ? row.title : text).slice(sentenceStart, sentenceEnd), sentenceStart },
    ...{ class: tone?.class ?? null, negative: tone?.p.negative ?? null, neutral: tone?.p.neutral ?? null },
    ...{ positive: tone?.p.positive ?? null, model: tone?.model ?? null },
    ...{ publicationClass: pair.judgement, decidedBy: pair.by },
  };
}

const texts = [
  ...['url', 'title', 'source', 'dated', 'organization', 'alias', 'field', 'surface', 'status', 'nestedIn'],
  ...['sentence', 'class', 'model', 'publicationClass', 'decidedBy'],
];
const integers = ['publication', 'version', 'cluster', 'start', 'end', 'sentenceStart'];

const columns = [
  ...['publication', 'version', 'url', 'title', 'source', 'dated', 'cluster', 'organization', 'alias', 'field'],
  ...['start', 'end', 'surface', 'status', 'nestedIn', 'sentence', 'sentenceStart', 'class', 'negative', 'neutral'],
  ...['positive', 'model', 'publicationClass', 'decidedBy'],
] as readonly (keyof MentionRecord)[];

export const mentionCsvHead = csvRow([...columns]);

export function mentionCsvLine(record: MentionRecord): string {
  return csvRow(columns.map(column => record[column] ?? ''));
}

/** The columns of the Parquet file. */
export const mentionColumns = columns.map(column => ({
  name: fieldOf(column).name,
  kind: texts.includes(column)
    ? ('text' as const)
    : integers.includes(column)
      ? ('integer' as const)
      : ('number' as const),
}));

/** Rows of a row group. */
const mostRows = 5_000;

/** Mentions as one Parquet file (Snappy); names of columns are in lower case with `_`. */
export async function* mentionsParquet(
  records: AsyncIterable<MentionRecord> | readonly MentionRecord[],
): AsyncGenerator<Uint8Array, void> {
  const file = new ParquetBlocks(columns.map(fieldOf));
  let group: MentionRecord[] = [];
  for await (const record of records) {
    group.push(record);
    if (group.length < mostRows) continue;
    yield file.rowGroup(columnsOf(group));
    group = [];
  }
  if (group.length > 0) yield file.rowGroup(columnsOf(group));
  yield file.end();
}

function fieldOf(column: keyof MentionRecord): ParquetField {
  const name = column.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
  if (texts.includes(column)) return { name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' };
  return { name, type: integers.includes(column) ? 'INT64' : 'DOUBLE', repetition_type: 'OPTIONAL' };
}

function columnsOf(group: readonly MentionRecord[]) {
  return columns.map(column => ({
    name: fieldOf(column).name,
    data: group.map(record => (integers.includes(column) ? BigInt(record[column] as number) : record[column])),
    offsetIndex: false,
  }));
}
