import { LostObject } from '../../domain/lost-object.ts';
import type { CrawlRow, SiteRow } from '../../domain/protocol/crawl-state.ts';
import { segmentName } from '../../domain/turn/segment.ts';
import type { Losses, Ports, SiteRows } from '../../ports.ts';
import { lossOf } from '../lose-turn.ts';
import { hasFiles } from '../unload/site-file-names.ts';

interface NotePorts extends Pick<Ports, 'clock'> {
  readonly store: Losses & Pick<SiteRows, 'readSites'>;
}

interface LookPorts extends NotePorts {
  readonly objects: Pick<Ports['objects'], 'get'>;
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
    await noteLoss({ store, clock }, row, turn, error.message);
    return true;
  }
}

async function noteLoss(
  { store, clock }: Omit<NotePorts, 'store'> & { readonly store: Losses },
  row: SiteRow,
  turn: number,
  why: string,
): Promise<void> {
  const loss = await lossOf(store, row, { turn, what: 'segment', why }, clock.now());
  if (loss.lost.state === 'open') await store.loseTurn(row.crawl, row.site, loss);
}

/** The same where reading all segments would take too long: notes those that are missing. */
export async function noteMissingSegments(
  { store, clock, objects }: NotePorts & { readonly objects: Pick<Ports['objects'], 'list'> },
  { id }: CrawlRow,
): Promise<void> {
  const names = new Set(await objects.list('segments/'));
  for (const row of (await store.readSites(id)).filter(hasFiles)) {
    let lost = 0;
    for (let turn = 1; turn <= row.turn && lost < mostLost; turn += 1) {
      const name = segmentName(row.site, turn);
      if (names.has(name) || row.pending.has(turn)) continue;
      await noteLoss({ store, clock }, row, turn, `${name} is missing`);
      lost += 1;
    }
  }
}
