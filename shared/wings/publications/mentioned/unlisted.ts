import { allowance, BadInput, type Refusal, refusedValue } from '../../../domain/refusal/refusal.ts';
import { splitNames } from '../../../domain/spec/decode-setting.ts';

const [mostNames, mostCharacters] = [20, 200];

/** The refusal of an organization that is not in the list, which has these ids. */
export function unlisted(field: string, organization: string, ids: readonly string[]): Refusal {
  const names = ids.length > mostNames ? [...ids.slice(0, mostNames), '…'] : ids;
  const why = allowance('no-such-organization', names.length === 0 ? {} : { names });
  return refusedValue(field, organization.slice(0, mostCharacters), why);
}

/** Organizations that are asked about, by their ids; a text that is none has several, with commas between. Throws `BadInput`. */
export function listedIds(texts: readonly string[], ids: readonly string[]): readonly string[] {
  const named = texts.flatMap(text => (ids.includes(text) ? [text] : splitNames(text)));
  const unknown = named.find(each => !ids.includes(each));
  if (unknown !== undefined) throw new BadInput([unlisted('organization', unknown, ids)]);
  return [...new Set(named)];
}
