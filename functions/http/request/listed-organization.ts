import { allowance, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { OrganizationService } from '../../../shared/place/organization-service.ts';
import { Problem } from './problem.ts';

/** Throws `Problem` where `organization` is requested and is not in the list of the watch. Undefined or empty: none is requested. */
export async function demandListed(
  watches: Pick<OrganizationService, 'organizations'>,
  watch: string,
  organization: string | undefined,
): Promise<void> {
  if (organization === undefined || organization === '') return;
  const known = await watches.organizations(watch, false);
  if (known?.organizations.some(({ id }) => id === organization) === true) return;
  throw notListed(organization);
}

export function notListed(organization: string): Problem {
  return new Problem(400, [
    refusedValue('organization', organization.slice(0, 200), allowance('no-such-organization')),
  ]);
}
