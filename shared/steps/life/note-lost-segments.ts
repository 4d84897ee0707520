import { LostObject } from '../../domain/lost-object.ts';
import type { CrawlRow, SiteRow } from '../../domain/protocol/crawl-state.ts';
import { segmentName } from '../../domain/turn/segment.ts';
import type { Losses, Ports, SiteRows } from '../../ports.ts';
import { lossOf } from '../lose-turn.ts';
import { hasFiles } from '../unload/site-file-names.ts';

interface LookPorts extends Pick<Ports, 'clock'> {
  readonly objects: Pick<Ports['objects'], 'get'>;
  readonly store: Losses & Pick<SiteRows, 'readSites'>;
}

/**
 * Looks for segments of a finished crawl that were lost since: reads them all. Notes the turns that can be fetched again, so that a
 * resume takes them up. What nobody can bring back is not noted, for the results that are there have it.
 */
export async function noteLostSegments(ports: LookPorts, { id }: CrawlRow): Promise<void> {
  for (const row of (await ports.store.readSites(id)).filter(hasFiles)) await noteOfSite(ports, row);
}

/** Lost segments of one site after which nobody looks for more: the unloader finds the rest. */
const mostLost = 100;

async function noteOfSite(ports: LookPorts, row: SiteRow): Promise<void> {
  let lost = 0;
  for (let turn = 1; turn <= row.turn && lost < mostLost; turn += 1)
    if (!row.pending.has(turn) && (await noteIfLost(ports, row, turn))) lost += 1;
}

async function noteIfLost({ store, objects, clock }: LookPorts, row: SiteRow, turn: number): Promise<boolean> {
  try {
    await objects.get(segmentName(row.site, turn));
    return false;
  } catch (error) {
    if (!(error instanceof LostObject)) throw error;
    const loss = await lossOf(store, row, { turn, what: 'segment', why: error.message }, clock.now());
    if (loss.lost.state === 'open') await store.loseTurn(row.crawl, row.site, loss);
    return true;
  }
}
