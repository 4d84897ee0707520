import { defined } from '../../domain/defined.ts';
import type { ResolvedSpec } from '../../domain/spec/crawl-spec.ts';
import { columnsOf } from '../../files/column.ts';
import type { ResultPart } from '../../steps/unload/result-part.ts';
import { type ReadSite, reportPart } from './report-part.ts';
import type { OrderedPage } from './site-graph/pages-in-order.ts';

interface PickRow extends Pick<OrderedPage, 'page' | 'pick'> {
  readonly url: string;
  readonly reward?: number | undefined;
}

interface RewardsStore {
  readRewards(crawl: string, site: number, skip: number): Promise<readonly number[]>;
}

export const pickColumns = columnsOf<PickRow>([
  ['Page', 'integer', 'number among the pages of the site that count in the budget, from 1', ({ page }) => page],
  ['Url', 'string', 'normalized address', ({ url }) => url],
  [
    'Why',
    'string',
    '`start`, `best` or `oldest`',
    ({ pick }) => (pick === undefined ? 'start' : pick.isOldest === true ? 'oldest' : 'best'),
  ],
  ['Expected', 'double', 'new external links that it was expected to give', ({ pick }) => pick?.expected],
  ['Reward', 'integer', 'new external links that it gave', ({ reward }) => reward],
]);

/** `reports/<site>.picks.csv`: why each page came when it did, if the order of pages was learnt. */
export function picksPart(
  read: ReadSite,
  store: RewardsStore,
  { order }: Pick<ResolvedSpec, 'order'>,
): ResultPart<undefined> {
  if (order === undefined) return { name: 'picks' };
  return reportPart('picks', read, pickColumns, async ({ site }, { row }) => {
    const rewards = await store.readRewards(row.crawl, row.site, 0);
    const rows = function* (): Iterable<PickRow> {
      for (const { address, page, pick } of site.inOrder.pages) {
        const url = site.addresses.at(address);
        if (site.deleted.has(url)) continue;
        yield { url, ...defined({ page, pick }), reward: page === undefined ? undefined : rewards[page - 1] };
      }
    };
    return rows();
  });
}
