import { readLocalPublications } from '../../../shared/adapters/local/open.ts';
import { checkInPublications } from '../../../shared/wings/publications/mentioned/check-list.ts';
import { printCheck } from '../mentions/organizations-command.ts';
import { type ListOrganizationsOptions, listOf } from './watch-organizations.ts';

/** Publications whose texts are the sample, the newest. */
const mostTexts = 500;

/** `orbweaver watch organizations check`: what the list of a watch does in its own publications. */
export async function checkOfWatch(directory: string, options: ListOrganizationsOptions): Promise<void> {
  const { organizations } = await listOf(directory);
  using store = await readLocalPublications(directory, false);
  const { hits, sample: _, ...check } = await checkInPublications(store, organizations, mostTexts);
  printCheck(check, hits, options);
}
