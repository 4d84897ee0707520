/** A publication among those whose texts copy each other. */
export interface ClusterMember {
  readonly id: number;
  readonly datedAt: number;
  readonly isLive: boolean;
}

/**
 * The shown member of a cluster: the live one that was published first, else the first of all.
 * SQLite has the same order in `orderInCluster`.
 */
export function firstOfCluster<T extends ClusterMember>(members: readonly T[]): T | undefined {
  return members.toSorted((a, b) => Number(b.isLive) - Number(a.isLive) || a.datedAt - b.datedAt || a.id - b.id)[0];
}
