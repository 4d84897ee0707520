import { type ChangeKind, changeKinds, counting } from '../../../shared/wings/graph/diff/change-kinds.ts';
import { compareLocalCrawls } from '../../embedded/compare-crawls.ts';
import type { ScheduledRun } from '../../embedded/schedule/schedule-store.ts';
import { formatCount, formatCounted } from '../terminal/print.ts';
import { diffText, headingOf } from './diff-text.ts';

export interface DescribedChanges extends Pick<ScheduledRun, 'changes' | 'title' | 'text'> {
  readonly isDifferent: boolean;
}

const longest = 30_000;

/** Changes from one finished crawl to a later one, for people. Throws `BadInput`. */
export async function describeChanges(before: string, after: string): Promise<DescribedChanges> {
  const printer = diffText(before, after);
  const sum = new Map<ChangeKind, number>();
  let others = 0;
  let text = '';
  const add = (part: string): void => {
    if (text.length <= longest) text += part;
  };
  await compareLocalCrawls(before, after, site => {
    if (site.before === undefined || site.after === undefined) others += 1;
    for (const part of printer.site({ ...site, changes: counting(site.changes, sum) })) add(part);
  });
  for (const part of printer.end()) add(part);
  const kinds = changeKinds.filter(kind => sum.has(kind));
  const found = kinds.map(kind => countedKind(kind, sum.get(kind)!));
  if (others > 0) found.push(`${formatCounted(others, 'site')} in one crawl alone`);
  const cut = text.length > longest ? `${text.slice(0, longest)}\n… orbweaver diff shows all\n` : text;
  return {
    changes: Object.fromEntries(sum),
    isDifferent: found.length > 0,
    title: found.length === 0 ? 'nothing changed' : found.join(', '),
    text: cut,
  };
}

/** "3 pages appeared", "1 address of other sites vanished". */
function countedKind(kind: ChangeKind, count: number): string {
  return `${formatCount(count)} ${headingOf(kind, count)}`;
}
