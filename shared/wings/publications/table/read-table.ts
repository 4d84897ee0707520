import { allLabels, type LabelStore } from '../labels/label-store.ts';
import type { MentionedQuery, MentionStore } from '../store/mention-store.ts';
import type { PublicationStore } from '../store/publication-store.ts';
import { type JudgedPublication, type JudgeOptions, judgedPublications } from './judged-mentions.ts';
import { type Quotation, QuotationChoice, readQuotations } from './quotations.ts';
import { withSections } from './sections.ts';
import type { RowsAcross, RowsBy } from './table-rows.ts';
import { isMention, monthOf, monthsFrom, type TableRow, ToneCounts, voiceOf } from './tone-table.ts';

/** The publications and the rows that are counted. */
export interface TableQuery extends Omit<MentionedQuery, 'publications'>, JudgeOptions {
  readonly by: RowsBy;
  /** Splits the rows of organizations. */
  readonly across?: RowsAcross;
  /** Sentences behind each number of a class; absent: none. */
  readonly quotes?: number;
}

/** A source, by its number. */
export interface NamedSource {
  readonly number: number;
  readonly name: string;
}

/** Publications of a watch towards organizations, counted. Plain JSON. */
export interface ToneTable {
  readonly by: RowsBy;
  readonly across: RowsAcross | null;
  /** Of organizations × parts more than 100,000, those with a publication alone. */
  readonly rows: readonly TableRow[];
  /** All rows together: a publication counts once for each organization that it mentions. */
  readonly total: TableRow;
  /** Names of the models whose tones were counted; more than one are not to be compared. */
  readonly models: readonly string[];
  /** Publications on which people disagree; the model's class counts there. */
  readonly disputed: number;
  /** Publications without a class, since no model knows their language. */
  readonly withoutTone: number;
  /** Publications that were searched with the present list, of all that are stored. */
  readonly searched: { readonly searched: number; readonly all: number } | null;
  /** The newest of each cell, if they were requested. */
  readonly quotations: readonly Quotation[];
  /** Names of the sources of the quotations, and of the query. */
  readonly sources: Readonly<Record<number, string>>;
}

export interface TableStores {
  readonly publications: Pick<PublicationStore, 'rows' | 'text'>;
  readonly mentions: Pick<MentionStore, 'mentioned' | 'mentions' | 'organizationList' | 'totals' | 'searchProgress'>;
  readonly labels: Pick<LabelStore, 'labels'>;
}

const mostRows = 100_000;
const totalKey = 'total';
/** The part of a table whose rows are not split. */
const whole = '';

/** Reads the table. Rows of organizations are in the order of the list, those without publications too. */
export async function readTable(
  stores: TableStores,
  query: TableQuery,
  sources: readonly NamedSource[],
): Promise<ToneTable> {
  const { by, across, organizations, quotes = 0 } = query;
  const counts = await count(stores, query);
  const list = await stores.mentions.organizationList();
  const totals = by === 'organization' && across !== 'month' ? [] : await stores.mentions.totals(query);
  const named = (kind: RowsBy): readonly (readonly [key: string, name: string])[] => {
    const keys = kind === across ? [...counts.parts.keys()] : counts.keys();
    const known = {
      organization: () =>
        (list?.organizations ?? [])
          .filter(({ id }) => organizations?.includes(id) ?? true)
          .map(({ id, name }) => [id, name] as const),
      month: () => monthsFrom([...keys, ...totals.map(({ month }) => month)]).map(month => [month, month] as const),
      source: () =>
        sources
          .filter(({ number }) => query.sources?.includes(number) ?? true)
          .map(({ number, name }) => [`${number}`, name] as const),
      section: () => counts.sections(keys),
    }[kind]();
    const names = new Set(known.map(([key]) => key));
    return [...known, ...keys.filter(key => !names.has(key)).map(key => [key, key] as const)];
  };
  const sums = new Map<string, number>();
  for (const { month, source, publications } of totals) {
    const key = by === 'month' ? month : `${source}`;
    sums.set(key, (sums.get(key) ?? 0) + publications);
  }
  const totalOf = (key: string): number | null =>
    by === 'organization' || by === 'section' ? null : (sums.get(key) ?? 0);
  const [names, parts] = [named(by), across === undefined ? [[whole, whole] as const] : named(across)];
  const isSparse = names.length * parts.length > mostRows;
  const rows = names.flatMap(([key, name]) =>
    parts.flatMap(([part, partName]) => {
      if (isSparse && !counts.has(key, part)) return [];
      const row = counts.row({ key, name, part, publications: totalOf(key) });
      return [{ ...row, part: across === undefined ? null : { key: part, name: partName } }];
    }),
  );
  const chosen = counts.quotations.inOrder(rows.map(({ key, part }) => ({ key, part: part?.key ?? null })));
  const told = new Set([...chosen.map(({ pair }) => pair.source), ...(query.sources ?? [])]);
  return {
    ...{ by, across: across ?? null, rows, total: counts.total.row(totalKey, totalKey) },
    ...{ models: [...counts.models].sort(), disputed: counts.disputed, withoutTone: counts.withoutTone },
    searched: list === undefined ? null : await stores.mentions.searchProgress({ list: list.digest }),
    quotations: quotes === 0 ? [] : await readQuotations(stores, chosen, query.models),
    sources: Object.fromEntries(
      sources.filter(({ number }) => told.has(number)).map(({ number, name }) => [number, name]),
    ),
  };
}

