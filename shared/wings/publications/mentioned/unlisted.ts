import { allowance, type Refusal, refusedValue } from '../../../domain/refusal/refusal.ts';

const [mostNames, mostCharacters] = [20, 200];

/** The refusal of an organization that is not in the list, which has these ids. */
export function unlisted(field: string, organization: string, ids: readonly string[]): Refusal {
  const names = ids.length > mostNames ? [...ids.slice(0, mostNames), '…'] : ids;
  const why = allowance('no-such-organization', names.length === 0 ? {} : { names });
  return refusedValue(field, organization.slice(0, mostCharacters), why);
}
