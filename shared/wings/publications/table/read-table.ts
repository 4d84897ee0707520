import { allLabels, type LabelStore } from '../labels/label-store.ts';
import type { MentionedQuery, MentionStore } from '../store/mention-store.ts';
import { type JudgeOptions, judgedPublications } from './judged-mentions.ts';
import type { RowsBy } from './table-rows.ts';
import { monthOf, monthsFrom, type TableRow, ToneCounts } from './tone-table.ts';

/** The publications and the rows that are counted. */
export interface TableQuery extends Omit<MentionedQuery, 'publications'>, JudgeOptions {
  readonly by: RowsBy;
}

/** A source, by its number. */
export interface NamedSource {
  readonly number: number;
  readonly name: string;
}

/** Publications of a watch towards organizations, counted. Plain JSON. */
export interface ToneTable {
  readonly by: RowsBy;
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
}

export interface TableStores {
  readonly mentions: Pick<MentionStore, 'mentioned' | 'mentions' | 'organizationList' | 'totals' | 'searchProgress'>;
  readonly labels: Pick<LabelStore, 'labels'>;
}

const totalKey = 'total';

/** Reads the table. Rows of organizations are in the order of the list, those without publications too. */
export async function readTable(
  { mentions, labels }: TableStores,
  { by, confidence, isNested, ...query }: TableQuery,
  sources: readonly NamedSource[],
): Promise<ToneTable> {
  const [rows, total] = [new ToneCounts(), new ToneCounts()];
  const models = new Set<string>();
  let disputed = 0;
  let withoutTone = 0;
  const all = judgedPublications(mentions, await allLabels(labels), query, { confidence, isNested });
  for await (const pair of all) {
    rows.add(
      by === 'organization' ? pair.organization : by === 'month' ? monthOf(pair.datedAt) : `${pair.source}`,
      pair,
    );
    total.add(totalKey, pair);
    if (pair.by === 'model' && pair.models !== '') models.add(pair.models);
    if (pair.isDisputed) disputed += 1;
    const figures = isNested ? (pair.toneWithNested ?? pair.tone) : pair.tone;
    if (pair.judgement === 'unclassified' && figures === undefined) withoutTone += 1;
  }
  const list = await mentions.organizationList();
  const totals = by === 'organization' ? [] : await mentions.totals(query);
  const named = {
    organization: () =>
      (list?.organizations ?? [])
        .filter(({ id }) => (query.organization ?? id) === id)
        .map(({ id, name }) => [id, name] as const),
    month: () => monthsFrom([...rows.keys, ...totals.map(({ month }) => month)]).map(month => [month, month] as const),
    source: () =>
      sources
        .filter(({ number }) => query.sources?.includes(number) ?? true)
        .map(({ number, name }) => [`${number}`, name] as const),
  }[by]();
  const known = new Set(named.map(([key]) => key));
  const others = rows.keys.filter(key => !known.has(key)).map(key => [key, key] as const);
  const totalOf = (key: string): number | null =>
    by === 'organization'
      ? null
      : totals
          .filter(each => (by === 'month' ? each.month : `${each.source}`) === key)
          .reduce((sum, { publications }) => sum + publications, 0);
  return {
    by,
    rows: [...named, ...others].map(([key, name]) => rows.row(key, name, totalOf(key))),
    total: total.row(totalKey, totalKey),
    models: [...models].sort(),
    ...{ disputed, withoutTone },
    searched: list === undefined ? null : await mentions.searchProgress({ list: list.digest }),
  };
}
