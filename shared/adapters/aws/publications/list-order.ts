import { type ListPlace, newestFirst } from '../../../wings/publications/store/publication-store.ts';
import { type DynamoCalls, inParallel } from '../dynamo/calls/dynamo-calls.ts';
import { padded } from '../dynamo/calls/dynamo-tables.ts';
import { dateKey, keysOf, placeAt } from './publication-items.ts';

export interface PlaceQuery {
  readonly since: number | undefined;
  readonly until: number | undefined;
  /** Undefined: all. */
  readonly sources: readonly number[] | undefined;
  /** Those behind this place only. */
  readonly before: ListPlace | undefined;
}

/** The table of publications, and the watch whose rows are meant. */
export interface WatchTable {
  readonly calls: DynamoCalls;
  readonly table: string;
  readonly crawl: string;
}

/** The order of lists in AWS: an item for each date of a publication, written with the publication. */
export class ListOrder {
  private readonly calls: DynamoCalls;
  private readonly table: string;
  private readonly keys: ReturnType<typeof keysOf>;

  constructor(of: WatchTable) {
    this.calls = of.calls;
    this.table = of.table;
    this.keys = keysOf(of.crawl);
  }

  /** From the items of dates, `size` at a time. */
  async *byDate({ since, until, before }: PlaceQuery, size: number): AsyncGenerator<ListPlace> {
    const from = since === undefined ? '!' : dateKey({ datedAt: since, id: 0 });
    const ends = [
      ...(until === undefined ? [] : [dateKey({ datedAt: until, id: 0 })]),
      ...(before === undefined ? [] : [dateKey({ ...before, id: before.id - 1 })]),
    ];
    const to = ends.sort()[0] ?? '~';
    if (from > to) return;
    for await (const row of this.calls.query(this.table, this.keys.dates, from, to, size, 'backwards'))
      if (row['moved'] !== true) yield placeAt(row);
  }

  /** All that sources have, sorted here: a source has few, and a watch of an earlier version has no items of dates. */
  async bySource(sources: readonly number[], { since, until, before }: PlaceQuery): Promise<readonly ListPlace[]> {
    return (await this.foundBy(sources))
      .filter(place => before === undefined || newestFirst(before, place) < 0)
      .filter(({ datedAt }) => datedAt >= (since ?? datedAt) && (until === undefined || datedAt < until))
      .sort(newestFirst);
  }

  /** Numbers of the clusters in which sources have copies. */
  async copiedBy(sources: readonly number[]): Promise<ReadonlySet<number>> {
    return new Set((await this.foundBy(sources)).flatMap(({ id, cluster }) => (id === cluster ? [] : [cluster])));
  }

  /** Writes the items of dates and clusters of a watch that has none; nothing where a change has meanwhile written. */
  async index(sources: readonly number[]): Promise<void> {
    const write = { table: this.table, condition: 'attribute_not_exists(#change)' };
    for (const source of sources)
      await inParallel(await this.foundBy([source]), async found => {
        const { id, cluster } = found;
        await this.calls.write({ ...write, key: this.keys.dated(found), set: { change: 0 } });
        if (id !== cluster)
          await this.calls.write({ ...write, key: this.keys.clustered(cluster), set: { change: 0, copied: true } });
      });
  }

  private async foundBy(sources: readonly number[]): Promise<(ListPlace & { readonly cluster: number })[]> {
    const rows = await inParallel(
      sources,
      async source => await Array.fromAsync(this.calls.query(this.table, this.keys.found(source), padded(0), ':')),
    );
    return rows
      .flat()
      .map(row => ({ datedAt: Number(row['datedAt']), id: Number(row['sk']), cluster: Number(row['cluster']) }));
  }
}
