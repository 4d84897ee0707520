/** Stores of a watch that hold what a test says. */
import type { LabelClass, LabelRow } from '../../../../../shared/wings/publications/labels/label.ts';
import type {
  MentionedPublication,
  MentionedQuery,
  StoredMention,
} from '../../../../../shared/wings/publications/store/mention-store.ts';
import type { PublicationRow } from '../../../../../shared/wings/publications/store/publication-store.ts';
import type { TableQuery } from '../../../../../shared/wings/publications/table/read-table.ts';

const at = Date.UTC(2016, 5, 15);
export const plain: TableQuery = { by: 'organization', confidence: 0, isNested: false };

export function pair(given: Partial<MentionedPublication> & { publication: number }): MentionedPublication {
  return {
    ...{ organization: 'msu', version: 1, source: 1, datedAt: at, isCopy: false, models: 'a' },
    ...{ certain: 1, nested: 0, candidates: 0, tone: undefined, toneWithNested: undefined },
    ...given,
  };
}

export function label(
  publication: number,
  organization: string,
  said: LabelClass,
  given: Partial<LabelRow> = {},
): LabelRow {
  return {
    ...{
      id: publication,
      publication,
      version: 1,
      organization,
      class: said,
      isAdjudication: false,
      annotator: 'Анна',
    },
    ...{ at, sampling: 'random' },
    ...given,
  };
}

/** `mentions`: of each publication. */
export function storesOf(
  pairs: readonly MentionedPublication[],
  labels: readonly LabelRow[],
  names: readonly string[],
  mentions: readonly StoredMention[] = [],
) {
  const organizations = names.map(id => ({ id, name: id, aliases: [] }));
  return {
    publications: { rows: async (): Promise<readonly PublicationRow[]> => [], text: async () => undefined },
    mentions: {
      mentioned: async (_: MentionedQuery, most: number, after?: { publication: number; organization: string }) => {
        const from = after === undefined ? 0 : pairs.findIndex(each => each.publication === after.publication) + 1;
        return pairs.slice(from, from + most);
      },
      mentions: async () => mentions,
      organizationList: async () => ({ digest: 'd', setAt: at, organizations }),
      totals: async () => [{ source: 1, month: '2016-08', publications: 7 }],
      searchProgress: async () => ({ searched: 0, all: 0 }),
    },
    labels: { labels: async (after: number, most: number) => labels.filter(({ id }) => id > after).slice(0, most) },
  };
}
