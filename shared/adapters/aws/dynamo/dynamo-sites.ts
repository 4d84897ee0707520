import type { RobotsFinding, SiteRow } from '../../../domain/protocol/crawl-state.ts';
import type { SumLap } from '../../../domain/protocol/site-sums.ts';
import type { RobotsFindings, SiteRows, SumLaps } from '../../../ports/ports.ts';
import { type DynamoBase, OfTables } from './calls/dynamo-base.ts';
import { crawlKey, lapKey, robotsKey, siteKey } from './calls/dynamo-tables.ts';
import type { DynamoCrawls } from './dynamo-crawls.ts';
import { limitAttribute, siteOf } from './dynamo-site-rows.ts';

interface SiteChange {
  readonly set: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly condition: string;
  readonly values: Readonly<Record<string, string | number | boolean>>;
  readonly remove?: readonly string[];
}

/** Rows of sites, for changes outside of turns. */
export class DynamoSites implements SiteRows, SumLaps {
  private readonly base: DynamoBase;
  private readonly crawls: Pick<DynamoCrawls, 'forget'>;

  constructor(base: DynamoBase, crawls: Pick<DynamoCrawls, 'forget'>) {
    this.base = base;
    this.crawls = crawls;
  }

  async readSites(crawl: string): Promise<SiteRow[]> {
    const { calls, tables } = this.base;
    const sites: SiteRow[] = [];
    for await (const row of calls.query(tables.crawls, crawl, 'site#', 'site#:')) sites.push(siteOf(crawl, row));
    return sites;
  }

  async readSitesAfter(crawl: string, after: number, most: number): Promise<SiteRow[]> {
    const { calls, tables } = this.base;
    const { sk: from } = siteKey(crawl, after + 1);
    const sites: SiteRow[] = [];
    for await (const row of calls.query(tables.crawls, crawl, from, 'site#:', most)) {
      sites.push(siteOf(crawl, row));
      if (sites.length === most) break;
    }
    return sites;
  }

  async readLap(crawl: string): Promise<SumLap | undefined> {
    const row = await this.base.calls.read(this.base.tables.crawls, lapKey(crawl));
    return row === undefined ? undefined : (JSON.parse(String(row['lap'])) as SumLap);
  }

  async writeLap(crawl: string, lap: SumLap): Promise<void> {
    const { calls, tables, ttl } = this.base;
    await calls.write({ table: tables.crawls, key: lapKey(crawl), set: { lap: JSON.stringify(lap), ttl: ttl() } });
  }

  async readSite(crawl: string, site: number): Promise<SiteRow | undefined> {
    const row = await this.base.calls.read(this.base.tables.crawls, siteKey(crawl, site));
    return row === undefined ? undefined : siteOf(crawl, row);
  }

  async moveDue(crawl: string, site: number, from: number, to: number): Promise<boolean> {
    return await this.change(crawl, site, { set: { due: to }, condition: '#due = :from', values: { from } });
  }

  readonly raiseGrant: SiteRows['raiseGrant'] = async (crawl, site, { grant: from, parked }, to) => {
    if (to <= from) return false;
    return await this.change(crawl, site, {
      set: { grant: limitAttribute(to), parked: false },
      // Up from no number of pages there is nothing, so `from` is one; no limit is no attribute.
      remove: limitAttribute(to) === undefined ? ['#grant'] : [],
      condition: '#status = :active AND #grant = :from AND #parked = :wasParked',
      values: { active: 'active', from, wasParked: parked },
    });
  };

  async endParked(crawl: string, site: number): Promise<boolean> {
    const { calls, tables } = this.base;
    const answer = await calls.transact([
      {
        part: 'site',
        table: tables.crawls,
        key: siteKey(crawl, site),
        set: { status: 'page-budget', parked: false },
        condition: '#status = :active AND #parked = :yes AND #used >= #grant AND size(#pending) = :none',
        values: { active: 'active', yes: true, none: 0 },
      },
      {
        part: 'crawl',
        table: tables.crawls,
        key: crawlKey(crawl),
        assign: ['#activeSites = #activeSites - :one'],
        values: { one: 1 },
      },
    ]);
    this.crawls.forget(crawl);
    return answer.kind === 'written';
  }

  async unpark(crawl: string, site: number): Promise<boolean> {
    return await this.change(crawl, site, {
      set: { parked: false },
      condition: '#parked = :yes',
      values: { yes: true },
    });
  }

  private async change(crawl: string, site: number, change: SiteChange): Promise<boolean> {
    const { calls, tables } = this.base;
    const answer = await calls.write({ table: tables.crawls, key: siteKey(crawl, site), ...change });
    return answer.kind === 'written';
  }
}

/** Answers of robots.txt addresses, for all sites of a crawl. */
export class DynamoRobots extends OfTables implements RobotsFindings {
  async readRobots(crawl: string, address: string): Promise<RobotsFinding | undefined> {
    const row = await this.base.calls.read(this.base.tables.crawls, robotsKey(crawl, address));
    return row === undefined ? undefined : (JSON.parse(String(row['finding'])) as RobotsFinding);
  }

  async keepRobots(crawl: string, address: string, finding: RobotsFinding): Promise<void> {
    const { calls, tables, ttl } = this.base;
    await calls.write({
      table: tables.crawls,
      key: robotsKey(crawl, address),
      set: { at: finding.at, finding: JSON.stringify(finding), ttl: ttl() },
      condition: 'attribute_not_exists(#at) OR #at < :at',
    });
  }
}
