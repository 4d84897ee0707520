import type { WatchService } from '../../../shared/place/watch-service.ts';
import { listedIds } from '../../../shared/wings/publications/mentioned/unlisted.ts';

/** The organizations that a query names. Throws `BadInput` where one is not in the list of the watch. */
export async function listedIn(
  watches: Pick<WatchService, 'organizations'>,
  watch: string,
  named: readonly string[] = [],
): Promise<readonly string[]> {
  if (named.length === 0) return [];
  const known = await watches.organizations(watch);
  return listedIds(
    named,
    (known?.organizations ?? []).map(({ id }) => id),
  );
}
