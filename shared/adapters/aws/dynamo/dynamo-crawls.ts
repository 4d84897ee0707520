/** Rows of crawls: state, stop, and the count of active sites, which only changes together with a site's status. */

import { type CrawlRow, firstCursor, type SiteRow } from '../../../domain/protocol/crawl-state.ts';
import { kindOf } from '../../../domain/spec/crawl-kind.ts';
import type { ResolvedSpec } from '../../../domain/spec/crawl-spec.ts';
import { withName, withSitesOf } from '../../../domain/spec/resolve/added-site.ts';
import { isOfHosts } from '../../../domain/url/site-scope.ts';
import type { Clock, CrawlRows, Reopening, Stop } from '../../../ports/ports.ts';
import type { DynamoBase } from './calls/dynamo-base.ts';
import { type DynamoCalls, inParallel } from './calls/dynamo-calls.ts';
import { crawlKey, siteKey } from './calls/dynamo-tables.ts';
import type { Part } from './calls/dynamo-write.ts';
import { crawlAttributes, crawlOf, DynamoSpecs, type SpecName, specNameOf } from './dynamo-crawl-rows.ts';
import type { DynamoHosts } from './dynamo-hosts.ts';
import { limitAttribute, newSiteAttributes, patchAttributes, plainValue } from './dynamo-site-rows.ts';
import type { DynamoTokens } from './dynamo-tokens.ts';

interface CrawlsOptions {
  readonly tokens: DynamoTokens;
  readonly hosts: Pick<DynamoHosts, 'forget'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Greatest age of an answer of `readCrawl`. */
  readonly ageMs: number;
  /** How long finished crawls are kept. */
  readonly retentionMs: number;
}

/** TransactWriteItems takes 100 items; one is the crawl's row. */
const sitesPerTransaction = 99;
const mostLooks = 20;

export class DynamoCrawls implements CrawlRows {
  private readonly calls: DynamoCalls;
  private readonly table: string;
  private readonly ttlOfRow: DynamoBase['ttlOfRow'];
  private readonly options: CrawlsOptions;
  private readonly specs: DynamoSpecs;
  private readonly recent = new Map<string, { readonly at: number; readonly row: Promise<CrawlRow | undefined> }>();

  constructor({ calls, tables, ttlOfRow }: DynamoBase, options: CrawlsOptions) {
    this.calls = calls;
    this.table = tables.crawls;
    this.ttlOfRow = ttlOfRow;
    this.options = options;
    this.specs = new DynamoSpecs(calls, tables.crawls);
  }

  /** The crawl's own row is written last, so that a visible crawl has its sites. */
  async createCrawl(crawl: CrawlRow, sites: readonly SiteRow[]): Promise<boolean> {
    const ttl = this.ttlOfRow(crawl.spec);
    if ((await this.calls.read(this.table, crawlKey(crawl.id))) !== undefined) return false;
    const spec = await this.specs.write(crawl.id, crawl.spec, ttl);
    const isNew = { condition: 'attribute_not_exists(pk)' };
    await inParallel(sites, async site => {
      const set = { ...newSiteAttributes(site), ttl };
      await this.calls.write({ table: this.table, key: siteKey(crawl.id, site.site), set, ...isNew });
    });
    return await this.change(crawl.id, { set: crawlAttributes(crawl, spec), ...isNew });
  }

  async readCrawl(crawl: string): Promise<CrawlRow | undefined> {
    const { ageMs, clock } = this.options;
    const now = clock.monotonic();
    const recent = this.recent.get(crawl);
    if (recent !== undefined && now - recent.at < ageMs) return await recent.row;
    const row = this.readNow(crawl);
    if (ageMs > 0) this.recent.set(crawl, { at: now, row });
    try {
      if ((await row) === undefined) this.forget(crawl);
      return await row;
    } catch (error) {
      this.forget(crawl);
      throw error;
    }
  }

  /** The next `readCrawl` reads again. */
  forget(crawl: string): void {
    this.recent.delete(crawl);
  }

  private async readNow(crawl: string): Promise<CrawlRow | undefined> {
    return (await this.withSpecName(crawl, this.options.ageMs === 0))?.row;
  }

  /** The current spec, its name, and the row of the crawl; undefined: no such crawl. */
  async withSpecName(
    crawl: string,
    consistent = true,
  ): Promise<{ readonly row: CrawlRow; readonly name: SpecName } | undefined> {
    const item = await this.calls.read(this.table, crawlKey(crawl), consistent);
    if (item === undefined) return undefined;
    const name = specNameOf(item);
    return { row: crawlOf(crawl, item, await this.specs.read(crawl, name)), name };
  }

  async writeSpec(crawl: string, spec: ResolvedSpec): Promise<SpecName> {
    return await this.specs.write(crawl, spec, this.ttlOfRow(spec));
  }

  async nameCrawl(crawl: string, name: string): Promise<boolean> {
    for (let look = 0; look < mostLooks; look += 1) {
      const stored = await this.withSpecName(crawl);
      if (stored === undefined) return false;
      const set = { ...(await this.writeSpec(crawl, withName(stored.row.spec, name))) };
      const isStill = { condition: '#specHash = :seen', values: { seen: stored.name.specHash } };
      if (await this.change(crawl, { set, ...isStill })) return true;
    }
    throw new Error(`the spec of crawl ${crawl} changed ${mostLooks} times while the crawl was named`);
  }

