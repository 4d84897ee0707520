import { defined } from '../../../domain/defined.ts';
import type { LabelRow } from '../labels/label.ts';
import type { MentionedAfter, MentionedPublication, MentionedQuery, MentionStore } from '../store/mention-store.ts';
import * as Publications from '../store/publication-store.ts';
import { Judge, type JudgedPublication, type JudgeOptions, judgedPublications } from './judged-mentions.ts';
import type { Judgement } from './tone-table.ts';

export interface MentioningQuery extends Publications.PublicationQuery, JudgeOptions {
  readonly organizations?: readonly string[];
  /** Absent: any. */
  readonly judgements?: readonly Judgement[];
}

export interface MentioningStores {
  readonly publications: Pick<Publications.PublicationStore, 'find' | 'publication'>;
  readonly mentions: Pick<MentionStore, 'mentioned' | 'mentions'>;
}

const atOnce = 200;

/** Publications and organizations that fit, the newest publication first: what is behind a number of the table. */
export async function* mentioningPublications(
  { publications, mentions }: MentioningStores,
  labels: readonly LabelRow[],
  { judgements, ...query }: MentioningQuery,
  before?: Publications.ListPlace,
): AsyncGenerator<JudgedPublication> {
  const { words, cluster, language, confidence, isNested, ...pairs } = query;
  const options = { confidence, isNested };
  const all =
    words === undefined && cluster === undefined && language === undefined
      ? judgedPublications(mentions, labels, { ...pairs, isByDate: true }, options, before)
      : foundFirst(publications, mentions, new Judge(mentions, labels, options), query, before);
  for await (const each of all) if (judgements?.includes(each.judgement) ?? true) yield each;
}

/** Searched by words first, for mentions have no index of words. */
async function* foundFirst(
  publications: MentioningStores['publications'],
  mentions: MentioningStores['mentions'],
  judge: Judge,
  { organizations, confidence: _, isNested: __, ...query }: Omit<MentioningQuery, 'judgements'>,
  start: Publications.ListPlace | undefined,
): AsyncGenerator<JudgedPublication> {
  let before = start;
  for (;;) {
    const rows: readonly Publications.PublicationRow[] = await publications.find(query, atOnce, before);
    const last = rows.at(-1);
    if (last === undefined) return;
    before = Publications.placeOf(last);
    const asked: MentionedQuery = {
      ...{ publications: rows.map(({ id }) => id), isByDate: true },
      ...defined({ organizations }),
    };
    // A publication may name each organization of the list.
    for (let after: MentionedAfter | undefined; ; ) {
      const pairs: readonly MentionedPublication[] = await mentions.mentioned(asked, atOnce, after);
      for (const pair of pairs) yield await judge.judged(pair);
      if (pairs.length < atOnce) break;
      after = pairs.at(-1);
    }
  }
}

/** Each publication once. */
export async function* rowsOf(
  store: Pick<Publications.PublicationStore, 'publication'>,
  pairs: AsyncIterable<JudgedPublication>,
  most: number,
): AsyncGenerator<Publications.PublicationRow> {
  let last: number | undefined;
  let left = most;
  for await (const { publication } of pairs) {
    if (publication === last) continue;
    if (left <= 0) return;
    last = publication;
    const row = await store.publication(publication);
    if (row === undefined) continue;
    left -= 1;
    yield row;
  }
}