async function count({ publications, mentions, labels }: TableStores, query: TableQuery): Promise<Counts> {
  const { by, across, organizations, confidence, isNested, quotes: _, ...selecting } = query;
  const counts = new Counts(query);
  const pairs = judgedPublications(mentions, await allLabels(labels), selecting, { confidence, isNested });
  if (by !== 'section' && across !== 'section') for await (const pair of pairs) counts.add(pair, '');
  else for await (const [pair, section] of withSections(publications, pairs)) counts.add(pair, section);
  return counts;
}

/** The subject of a row, and the part of the split organization. */
type Counted = Pick<TableRow, 'key' | 'name' | 'publications'> & { readonly part: string };

/** The counts of a table, by parts. */
class Counts {
  readonly parts = new Map<string, ToneCounts>();
  readonly total = new ToneCounts();
  readonly models = new Set<string>();
  disputed = 0;
  withoutTone = 0;
  readonly quotations: QuotationChoice;
  readonly #query: TableQuery;
  /** Mentions of all organizations, by what their shares are of. */
  readonly #voices = new Map<string, number>();
  /** Names of sections by their keys, as the newest publication writes them. */
  readonly #sections = new Map<string, { readonly name: string; count: number }>();

  constructor(query: TableQuery) {
    this.#query = query;
    this.quotations = new QuotationChoice(query.quotes ?? 0);
  }

  add(pair: JudgedPublication, section: string): void {
    const { by, across, organizations } = this.#query;
    const [key, part] = [keyOf(by, pair, section), across === undefined ? whole : keyOf(across, pair, section)];
    if (isMention(pair.judgement)) {
      const voices = this.#voicesOf(key, part);
      this.#voices.set(voices, (this.#voices.get(voices) ?? 0) + 1);
    }
    if (organizations?.includes(pair.organization) === false) return;
    const counts = this.parts.get(part) ?? new ToneCounts();
    this.parts.set(part, counts);
    counts.add(key, pair);
    this.total.add(totalKey, pair);
    this.quotations.add(key, across === undefined ? null : part, pair);
    if (pair.by === 'model' && pair.models !== '') this.models.add(pair.models);
    if (pair.isDisputed) this.disputed += 1;
    const figures = this.#query.isNested ? (pair.toneWithNested ?? pair.tone) : pair.tone;
    if (pair.judgement === 'unclassified' && figures === undefined) this.withoutTone += 1;
    if (by === 'section' || across === 'section') this.#addSection(section);
  }

  #addSection(name: string): void {
    const key = name.toLowerCase();
    const known = this.#sections.get(key) ?? { name, count: 0 };
    known.count += 1;
    this.#sections.set(key, known);
  }

  #voicesOf(key: string, part: string): string {
    return this.#query.by === 'organization' ? part : key;
  }

  keys(): readonly string[] {
    return [...new Set([...this.parts.values()].flatMap(({ keys }) => keys))];
  }

  has(key: string, part: string): boolean {
    return this.parts.get(part)?.has(key) === true;
  }

  /** The most frequent first. */
  sections(keys: readonly string[]): readonly (readonly [string, string])[] {
    const known = keys.map(key => [key, this.#sections.get(key)!] as const);
    known.sort(([a, first], [b, second]) => second.count - first.count || (a < b ? -1 : 1));
    return known.map(([key, { name }]) => [key, name]);
  }

  row({ key, name, part, publications }: Counted): TableRow {
    const { by, organizations } = this.#query;
    const row = (this.parts.get(part) ?? new ToneCounts()).row(key, name, publications);
    const of = this.#voices.get(this.#voicesOf(key, part)) ?? 0;
    const isVoice = by === 'organization' || organizations !== undefined;
    return { ...row, voice: isVoice ? voiceOf({ count: row.n + row.unclassified, of }) : null };
  }
}

function keyOf(kind: RowsBy, { organization, datedAt, source }: JudgedPublication, section: string): string {
  switch (kind) {
    case 'organization':
      return organization;
    case 'month':
      return monthOf(datedAt);
    case 'source':
      return `${source}`;
    case 'section':
      return section.toLowerCase();
  }
}
