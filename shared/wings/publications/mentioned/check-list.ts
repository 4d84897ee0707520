import { oncePerKey } from '../../../domain/once-per-key.ts';
import { type AliasHits, checkList, hitsIn, type ListCheck } from '../mentions/check-organizations.ts';
import type { Dictionary } from '../mentions/dictionary.ts';
import { type FoundMentions, findMentions } from '../mentions/find-mentions.ts';
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

/** The texts of the newest publications of a watch, at most `most` of them. */
export async function newestTexts(
  publications: Pick<PublicationStore, 'find' | 'text'> | undefined,
  most: number,
): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const { id, version, title } of (await publications?.find({}, most)) ?? [])
    texts.push(`${title}\n\n${(await publications?.text(id, version)) ?? ''}`);
  return texts;
}

/** Checks a list on texts. */
export function checkOn(
  texts: readonly string[],
  dictionary: Dictionary,
  mentionsOf?: (text: string) => FoundMentions,
): Omit<WatchCheck, 'suggested'> {
  return { ...checkList(dictionary), hits: hitsIn(texts, dictionary, mentionsOf), sample: texts.length };
}

/** Checks a list on texts, and suggests what the list lacks: the mentions of a text are found once. `dismissed`: keys of suggestions. */
export function wholeCheck(texts: readonly string[], dictionary: Dictionary, dismissed: readonly string[]): WatchCheck {
  const mentionsOf = oncePerKey((text: string) => findMentions(text, dictionary));
  const isDismissed = new Set(dismissed);
  const suggestions = new TextSuggestions(dictionary, key => isDismissed.has(key), mentionsOf);
  for (const text of texts) suggestions.add(text);
  return { ...checkOn(texts, dictionary, mentionsOf), suggested: suggestions.result() };
}
