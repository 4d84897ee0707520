import { defined } from '../../shared/domain/defined.ts';
import { shownChanges } from '../../shared/wings/graph/diff/change-kinds.ts';
import type { ComparedCrawls, ComparedSiteView } from '../../shared/wings/graph/diff/compared-crawls.ts';

/** Sites, changes of a kind and site, and changes in all of one answer. */
const mostSites = 1_000;
const mostOfKind = 200;
const mostChanges = 5_000;

/** Compares the crawls in two directories. Throws `BadInput` where one of them cannot be compared. */
export async function comparedCrawls(before: string, after: string): Promise<ComparedCrawls> {
  // Loaded when it is requested: the server begins without it.
  const { compareLocalCrawls } = await import('../embedded/compare-crawls.ts');
  const sites: ComparedSiteView[] = [];
  let [same, more, room] = [0, 0, mostChanges];
  await compareLocalCrawls(before, after, ({ origin, labels, before: had, after: has, changes }) => {
    const { counts, first } = shownChanges(changes, Math.min(mostOfKind, room));
    if (counts.size === 0 && had !== undefined && has !== undefined) same += 1;
    else if (sites.length === mostSites) more += 1;
    else {
      const shown = [...first.values()].flat().slice(0, room);
      room -= shown.length;
      sites.push({
        origin,
        ...defined({ labels, before: had, after: has }),
        counts: Object.fromEntries(counts),
        changes: shown,
      });
    }
  });
  return { sites, same, more };
}
