import type { WatchService } from '../../../shared/place/watch-service.ts';
import { unlisted } from '../../../shared/wings/publications/mentioned/unlisted.ts';
import { Problem } from './problem.ts';

/** Throws `Problem` where `organization` is requested and is not in the list of the watch. Undefined or empty: none is requested. */
export async function demandListed(
  watches: Pick<WatchService, 'organizations'>,
  watch: string,
  organization: string | undefined,
): Promise<void> {
  if (organization === undefined || organization === '') return;
  const known = await watches.organizations(watch);
  const ids = (known?.organizations ?? []).map(({ id }) => id);
  if (!ids.includes(organization)) throw new Problem(400, [unlisted('organization', organization, ids)]);
}
