import type { AddressBook } from '../../../wings/publications/labels/label-transfer.ts';
import type { DynamoPublications } from './dynamo-publications.ts';
import type { WatchTable } from './list-order.ts';
import { keysOf } from './publication-items.ts';

export interface DynamoAddressesOptions extends WatchTable {
  readonly publications: Pick<DynamoPublications, 'countBySource'>;
}

/** Finds publications of a watch by their addresses: a read for each source and address. */
export class DynamoAddresses implements AddressBook {
  private readonly options: DynamoAddressesOptions;
  private sources: Promise<readonly number[]> | undefined;

  constructor(options: DynamoAddressesOptions) {
    this.options = options;
  }

  async publicationsAt(url: string): Promise<readonly number[]> {
    const { calls, table, crawl, publications } = this.options;
    this.sources ??= publications.countBySource().then(counts => [...counts.keys()]);
    const { address } = keysOf(crawl);
    const keys = (await this.sources).map(source => address(source, url));
    const rows = await calls.readAll(table, keys, true);
    return rows.flatMap(row => (row === undefined ? [] : [Number(row['publication'])]));
  }
}
