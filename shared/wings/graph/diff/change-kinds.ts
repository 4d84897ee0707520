import type { Change } from './compare-sites.ts';

type KindOf<Of extends Change> = Of extends Change ? `${Of['what']} ${Of['change']}` : never;
export type ChangeKind = KindOf<Change>;

/** In the order in which they are reported. */
export const changeKinds: readonly ChangeKind[] = [
  'page appeared',
  'page vanished',
  'page not comparable',
  'page changed',
  'page moved',
  'link appeared',
  'link vanished',
  'external appeared',
  'external vanished',
  'issue appeared',
  'issue vanished',
];

function kindOf({ what, change }: Change): ChangeKind {
  return `${what} ${change}` as ChangeKind;
}

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
