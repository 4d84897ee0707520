import type { LocalArchive } from '../../../shared/adapters/local/open.ts';
import type { CrawlRow, SiteRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { BadInput, refusal } from '../../../shared/domain/refusal/refusal.ts';
import type { pageOrders } from '../../../shared/domain/spec/crawl-spec.ts';
import { decodeSegment, segmentName } from '../../../shared/domain/turn/segment.ts';
import { RewardReader } from '../../../shared/wings/sets/simulate/reward-sequence.ts';
import { sequenceInOrder } from '../../../shared/wings/sets/simulate/sequence-in-order.ts';
import { SiteGraphReader } from '../../../shared/wings/sets/simulate/site-graph.ts';
import { readCrawl } from '../read-crawl.ts';

export interface CrawledSite {
  readonly directory: string;
  /** Its number in that crawl. */
  readonly site: number;
  readonly origin: string;
  readonly status: SiteRow['status'];
  readonly delayMs: number;
  /** New external links of each page: as the pages came, or in breadth-first order where an order is requested. */
  readonly rewards: readonly number[];
  /** The same in the requested order. */
  readonly asRead: readonly number[];
}

export type RequestedOrder = (typeof pageOrders)[number] | undefined;

/**
 * The sites of a finished crawl by number, without removed sites and sites that are the same as an earlier site. Throws
 * `BadInput`.
 */
export async function readSequences(directory: string, order?: RequestedOrder): Promise<readonly CrawledSite[]> {
  return await readCrawl(directory, async (archive, crawl) => {
    demandFinished(crawl, directory);
    if (order === 'links' && crawl.spec.order !== 'links')
      throw new BadInput([refusal('replay-unordered', { directory })]);
    await archive.store.verify();
    const rows = await archive.store.readSites(crawl.id);
    const sites: CrawledSite[] = [];
    for (const row of rows.filter(({ status }) => status !== 'same-as' && status !== 'removed')) {
      const { site, origin, status, delayMs } = row;
      const read = await sequencesOf(archive, row, directory, crawl.spec.order === 'links' ? order : undefined);
      sites.push({ ...{ directory, site, origin, status, delayMs }, ...read });
    }
    return sites;
  });
}

async function sequencesOf(
  { objects }: LocalArchive,
  row: SiteRow,
  directory: string,
  order: RequestedOrder,
): Promise<Pick<CrawledSite, 'rewards' | 'asRead'>> {
  const rewards = new RewardReader();
  const reader = new SiteGraphReader();
  for (let turn = 1; turn <= row.turn; turn += 1) {
    const name = segmentName(row.site, turn);
    try {
      const segment = decodeSegment(await objects.get(name));
      if (order === undefined) rewards.addSegment(segment);
      else reader.addSegment(segment);
    } catch (error) {
      throw new BadInput([
        refusal('replay-unreadable', {
          directory,
          origin: row.origin,
          name,
          why: error instanceof Error ? error.message : String(error),
        }),
      ]);
    }
  }
  if (order === undefined) return { rewards: rewards.rewards, asRead: rewards.rewards };
  const graph = reader.graph();
  const breadthFirst = sequenceInOrder(graph, 'breadth-first');
  return { rewards: breadthFirst, asRead: order === 'links' ? sequenceInOrder(graph, order) : breadthFirst };
}

function demandFinished({ state }: CrawlRow, directory: string): void {
  if (state === 'finished') return;
  throw new BadInput([refusal('replay-unfinished', { directory })]);
}
