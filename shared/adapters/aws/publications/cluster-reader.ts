import { oncePerKey } from '../../../domain/once-per-key.ts';
import { padded } from '../dynamo/calls/dynamo-tables.ts';
import type { WatchTable } from './list-order.ts';
import { blockOf, firstOf, keysOf, publicationOf, type StoredPublication } from './publication-items.ts';

/** Publications among which one stands for the others, and the organizations that they mention. */
type Member = ClusterMember & { readonly organizations: ReadonlySet<string> };

/** The organizations that the latest versions of publications mention, beside their numbers. */
export type OrganizationsOf = (ids: readonly number[]) => Promise<readonly ReadonlySet<string>[]>;

interface ClustersPlace extends WatchTable {
  /** All clusters with copies, of a watch whose earlier version wrote no items for them; otherwise undefined. */
  readonly copied?: (() => Promise<ReadonlySet<number>>) | undefined;
}

/** Reads clusters for one call: what was read stays as it was. */
export class ClusterReader {
  private readonly of: ClustersPlace;
  private readonly organizationsOf: OrganizationsOf;
  private readonly membersOf = oncePerKey((cluster: number) => this.readMembers(cluster));
  /** Clusters of a block that have more than one publication. */
  private readonly copiedIn = oncePerKey((block: number) => this.readCopied(block));

  /** `organizationsOf`: needed only where an organization is asked about. */
  constructor(of: ClustersPlace, organizationsOf: OrganizationsOf = async ids => ids.map(() => new Set())) {
    this.of = of;
    this.organizationsOf = organizationsOf;
  }

  /** Whether another publication of the cluster is shown in place of this one; with an organization, among its mentions. */
  async isCopy({ id, cluster }: Pick<StoredPublication, 'id' | 'cluster'>, organization?: string): Promise<boolean> {
    if (id === cluster && !(await this.copiedIn(this.of.copied === undefined ? blockOf(id) : 0)).has(id)) return false;
    const members = await this.membersOf(cluster);
    const mentioning =
      organization === undefined ? members : members.filter(each => each.organizations.has(organization));
    const first = firstOfCluster(mentioning);
    return first !== undefined && first.id !== id;
  }

  /** Whether others stand for it, whoever is mentioned. */
  async isCopyEverywhere(of: Pick<StoredPublication, 'id' | 'cluster'>): Promise<boolean> {
    if (!(await this.isCopy(of))) return false;
    const own = (await this.membersOf(of.cluster)).find(({ id }) => id === of.id);
    for (const organization of own?.organizations ?? []) if (!(await this.isCopy(of, organization))) return false;
    return true;
  }

  private async readCopied(block: number): Promise<ReadonlySet<number>> {
    const { calls, table, crawl, copied } = this.of;
    if (copied !== undefined) return await copied();
    const clusters = new Set<number>();
    const range = [padded(firstOf(block)), padded(firstOf(block + 1) - 1)] as const;
    for await (const row of calls.query(table, keysOf(crawl).clusters, ...range)) clusters.add(Number(row['sk']));
    return clusters;
  }

  private async readMembers(cluster: number): Promise<readonly Member[]> {
    const rows = await clusterMembers(this.of, cluster);
    const organizations = await this.organizationsOf(rows.map(({ id }) => id));
    return rows.map(({ id, datedAt, state }, at) => ({
      ...{ id, datedAt, isLive: state === 'live' },
      organizations: organizations[at]!,
    }));
  }
}

/** The publications of a cluster, the one with its number first. */
export async function clusterMembers(
  { calls, table, crawl }: ClustersPlace,
  cluster: number,
): Promise<readonly StoredPublication[]> {
  const keys = keysOf(crawl);
  const ids = [cluster];
  for await (const row of calls.query(table, keys.copiesOf(cluster), padded(0), ':')) ids.push(Number(row['sk']));
  const rows = await calls.readAll(table, ids.map(keys.publication), true);
  return rows.flatMap(row => (row === undefined ? [] : [publicationOf(row)]));
}

/** A publication among those whose texts copy each other. */
interface ClusterMember {
  readonly id: number;
  readonly datedAt: number;
  readonly isLive: boolean;
}

/**
 * The shown member of a cluster: the live one that was published first, else the first of all.
 * SQLite has the same order in `orderInCluster`.
 */
function firstOfCluster<T extends ClusterMember>(members: readonly T[]): T | undefined {
  return members.toSorted((a, b) => Number(b.isLive) - Number(a.isLive) || a.datedAt - b.datedAt || a.id - b.id)[0];
}
