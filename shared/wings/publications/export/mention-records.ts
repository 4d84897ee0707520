import { notesOf } from '../../../files/column.ts';
import { csvHead, csvRow } from '../../../files/csv-table.ts';
import type { MentionStore, StoredMention } from '../store/mention-store.ts';
import type { PublicationRow, PublicationStore } from '../store/publication-store.ts';
import type { JudgedPublication } from '../table/judged-mentions.ts';
import { parquetOf } from './parquet-of.ts';
import type { SourceName } from './publication-record.ts';

/** A mention as exports have it. Offsets count UTF-16 units of `field` as `publications` exports it. Plain JSON. */
export interface MentionRecord
  extends Pick<
    StoredMention,
    'organization' | 'alias' | 'field' | 'start' | 'end' | 'surface' | 'nestedIn' | 'sentenceStart'
  > {
  readonly publication: number;
  readonly version: number;
  readonly url: string;
  readonly title: string;
  readonly source: string;
  /** ISO 8601, of the published time, or else of the first look. */
  readonly dated: string;
  readonly cluster: number;
  readonly status: string;
  readonly sentence: string;
  readonly class: string | null;
  readonly negative: number | null;
  readonly neutral: number | null;
  readonly positive: number | null;
  readonly model: string | null;
  /** Of the publication towards the organization, and who decided it. */
  readonly publicationClass: string;
  readonly decidedBy: string;
  /** Those that spoke for `class`, the strongest first, a blank between two. */
  readonly words: string | null;
  /** Those that spoke against it. */
  readonly wordsAgainst: string | null;
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
    ...{ words: tone?.words?.join(' ') ?? null, wordsAgainst: tone?.against?.join(' ') ?? null },
  };
}

/** The columns of the files. In Parquet their names are in lower case with `_`. */
export const mentionNotes = notesOf<keyof MentionRecord, 'text' | 'integer' | 'number'>([
  ['publication', 'integer', 'number of the publication in the watch'],
  ['version', 'integer', 'number of its version'],
  ['url', 'text', 'its address'],
  ['title', 'text', 'its title'],
  ['source', 'text', 'name of the source'],
  ['dated', 'text', 'when it was published, or else first seen (ISO 8601)'],
  ['cluster', 'integer', 'publications whose texts are alike have the number of the publication that was found first'],
  ['organization', 'text', 'id of the organization'],
  ['alias', 'text', 'name of the list that was found'],
  ['field', 'text', '`title` or `text`'],
  ['start', 'integer', 'where the mention begins in the field, in UTF-16 units'],
  ['end', 'integer', 'where it ends'],
  ['surface', 'text', 'as the text writes it'],
  ['status', 'text', '`certain` or `candidate`'],
  ['nestedIn', 'text', 'organization with the longer name that holds it'],
  ['sentence', 'text', 'sentence of the mention'],
  ['sentenceStart', 'integer', 'where the sentence begins in the field'],
  ['class', 'text', 'tone of the sentence; null: no model knows the language'],
  ['negative', 'number', 'probability of the class'],
  ['neutral', 'number', 'probability of the class'],
  ['positive', 'number', 'probability of the class'],
  ['model', 'text', 'which model it was'],
  ['publicationClass', 'text', 'class of the publication towards the organization'],
  [
    'decidedBy',
    'text',
    'people: `adjudication`, `agreement` (two labels or more), `label` (of one person), `mentions`; or `model`',
  ],
  [
    'words',
    'text',
    'words of the sentence that spoke for `class`, the strongest first; null: no tone, or one of an earlier version',
  ],
  ['wordsAgainst', 'text', 'those that spoke against `class`, the strongest first; null likewise'],
]);

export const mentionCsvHead = csvHead(mentionNotes);

export function mentionCsvLine(record: MentionRecord): string {
  return csvRow(mentionNotes.map(({ name }) => record[name] ?? ''));
}

/** The columns of the Parquet file: their names are in lower case with `_`. */
export const mentionColumns = mentionNotes.map(({ name, ...note }) => ({
  ...{ ...note, name: name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`) },
  of: (record: MentionRecord) => record[name],
}));

/** Mentions as one Parquet file (Snappy). */
export function mentionsParquet(
  records: AsyncIterable<MentionRecord> | readonly MentionRecord[],
): AsyncGenerator<Uint8Array, void> {
  return parquetOf(records, mentionColumns, { mostRows: 5_000 });
}

/** A publication towards an organization, as the daily table `tones` has it. Plain JSON. */
type ToneRecord = Readonly<Record<(typeof toneColumns)[number]['name'], string | number | null>>;

/** The columns of the Parquet file. */
export const toneColumns = notesOf([
  ['publication', 'integer', 'number of the publication in the watch'],
  ['version', 'integer', 'number of its version'],
  ['source', 'text', 'name of the source'],
  ['dated', 'text', 'when it was published, or else first seen (ISO 8601)'],
  ['copy', 'integer', '1: copy of another publication'],
  ['organization', 'text', 'id of the organization'],
  ['class', 'text', 'class of the publication towards the organization'],
  [
    'decided_by',
    'text',
    'people: `adjudication`, `agreement` (two labels or more), `label` (of one person), `mentions`; or `model`',
  ],
  ['models', 'text', 'models of the tones'],
  ['certain', 'integer', 'mentions in no longer name'],
  ['nested', 'integer', 'mentions in longer names'],
  ['candidates', 'integer', 'doubtful mentions'],
  ['score', 'number', 'Σ(p⁺ − p⁻)/√n over the mentions'],
  ['negative', 'number', 'mean over the mentions'],
  ['neutral', 'number', 'mean over the mentions'],
  ['positive', 'number', 'mean over the mentions'],
  ['mixed', 'number', 'how probable it is that a mention is positive and another negative'],
]);

const columns = toneColumns.map(column => ({ ...column, of: (record: ToneRecord) => record[column.name] }));

/** Pairs of publication and organization as one Parquet file (Snappy). Figures are those without mentions in longer names. */
export function tonesParquet(
  pairs: AsyncIterable<JudgedPublication>,
  sources: ReadonlyMap<number, SourceName>,
): AsyncGenerator<Uint8Array, void> {
  return parquetOf(recordsOf(pairs, sources), columns, { mostRows: 5_000 });
}

async function* recordsOf(
  pairs: AsyncIterable<JudgedPublication>,
  sources: ReadonlyMap<number, SourceName>,
): AsyncGenerator<ToneRecord> {
  for await (const pair of pairs) yield toneRecordOf(pair, sources.get(pair.source));
}

function toneRecordOf(pair: JudgedPublication, source: SourceName | undefined): ToneRecord {
  const { publication, version, organization, certain, nested, candidates, models, tone } = pair;
  return {
    ...{ publication, version, organization, certain, nested, candidates, models },
    ...{ source: source?.name ?? String(pair.source), dated: new Date(pair.datedAt).toISOString() },
    ...{ copy: Number(pair.isCopy), class: pair.judgement, decided_by: pair.by },
    ...{ score: tone?.score ?? null, mixed: tone?.mixed ?? null },
    ...{ negative: tone?.p.negative ?? null, neutral: tone?.p.neutral ?? null, positive: tone?.p.positive ?? null },
  };
}
