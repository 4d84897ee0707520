import { notesOf } from '../../../files/column.ts';
import type { JudgedPublication } from '../table/judged-mentions.ts';
import { parquetOf } from './parquet-of.ts';
import type { SourceName } from './publication-record.ts';

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
  for await (const pair of pairs) yield recordOf(pair, sources.get(pair.source));
}

function recordOf(pair: JudgedPublication, source: SourceName | undefined): ToneRecord {
  const { publication, version, organization, certain, nested, candidates, models, tone } = pair;
  return {
    ...{ publication, version, organization, certain, nested, candidates, models },
    ...{ source: source?.name ?? String(pair.source), dated: new Date(pair.datedAt).toISOString() },
    ...{ copy: Number(pair.isCopy), class: pair.judgement, decided_by: pair.by },
    ...{ score: tone?.score ?? null, mixed: tone?.mixed ?? null },
    ...{ negative: tone?.p.negative ?? null, neutral: tone?.p.neutral ?? null, positive: tone?.p.positive ?? null },
  };
}
