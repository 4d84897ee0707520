import type { SiteRow } from '../../domain/crawl-state.ts';
import { withSite } from '../../domain/spec/added-site.ts';
import type { ResolvedSite } from '../../domain/spec/crawl-spec.ts';
import type { DynamoCalls } from './dynamo-calls.ts';
import type { DynamoCrawls } from './dynamo-crawls.ts';
import { siteAttributes } from './dynamo-site-rows.ts';
import { crawlKey, siteKey } from './dynamo-tables.ts';
import type { DynamoTokens } from './dynamo-tokens.ts';
import type { Part } from './dynamo-write.ts';

/** How often the crawl or the site may change between being seen and being written. */
const mostLooks = 20;

interface SiteSetOptions {
  readonly calls: DynamoCalls;
  readonly table: string;
  readonly crawls: DynamoCrawls;
  readonly tokens: DynamoTokens;
  readonly readSite: (crawl: string, site: number) => Promise<SiteRow | undefined>;
}

/** Sites that join and leave: the site's row, the count of active sites and the name of the spec in one transaction. */
export class DynamoSiteSet {
  private readonly options: SiteSetOptions;

  constructor(options: SiteSetOptions) {
    this.options = options;
  }

  async add(crawl: string, site: ResolvedSite, row: SiteRow, ttl: number): Promise<'added' | 'waits' | 'exists'> {
    const { calls, crawls, table } = this.options;
    for (let look = 0; look < mostLooks; look += 1) {
      const found = await crawls.withSpecName(crawl);
      if (found === undefined) throw new Error(`crawl ${crawl} is not in the table of crawls`);
      const { state, stop, spec } = found.row;
      const joins = state === 'running' && stop === undefined;
      const name = await crawls.writeSpec(crawl, withSite(spec, site), ttl);
      const status = joins ? 'active' : 'stopped';
      const answer = await calls.transact([
        {
          ...{ part: 'site', table, key: siteKey(crawl, row.site) },
          set: { ...siteAttributes({ ...row, status }), ttl },
          condition: 'attribute_not_exists(pk)',
        },
        {
          ...{ part: 'crawl', table, key: crawlKey(crawl), set: { ...name } },
          ...(joins ? { assign: ['#activeSites = #activeSites + :one'] } : {}),
          condition: `#specHash = :seen AND #state = :state AND ${stop === undefined ? 'attribute_not_exists' : 'attribute_exists'}(#stop)`,
          values: { seen: found.name.specHash, state, ...(joins ? { one: 1 } : {}) },
        },
      ]);
      crawls.forget(crawl);
      if (answer.kind === 'written') return joins ? 'added' : 'waits';
      if (answer.parts.includes('site')) return 'exists';
    }
    throw new Error(`crawl ${crawl} changed ${mostLooks} times while site ${row.site} was added`);
  }

  async remove(crawl: string, site: number): Promise<boolean> {
    const { calls, crawls, tokens, readSite } = this.options;
    for (let look = 0; look < mostLooks; look += 1) {
      const row = await readSite(crawl, site);
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
    const { table } = this.options;
    const removed: Part = {
      ...{ part: 'site', table, key: siteKey(crawl, site), set: { status: 'removed', parked: false } },
      ...{ condition: '#status = :seen', values: { seen: status } },
    };
    if (status !== 'active') return [removed];
    const assign = ['#activeSites = #activeSites - :one'];
    return [removed, { part: 'crawl', table, key: crawlKey(crawl), assign, values: { one: 1 } }];
  }
}
