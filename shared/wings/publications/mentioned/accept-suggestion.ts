import { allowance, BadInput, refusedValue } from '../../../domain/refusal/refusal.ts';
import { type Alias, type Organization, plainAlias } from '../mentions/organization.ts';
import { isOfListed, suggestionKey, type TextSuggestion } from '../mentions/suggest-from-texts.ts';
import type { MentionStore } from '../store/mention-store.ts';
import { unlisted } from './unlisted.ts';

/** The suggestion that a person decides: its kind, its text and, where it is of one of the list, the organization. */
export type SuggestionOrder = Pick<TextSuggestion, 'kind' | 'text' | 'organization'>;

/**
 * The list with an accepted suggestion: an abbreviation is a name of its organization, a person a name that needs another one beside
 * it, and anything else a new organization. Throws `BadInput` where the list lacks the organization.
 */
export function withSuggestion(list: readonly Organization[], order: SuggestionOrder): readonly Organization[] {
  const { kind, text, organization } = order;
  if (!isOfListed(kind)) {
    if (list.some(({ aliases }) => aliases.some(each => each.text === text))) return list;
    return [...list, { id: freeId(list, text), name: text, aliases: [plainAlias(text)] }];
  }
  const at = list.findIndex(({ id }) => id === organization);
  const known = list[at];
  const ids = list.map(({ id }) => id);
  if (known === undefined) throw new BadInput([unlisted('organization', organization ?? '', ids)]);
  if (known.aliases.some(each => each.text === text)) return list;
  const alias: Alias = { ...plainAlias(text), ...(kind === 'role' && { certainty: 'needs-evidence' }) };
  return list.with(at, { ...known, aliases: [...known.aliases, alias] });
}

/** Suggestions that a watch remembers as dismissed. */
const mostDismissed = 10_000;

/** A suggestion is not made again. Throws `BadInput` where the watch remembers too many. */
export async function dismissSuggestion(
  mentions: Pick<MentionStore, 'dismissed' | 'dismiss'>,
  order: SuggestionOrder,
  at: number,
): Promise<void> {
  const { length } = await mentions.dismissed();
  if (length >= mostDismissed)
    throw new BadInput([refusedValue('text', length + 1, allowance('list-count', { most: mostDismissed }))]);
  await mentions.dismiss(suggestionKey(order), at);
}

/** Letters and digits of a name with hyphens between, and a number where another organization has this id. */
function freeId(list: readonly Organization[], text: string): string {
  const ids = new Set(list.map(({ id }) => id));
  const words = text.toLowerCase().match(/[\p{L}\p{Nd}]+/gu) ?? ['organization'];
  const plain = words.join('-').slice(0, 60);
  let id = plain;
  for (let number = 2; ids.has(id); number++) id = `${plain}-${number}`;
  return id;
}
