import type { SiteRow } from '../../domain/protocol/crawl-state.ts';
import type { Ports } from '../../ports.ts';

/**
 * How many turns were parsed that the rows know nothing of. A turn is parsed after its commit, so whatever a process was killed
 * at leaves none: then the rows are older than the objects, as after a restore from a backup.
 */
export async function countTurnsSince(
  { objects }: Pick<Ports, 'objects'>,
  sites: readonly Pick<SiteRow, 'site' | 'turn'>[],
): Promise<number> {
  const last = new Map(sites.map(({ site, turn }) => [site, turn]));
  const turns = (await objects.list('segments/')).map(name => name.split('/').slice(1).map(Number));
  return turns.filter(([site = 0, turn = 0]) => turn > (last.get(site) ?? Number.POSITIVE_INFINITY)).length;
}