  async requestStop(crawl: string, { reason, cause }: Stop): Promise<boolean> {
    return await this.change(crawl, {
      set: { stop: reason, stopCause: cause },
      condition: 'attribute_not_exists(#stop) AND #state = :running',
      values: { running: 'running' },
    });
  }

  /** A finished crawl expires after its retention; a watch never expires, because it can run again. */
  readonly setState: CrawlRows['setState'] = async (crawl, from, to, { finishReason, finishedAt }) => {
    const known = finishedAt === undefined ? undefined : await this.withSpecName(crawl);
    const expires = finishedAt !== undefined && (known === undefined || kindOf(known.row.spec).ends);
    const ttl = expires ? Math.ceil((finishedAt + this.options.retentionMs) / 1000) : undefined;
    return await this.change(crawl, {
      set: { state: to, finishReason, finishedAt, ttl },
      condition: '#state = :from AND #activeSites = :none',
      values: { from, none: 0 },
    });
  };

  /**
   * The stop is cleared first, or a site would stop again; the crawl becomes active last, or it would end without
   * active sites. If the process ends between the two writes, the crawl is unchanged and can be reopened again.
   */
  async reopen(crawl: string, reopening: Reopening): Promise<void> {
    await this.clearStop(crawl, reopening);
    const { sites } = reopening;
    const ttl = this.ttlOfRow(reopening.spec);
    if (isOfHosts(reopening.spec.scope))
      await inParallel(sites, async ({ site }) => await this.options.hosts.forget(crawl, site));
    for (let first = 0; first < sites.length; first += sitesPerTransaction)
      await this.openSites(crawl, sites.slice(first, first + sitesPerTransaction), ttl);
    const remove = ['#finishReason', '#finishedAt', '#ttl'];
    await this.change(crawl, { set: { state: 'running' }, remove, condition: 'attribute_exists(pk)' });
    for (const { release } of sites) if (release !== undefined) await this.options.tokens.release(release);
  }

  /** Also writes the spec, with sites that joined while it was computed. */
  private async clearStop(crawl: string, { spec, run, deadline }: Reopening): Promise<void> {
    const remove = ['#stop', '#stopCause', ...(deadline === undefined ? ['#deadline'] : [])];
    for (let look = 0; look < mostLooks; look += 1) {
      const stored = await this.withSpecName(crawl);
      if (stored === undefined) throw new Error(`crawl ${crawl} is not in the table of crawls`);
      const name = await this.specs.write(crawl, withSitesOf(stored.row.spec, spec), this.ttlOfRow(spec));
      const isStill = { condition: '#specHash = :seen', values: { seen: stored.name.specHash } };
      if (await this.change(crawl, { set: { ...name, ...run, deadline }, remove, ...isStill })) return;
    }
    throw new Error(`the spec of crawl ${crawl} changed ${mostLooks} times while the crawl was reopened`);
  }

  private async openSites(crawl: string, sites: Reopening['sites'], ttl: number | undefined): Promise<void> {
    for (let look = 0; look < mostLooks; look += 1) {
      const keys = sites.map(({ site }) => siteKey(crawl, site));
      const statuses = (await this.calls.readAll(this.table, keys, true)).map(row => String(row?.['status']));
      const parts = sites
        .map((site, index): Part => this.openPart(crawl, site, { seen: statuses[index]!, ttl }))
        .filter((_, index) => statuses[index] !== 'removed');
      if (parts.length === 0) return;
      const opened = statuses.filter(status => status !== 'active' && status !== 'removed').length;
      const assign = ['#activeSites = #activeSites + :opened'];
      const count = { part: 'crawl', table: this.table, key: crawlKey(crawl), assign, values: { opened } };
      const answer = await this.calls.transact(opened === 0 ? parts : [...parts, count]);
      if (answer.kind === 'written') return;
    }
    throw new Error(`the sites of crawl ${crawl} changed ${mostLooks} times while they were opened again`);
  }

  private openPart(
    crawl: string,
    { site, grant, maxLevel, due, trouble, delayMs, start, add }: Reopening['sites'][number],
    { seen, ttl }: { readonly seen: string; readonly ttl: number | undefined },
  ): Part {
    const limits = { grant: limitAttribute(grant), maxLevel: limitAttribute(maxLevel) };
    const unlimited = Object.entries(limits).filter(([, limit]) => limit === undefined);
    const removed = [...unlimited.map(([name]) => name), ...(start === undefined ? [] : ['robots'])];
    const added = seen === 'not-available' ? Object.entries(add ?? {}).filter(([, count]) => count !== 0) : [];
    return {
      part: 'site',
      table: this.table,
      key: siteKey(crawl, site),
      assign: added.map(([name]) => `#counters.#${name} = #counters.#${name} + :${name}`),
      set: {
        status: 'active',
        ...limits,
        due,
        trouble: plainValue(trouble),
        parked: false,
        waiting: '',
        delayMs,
        ...(start !== undefined && patchAttributes({ ...start, cursor: firstCursor, redirectedFrom: [] })),
        ttl,
      },
      remove: [...removed, ...(ttl === undefined ? ['ttl'] : [])].map(name => `#${name}`),
      condition: '#status = :seen',
      values: { seen, ...Object.fromEntries(added) },
    };
  }

  private async change(crawl: string, change: Omit<Part, 'part' | 'table' | 'key'>): Promise<boolean> {
    const answer = await this.calls.write({ table: this.table, key: crawlKey(crawl), ...change });
    this.forget(crawl);
    return answer.kind === 'written';
  }
}
