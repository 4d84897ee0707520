import { readLocalPublications } from '../../../shared/adapters/local/open.ts';
import { hitsIn } from '../../../shared/wings/publications/mentions/check-organizations.ts';
import { Dictionary } from '../../../shared/wings/publications/mentions/dictionary.ts';
import { printCheck } from '../mentions/organizations-command.ts';
import { type ListOrganizationsOptions, listOf } from './watch-organizations.ts';

/** Publications whose texts are the sample, the newest. */
const mostTexts = 500;

/** `orbweaver watch organizations check`: what the list of a watch does in its own publications. */
export async function checkOfWatch(directory: string, options: ListOrganizationsOptions): Promise<void> {
  const { organizations } = await listOf(directory);
  const store = await readLocalPublications(directory, false);
  const texts: string[] = [];
  try {
    for (const { id, version, title } of (await store?.find({}, mostTexts)) ?? [])
      texts.push(`${title}\n\n${(await store?.text(id, version)) ?? ''}`);
  } finally {
    store?.close();
  }
  const dictionary = new Dictionary(organizations);
  printCheck(dictionary, hitsIn(texts, dictionary), options);
}
