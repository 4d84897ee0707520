import type { EffectiveSource } from '../labels/opinion.ts';
import { chunksOf } from '../store/chunks-of.ts';
import type { MentionStore, StoredMention } from '../store/mention-store.ts';
import { newestFirst, type PublicationRow, type PublicationStore } from '../store/publication-store.ts';
import type { JudgedPublication } from './judged-mentions.ts';
import { isMention, type MentionClass, tableClasses } from './tone-table.ts';

/** A sentence behind a number of the table. Plain JSON. */
export interface Quotation {
  /** Of the row. */
  readonly key: string;
  readonly part: string | null;
  readonly organization: string;
  readonly class: MentionClass;
  readonly by: EffectiveSource;
  readonly sentence: string;
  /** Words that spoke for the class, the strongest first; none where the model gave another class. */
  readonly words: readonly string[];
  readonly title: string;
  /** Number of the source. */
  readonly source: number;
  /** ISO 8601. */
  readonly dated: string;
  readonly url: string;
}

/** Sentences of one table, however many cells it has. */
const mostQuotations = 500;
const mostCharacters = 400;
/** Texts in memory at once. */
const readAtOnce = 20;

interface Chosen {
  readonly key: string;
  readonly part: string | null;
  readonly judgement: MentionClass;
  readonly pair: JudgedPublication;
}

/** Chooses the newest publications of each cell, whatever the order in which they come. */
export class QuotationChoice {
  readonly #cells = new Map<string, Chosen[]>();
  readonly #perCell: number;

  constructor(perCell: number) {
    this.#perCell = perCell;
  }

  add(key: string, part: string | null, pair: JudgedPublication): void {
    const { judgement } = pair;
    if (this.#perCell === 0 || !isMention(judgement)) return;
    const cell = JSON.stringify([key, part, judgement]);
    const known = this.#cells.get(cell) ?? [];
    this.#cells.set(cell, known);
    known.push({ key, part, judgement, pair });
    known.sort((a, b) => newestFirst(placeOf(a), placeOf(b)));
    known.length = Math.min(known.length, this.#perCell);
  }

  /** In the order of the rows, each cell's newest first; where there are too many, the first rows have them. */
  inOrder(rows: readonly { readonly key: string; readonly part: string | null }[]): readonly Chosen[] {
    const all: Chosen[] = [];
    for (const { key, part } of rows)
      for (const judgement of [...tableClasses, 'unclassified'])
        all.push(...(this.#cells.get(JSON.stringify([key, part, judgement])) ?? []));
    return all.slice(0, mostQuotations);
  }
}

function placeOf({ pair }: Chosen) {
  return { datedAt: pair.datedAt, id: pair.publication };
}

interface QuotedStores {
  readonly publications: Pick<PublicationStore, 'rows' | 'text'>;
  readonly mentions: Pick<MentionStore, 'mentions'>;
}

/** Reads the sentences. A publication that has a new version by now is left out. */
export async function readQuotations(
  { publications, mentions }: QuotedStores,
  chosen: readonly Chosen[],
  models: string | undefined,
): Promise<readonly Quotation[]> {
  const found = await publications.rows([...new Set(chosen.map(({ pair }) => pair.publication))]);
  const rows = new Map(found.map(row => [row.id, row]));
  const quotations: Quotation[] = [];
  for await (const some of chunksOf(chosen, readAtOnce)) {
    const read = await Promise.all(
      some.map(
        async each => await quotationOf(each, rows.get(each.pair.publication), { publications, mentions, models }),
      ),
    );
    quotations.push(...read.flatMap(each => each ?? []));
  }
  return quotations;
}

/** Undefined if the publication has a new version by now. */
async function quotationOf(
  { key, part, judgement, pair }: Chosen,
  row: PublicationRow | undefined,
  { publications, mentions, models }: QuotedStores & { readonly models: string | undefined },
): Promise<Quotation | undefined> {
  const { publication, version, organization, by, source, datedAt } = pair;
  if (row?.version !== version) return undefined;
  const text = await publications.text(publication, version);
  const all = await mentions.mentions(publication, version, models);
  const mention = speaking(
    all.filter(each => each.organization === organization),
    judgement,
  );
  if (text === undefined || mention === undefined) return undefined;
  return {
    ...{ key, part, organization, class: judgement, by, title: row.title, source, url: row.address },
    sentence: sentenceOf(mention.field === 'title' ? row.title : text, mention),
    words: mention.tone?.class === judgement ? (mention.tone.words ?? []) : [],
    dated: new Date(datedAt).toISOString(),
  };
}

/** The mention that speaks most for the class; else the first that counts. */
function speaking(mentions: readonly StoredMention[], judgement: MentionClass): StoredMention | undefined {
  const sure = mentions.filter(({ status }) => status === 'certain' || status === 'confirmed');
  const said = sure.filter(({ tone }) => tone?.class === judgement);
  const weight = ({ tone }: StoredMention): number => tone?.p[tone.class] ?? 0;
  return said.toSorted((a, b) => weight(b) - weight(a))[0] ?? sure[0];
}

/** The sentence of a mention; of a long one the part around it. */
function sentenceOf(text: string, { sentenceStart, sentenceEnd, start, end }: StoredMention): string {
  const whole = sentenceEnd - sentenceStart <= mostCharacters;
  const spare = Math.max(0, mostCharacters - (end - start)) >> 1;
  const from = whole ? sentenceStart : Math.max(sentenceStart, start - spare);
  const to = whole ? sentenceEnd : Math.min(sentenceEnd, from + mostCharacters);
  const shown = text.slice(from, to).toWellFormed().replaceAll(/\s+/g, ' ').trim();
  return `${from > sentenceStart ? '…' : ''}${shown}${to < sentenceEnd ? '…' : ''}`;
}
