import { type ChangeKind, kindOf } from './change-kinds.ts';
import type { Change } from './compare-sites.ts';

/** How many changes of each kind there are, and the first of each kind. */
export function shownChanges(changes: Iterable<Change>, most: number) {
  const counts = new Map<ChangeKind, number>();
  const first = new Map<ChangeKind, Change[]>();
  for (const change of counting(changes, counts)) {
    const kind = kindOf(change);
    const shown = first.get(kind) ?? [];
    first.set(kind, shown);
    if (shown.length < most) shown.push(change);
  }
  return { counts, first };
}

/** The same changes; `counts` has those that were taken. */
export function* counting(changes: Iterable<Change>, counts: Map<ChangeKind, number>): Iterable<Change> {
  for (const change of changes) {
    const kind = kindOf(change);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    yield change;
  }
}
