import type { HostState } from '../../../domain/protocol/crawl-state.ts';
import type { KnownHost, SiteHosts } from '../../../ports/ports.ts';
import { OfTables } from './calls/dynamo-base.ts';
import { hostKey, hostPartition } from './calls/dynamo-tables.ts';
import type { Part } from './calls/dynamo-write.ts';

/** State of hosts of sites with several hosts. */
export class DynamoHosts extends OfTables implements SiteHosts {
  async readHost(crawl: string, site: number, origin: string): Promise<HostState | undefined> {
    const { calls, tables } = this.base;
    const row = await calls.read(tables.crawls, hostKey(crawl, site, origin));
    return row && (JSON.parse(String(row['state'])) as HostState);
  }

  /** A part of the transaction that ends a turn; the conditions are in its other parts. */
  keeping(crawl: string, site: number, { origin, ...state }: KnownHost): Part {
    const { tables, ttl } = this.base;
    return {
      part: 'host',
      table: tables.crawls,
      key: hostKey(crawl, site, origin),
      set: { state: JSON.stringify(state), ttl: ttl() },
      condition: 'attribute_not_exists(pk) OR attribute_exists(pk)',
    };
  }

  /** A resume tries each host again. A repeat finds none. */
  async forget(crawl: string, site: number): Promise<void> {
    const { calls, tables } = this.base;
    const keys: { pk: string; sk: string }[] = [];
    for await (const { pk, sk } of calls.query(tables.crawls, hostPartition(crawl, site), ' ', '~'))
      keys.push({ pk: String(pk), sk: String(sk) });
    await calls.removeAll(tables.crawls, keys);
  }
}
