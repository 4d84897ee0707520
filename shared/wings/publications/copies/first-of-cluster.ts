/** A publication among those whose texts copy each other. */
export interface ClusterMember {
  readonly id: number;
  readonly datedAt: number;
  readonly isLive: boolean;
}

/**
 * The member that stands for its cluster: of those that are live the one published first; without a live one the one published first.
 * SQLite has the same order in `orderInCluster`.
 */
export function firstOfCluster<T extends ClusterMember>(members: readonly T[]): T | undefined {
  return members.toSorted((a, b) => Number(b.isLive) - Number(a.isLive) || a.datedAt - b.datedAt || a.id - b.id)[0];
}
