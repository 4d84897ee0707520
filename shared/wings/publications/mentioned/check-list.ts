import { type AliasHits, checkList, hitsIn, type ListCheck } from '../mentions/check-organizations.ts';
import { Dictionary } from '../mentions/dictionary.ts';
import type { Organization } from '../mentions/organization.ts';
import type { PublicationStore } from '../store/publication-store.ts';

/** The effect of a list in a watch. */
export interface WatchCheck extends ListCheck {
  /** Every name of the list, with what it gives in the sample. */
  readonly hits: readonly AliasHits[];
  /** Publications of the sample. */
  readonly sample: number;
}

/** Checks a list on the newest publications of a watch, at most `most` of them. */
export async function checkInPublications(
  publications: Pick<PublicationStore, 'find' | 'text'> | undefined,
  organizations: readonly Organization[],
  most: number,
): Promise<WatchCheck> {
  const texts: string[] = [];
  for (const { id, version, title } of (await publications?.find({}, most)) ?? [])
    texts.push(`${title}\n\n${(await publications?.text(id, version)) ?? ''}`);
  const dictionary = new Dictionary(organizations);
  return { ...checkList(dictionary), hits: hitsIn(texts, dictionary), sample: texts.length };
}
