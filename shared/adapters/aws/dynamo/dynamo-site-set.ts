import type { CrawlRow, SiteRow } from '../../../domain/protocol/crawl-state.ts';
import { withSites } from '../../../domain/spec/resolve/added-site.ts';
import type { JoiningSite, JoinState, SiteRows, SiteSet } from '../../../ports/ports.ts';
import type { DynamoBase } from './calls/dynamo-base.ts';
import { crawlKey, siteKey } from './calls/dynamo-tables.ts';
import type { Part } from './calls/dynamo-write.ts';
import type { SpecName } from './dynamo-crawl-rows.ts';
import type { DynamoCrawls } from './dynamo-crawls.ts';
import { newSiteAttributes } from './dynamo-site-rows.ts';
import type { DynamoTokens } from './dynamo-tokens.ts';

/** How often the crawl or the site may change between reading and writing. */
const mostLooks = 20;
/** TransactWriteItems takes 100 items; one is the crawl's row. */
const sitesPerTransaction = 99;

/** A crawl's row and the name of its spec at one instant. */
interface SeenCrawl {
  readonly row: CrawlRow;
  readonly name: SpecName;
}

export interface SiteSetParts {
  readonly crawls: DynamoCrawls;
  readonly sites: Pick<SiteRows, 'readSite'>;
  readonly tokens: DynamoTokens;
}

/** Sites that join and leave: the site's row, the count of active sites and the name of the spec in one transaction. */
export class DynamoSiteSet implements SiteSet {
  private readonly base: DynamoBase;
  private readonly parts: SiteSetParts;

  constructor(base: DynamoBase, parts: SiteSetParts) {
    this.base = base;
    this.parts = parts;
  }

  async addSites(crawl: string, joining: readonly JoiningSite[]): Promise<readonly JoinState[]> {
    const states: JoinState[] = [];
    for (let first = 0; first < joining.length; first += sitesPerTransaction)
      states.push(...(await this.addSome(crawl, joining.slice(first, first + sitesPerTransaction))));
    return states;
  }

  private async addSome(crawl: string, joining: readonly JoiningSite[]): Promise<readonly JoinState[]> {
    const { calls } = this.base;
    const { crawls } = this.parts;
    const taken = new Set<number>();
    for (let look = 0; look < mostLooks; look += 1) {
      const open = joining.filter(({ row }) => !taken.has(row.site));
      if (open.length === 0) return joining.map(() => 'exists');
      const found = await crawls.withSpecName(crawl);
      if (found === undefined) throw new Error(`crawl ${crawl} is not in the table of crawls`);
      const joins = found.row.state === 'running' && found.row.stop === undefined;
      const spec = withSites(
        found.row.spec,
        open.map(({ site }) => site),
      );
      const name = await crawls.writeSpec(crawl, spec);
      const ttl = this.base.ttlOfRow(spec);
      const status = joins ? 'active' : 'stopped';
      const rows = open.map(({ row }) => this.addition({ ...row, status }, ttl));
      const answer = await calls.transact([...rows, this.joined(found, name, joins ? open.length : 0)]);
      crawls.forget(crawl);
      if (answer.kind === 'written')
        return joining.map(({ row }) => (taken.has(row.site) ? 'exists' : joins ? 'added' : 'waits'));
      for (const { row } of open) if (answer.parts.includes(partOf(row))) taken.add(row.site);
    }
    throw new Error(`crawl ${crawl} changed ${mostLooks} times while sites were added`);
  }

  private addition(row: SiteRow, ttl: number | undefined): Part {
    const set = { ...newSiteAttributes(row), ttl };
    const key = siteKey(row.crawl, row.site);
    return { part: partOf(row), table: this.base.tables.crawls, key, set, condition: 'attribute_not_exists(pk)' };
  }

  /** Writes the crawl's row, if it has not changed since it was read. */
  private joined({ row, name }: SeenCrawl, joined: SpecName, active: number): Part {
    const { state, stop } = row;
    return {
      ...{ part: 'crawl', table: this.base.tables.crawls, key: crawlKey(row.id), set: { ...joined } },
      ...(active > 0 && { assign: ['#activeSites = #activeSites + :joined'] }),
      condition: `#specHash = :seen AND #state = :state AND ${stop === undefined ? 'attribute_not_exists' : 'attribute_exists'}(#stop)`,
      values: { seen: name.specHash, state, ...(active > 0 && { joined: active }) },
    };
  }

  async removeSite(crawl: string, site: number): Promise<boolean> {
    const { calls } = this.base;
    const { crawls, sites, tokens } = this.parts;
    for (let look = 0; look < mostLooks; look += 1) {
      const row = await sites.readSite(crawl, site);
      if (row === undefined || row.status === 'removed') return false;
      const answer = await calls.transact(this.removal(row));
      crawls.forget(crawl);
      if (answer.kind === 'refused') continue;
      await tokens.forgetWish(row);
      return true;
    }
    throw new Error(`site ${site} of crawl ${crawl} changed ${mostLooks} times while it was removed`);
  }

  private removal({ crawl, site, status }: SiteRow): readonly Part[] {
    const table = this.base.tables.crawls;
    const removed: Part = {
      ...{ part: 'site', table, key: siteKey(crawl, site), set: { status: 'removed', parked: false } },
      ...{ condition: '#status = :seen', values: { seen: status } },
    };
    if (status !== 'active') return [removed];
    const assign = ['#activeSites = #activeSites - :one'];
    return [removed, { part: 'crawl', table, key: crawlKey(crawl), assign, values: { one: 1 } }];
  }
}

function partOf({ site }: SiteRow): string {
  return `site ${site}`;
}
