import type { LocalArchive } from '../../../shared/adapters/local/open.ts';
import type { CrawlRow, SiteRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { BadInput, refusal } from '../../../shared/domain/refusal/refusal.ts';
import { decodeSegment, segmentName } from '../../../shared/domain/turn/segment.ts';
import { RewardReader } from '../../../shared/wings/sets/simulate/reward-sequence.ts';
import { readCrawl } from '../read-crawl.ts';

export interface CrawledSite {
  readonly directory: string;
  /** Its number in that crawl. */
  readonly site: number;
  readonly origin: string;
  readonly status: SiteRow['status'];
  readonly delayMs: number;
  /** New external links of each page, in page order. */
  readonly rewards: readonly number[];
}

/**
 * The sites of a finished crawl by number, without removed sites and sites that are the same as an earlier site. Throws
 * `BadInput`.
 */
export async function readSequences(directory: string): Promise<readonly CrawledSite[]> {
  return await readCrawl(directory, async (archive, crawl) => {
    demandFinished(crawl, directory);
    await archive.store.verify();
    const rows = await archive.store.readSites(crawl.id);
    const sites: CrawledSite[] = [];
    for (const row of rows.filter(({ status }) => status !== 'same-as' && status !== 'removed')) {
      const { site, origin, status, delayMs } = row;
      sites.push({ directory, site, origin, status, delayMs, rewards: await rewardsOf(archive, row, directory) });
    }
    return sites;
  });
}

async function rewardsOf({ objects }: LocalArchive, row: SiteRow, directory: string): Promise<readonly number[]> {
  const reader = new RewardReader();
  for (let turn = 1; turn <= row.turn; turn += 1) {
    const name = segmentName(row.site, turn);
    try {
      reader.addSegment(decodeSegment(await objects.get(name)));
    } catch (error) {
      throw new BadInput([
        refusal('replay-unreadable', { directory, origin: row.origin, name, why: messageOf(error) }),
      ]);
    }
  }
  return reader.rewards;
}

function demandFinished({ state }: CrawlRow, directory: string): void {
  if (state === 'finished') return;
  throw new BadInput([refusal('replay-unfinished', { directory })]);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
