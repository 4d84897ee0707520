import {
  type ListedOrganizations,
  listOrganizations,
} from '../../../shared/place/operations/organization-operations.ts';
import type { WatchPlace } from './watch-place.ts';

/** Organizations that are requested at a time. */
const limit = 1_000;

/** The list of a watch with all of its organizations. */
export async function wholeList({ perform }: Pick<WatchPlace, 'perform'>): Promise<ListedOrganizations> {
  const first = await perform(listOrganizations, { limit });
  const organizations = [...first.organizations];
  for (let { next: cursor } = first; cursor !== undefined; ) {
    const page: ListedOrganizations = await perform(listOrganizations, { limit, cursor });
    organizations.push(...page.organizations);
    cursor = page.next;
  }
  return { ...first, organizations };
}
