import type { PublicationStore } from '../store/publication-store.ts';
import { compareTexts, type TextPart } from './compare-texts.ts';

/** The changes from one version of a publication to another. */
export interface VersionComparison {
  readonly from: number;
  readonly to: number;
  readonly title: readonly TextPart[];
  readonly text: readonly TextPart[];
}

/** Undefined if one of the versions is not there. */
export async function compareVersions(
  store: Pick<PublicationStore, 'versions' | 'text'>,
  id: number,
  [from, to]: readonly [number, number],
): Promise<VersionComparison | undefined> {
  const versions = await store.versions(id);
  const titles = [from, to].map(number => versions.find(({ version }) => version === number)?.title);
  const texts = [await store.text(id, from), await store.text(id, to)];
  const [oldTitle, newTitle] = titles;
  const [oldText, newText] = texts;
  if (oldTitle === undefined || newTitle === undefined || oldText === undefined || newText === undefined)
    return undefined;
  return { from, to, title: compareTexts(oldTitle, newTitle), text: compareTexts(oldText, newText) };
}
