import { type AliasHits, checkList, hitsIn, type ListCheck } from '../mentions/check-organizations.ts';
import { Dictionary } from '../mentions/dictionary.ts';
import type { Organization } from '../mentions/organization.ts';
import { type TextSuggestion, TextSuggestions } from '../mentions/suggest-from-texts.ts';
import type { PublicationStore } from '../store/publication-store.ts';

/** The effect of a list in a watch. */
export interface WatchCheck extends ListCheck {
  /** Every name of the list, with what it gives in the sample. */
  readonly hits: readonly AliasHits[];
  /** Names and people that the sample has beside the list; a person accepts or dismisses each. */
  readonly suggested: readonly TextSuggestion[];
  /** Publications of the sample. */
  readonly sample: number;
}

/** Checks a list on the newest publications of a watch, at most `most` of them. `dismissed`: keys of what is not suggested. */
export async function checkInPublications(
  publications: Pick<PublicationStore, 'find' | 'text'> | undefined,
  organizations: readonly Organization[],
  most: number,
  dismissed: readonly string[],
): Promise<WatchCheck> {
  const texts: string[] = [];
  for (const { id, version, title } of (await publications?.find({}, most)) ?? [])
    texts.push(`${title}\n\n${(await publications?.text(id, version)) ?? ''}`);
  const dictionary = new Dictionary(organizations);
  const isDismissed = new Set(dismissed);
  const suggestions = new TextSuggestions(dictionary, key => isDismissed.has(key));
  for (const text of texts) suggestions.add(text);
  const suggested = suggestions.result();
  return { ...checkList(dictionary), hits: hitsIn(texts, dictionary), suggested, sample: texts.length };
}
