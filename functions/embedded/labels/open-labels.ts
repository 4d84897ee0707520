import {
  type LocalPublications,
  openLocalPublications,
  readLocalPublications,
} from '../../../shared/adapters/local/open.ts';
import type { OpenLabels } from '../../../shared/place/stores-place.ts';
import type { LabelStores } from '../../../shared/wings/publications/labels/label-desk.ts';
import { demandKind, readCrawl } from '../read-crawl.ts';

/**
 * Opens the labels of the watch in `directory`, whether or not a process works on it. `write` adds the tables where they are
 * missing. Throws `BadInput` where there is no watch.
 */
export async function withLabels<T>(
  directory: string,
  way: 'read' | 'write',
  work: (stores: ReturnType<typeof labelStoresOf>) => Promise<T>,
): Promise<T> {
  await readCrawl(directory, async (_, crawl) => demandKind('watch', directory, crawl));
  const known = way === 'read' ? await readLocalPublications(directory, false) : undefined;
  using publications = known ?? (await openLocalPublications(directory));
  return await work(labelStoresOf(publications));
}

export function labelStoresOf(publications: LocalPublications): OpenLabels & Required<Pick<LabelStores, 'second'>> {
  return {
    publications,
    second: publications.second,
    mentions: publications.mentions,
    labels: publications.labels,
    applications: publications.applications,
    book: publications,
  };
}
