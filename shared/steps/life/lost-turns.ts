import { LostObject } from '../../domain/lost-object.ts';
import type { CrawlRow, SiteRow } from '../../domain/protocol/crawl-state.ts';
import { isToFetchAgain } from '../../domain/protocol/lost-turn.ts';
import { segmentName } from '../../domain/turn/segment.ts';
import type { CrawlRows, Losses, Ports, SiteRows } from '../../ports/ports.ts';
import { lossOf } from '../lose-turn.ts';
import type { PageBudget } from '../page-budget.ts';
import { hasFiles } from '../unload/site-file-names.ts';
import { wakesOf } from '../wake.ts';
import { reopened } from './resume-crawl.ts';

interface FetchLostPorts extends Pick<Ports, 'clock' | 'queue'> {
  readonly store: Pick<CrawlRows, 'reopen'> & Pick<SiteRows, 'readSites'>;
  readonly budget: Pick<PageBudget, 'reopening'>;
}

/** Continues a crawl that has ended, only for sites whose lost turns must be fetched again. */
export async function fetchLost({ clock, store, queue, budget }: FetchLostPorts, crawl: CrawlRow): Promise<void> {
  const now = clock.now();
  const { id, spec, deadline } = crawl;
  const open = (await store.readSites(id)).filter(isToFetchAgain);
  const grantOf = await budget.reopening(id, spec);
  const sites = open.map(row => reopened(row, spec, { grant: grantOf(row), now }));
  await store.reopen(id, { spec, ...(deadline !== undefined && { deadline }), sites });
  await queue.send((await store.readSites(id)).filter(({ status }) => status === 'active').flatMap(wakesOf));
}

interface LookPorts extends Pick<Ports, 'clock'> {
  readonly objects: Pick<Ports['objects'], 'get'>;
  readonly store: Losses & Pick<SiteRows, 'readSites'>;
}

/**
 * Reads all segments of a finished crawl to find lost ones. Notes the turns that can be fetched again, so that a resume
 * does so. Turns that cannot be fetched again are not noted, because the existing results contain them.
 */
export async function noteLostSegments(ports: LookPorts, { id }: CrawlRow): Promise<void> {
  for (const row of (await ports.store.readSites(id)).filter(hasFiles)) await noteOfSite(ports, row);
}

/** After so many lost segments of one site the search ends; writing the results finds the rest. */
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
  { store, clock }: Omit<LookPorts, 'objects'>,
  row: SiteRow,
  turn: number,
  why: string,
): Promise<void> {
  const loss = await lossOf(store, row, { turn, what: 'segment', why }, clock.now());
  if (loss.lost.state === 'open') await store.loseTurn(row.crawl, row.site, loss);
}

/** Like `noteLostSegments` without reading the segments: notes only missing ones. */
export async function noteMissingSegments(
  { store, clock, objects }: Omit<LookPorts, 'objects'> & { readonly objects: Pick<Ports['objects'], 'list'> },
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

/**
 * How many parsed turns the rows do not know. A turn is parsed after its commit, so a killed process leaves none: if
 * there are some, the rows are older than the objects, as after a restore from a backup.
 */
export async function countTurnsSince(
  { objects }: Pick<Ports, 'objects'>,
  sites: readonly Pick<SiteRow, 'site' | 'turn'>[],
): Promise<number> {
  const last = new Map(sites.map(({ site, turn }) => [site, turn]));
  const turns = (await objects.list('segments/')).map(name => name.split('/').slice(1).map(Number));
  return turns.filter(([site = 0, turn = 0]) => turn > (last.get(site) ?? Number.POSITIVE_INFINITY)).length;
}
