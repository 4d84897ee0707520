import { allLabels, type LabelStore } from '../labels/label-store.ts';
import type { MentionStore } from '../store/mention-store.ts';
import type { PublicationStore } from '../store/publication-store.ts';
import { type MentioningQuery, mentioningPublications } from './mentioning-rows.ts';
import { withoutMentions } from './selected.ts';

/** How many a filter leaves of the publications of a watch. */
export interface Fitting {
  readonly publications: number;
  /** Mentions in them that people did not reject; absent where mentions do not decide. */
  readonly mentions?: number;
  /** Otherwise there may be more: the place counts no further. */
  readonly isWhole: boolean;
  /** All publications of the watch. */
  readonly all: number;
}

interface CountingStores {
  readonly publications: Pick<PublicationStore, 'find' | 'publication' | 'countFitting' | 'count'>;
  readonly mentions: Pick<MentionStore, 'mentioned' | 'mentions'>;
  readonly labels: Pick<LabelStore, 'labels'>;
}

/** Publications that are looked at, or, where mentions decide, pairs of publication and organization: more would take seconds. */
const mostLooked = 5_000;

/** `isMentioning`: of those that mention an organization of the list, whichever it is. */
export async function countFitting(
  stores: CountingStores,
  query: MentioningQuery,
  isMentioning: boolean,
): Promise<Fitting> {
  const all = await stores.publications.count();
  const plain = isMentioning ? undefined : withoutMentions(query);
  if (plain === undefined) return { ...(await countMentioning(stores, query)), all };
  const { count, isWhole } = await stores.publications.countFitting(plain, mostLooked);
  return { publications: count, isWhole, all };
}

async function countMentioning(
  stores: CountingStores,
  { judgements, ...query }: MentioningQuery,
): Promise<Omit<Fitting, 'all'>> {
  let [publications, mentions, looked] = [0, 0, 0];
  let last: number | undefined;
  for await (const pair of mentioningPublications(stores, await allLabels(stores.labels), query)) {
    if (looked === mostLooked) return { publications, mentions, isWhole: false };
    looked += 1;
    if (judgements?.includes(pair.judgement) === false) continue;
    if (pair.publication !== last) publications += 1;
    last = pair.publication;
    mentions += pair.certain + pair.nested + pair.candidates;
  }
  return { publications, mentions, isWhole: true };
}
