/**
 * Tables of links, which people read and from which they delete. A listing reads the keys of each site in turn. A call
 * reads a bounded number of items, so with a rare filter an answer may be short although more rows follow.
 */
import * as Links from '../../../domain/link-rows.ts';
import type { LinkType } from '../../../domain/link-type.ts';
import type { DeletedLinks, LinkTables } from '../../../ports.ts';
import type { DynamoBase } from './calls/dynamo-base.ts';
import { inParallel } from './calls/dynamo-calls.ts';
import * as keys from './calls/dynamo-tables.ts';
import { inTextOrder, lastText, textStart } from './calls/dynamo-text-order.ts';
import type { Row, Value } from './calls/dynamo-values.ts';
import { type DynamoStatuses, urlOf } from './dynamo-statuses.ts';

/** Most items read for one answer; a site counts as some items, because its query is an own call. */
const mostLooked = 2_000;
const siteCounts = 20;
const pageSize = 500;
/** How many claims' statuses are read at once. */
const joinedAtOnce = 100;

interface LookedSite {
  readonly site: number;
  readonly isRemoved: boolean;
}

/** Status of waiting links of a removed site. */
const removed = { status: 'skipped', reason: 'removed' } as const;

type OutsideKind = Exclude<Links.LinkKind, 'internal'>;

export class DynamoLinkTables implements LinkTables, DeletedLinks {
  private readonly base: DynamoBase;
  private readonly statuses: Pick<DynamoStatuses, 'join'>;

  constructor(base: DynamoBase, statuses: Pick<DynamoStatuses, 'join'>) {
    this.base = base;
    this.statuses = statuses;
  }

  async listLinks(crawl: string, kind: Links.LinkKind, query: Links.LinkQuery): Promise<Links.LinkPage> {
    const { after, most } = query;
    const links: Links.LinkRow[] = [];
    let looked = 0;
    for await (const { site, isRemoved } of this.sitesFrom(crawl, query)) {
      if (looked >= mostLooked) return { links, next: { site, key: '' } };
      looked += siteCounts;
      const behind = after?.site === site && after.key !== '' ? after.key : undefined;
      for await (const { text, row } of this.rows(crawl, site, kind, behind)) {
        const isDeleted = row['deleted'] === true;
        const shown = isDeleted === (query.deleted === true) ? linkRow(kind, site, text, row) : undefined;
        const link = isRemoved && shown?.status === 'waiting' ? { ...shown, ...removed } : shown;
        if (link !== undefined && isMet(link, query)) links.push(link);
        looked += 1;
        if (links.length >= most || looked >= mostLooked) return { links, next: { site, key: text } };
      }
    }
    return { links };
  }

  /** Leaves out sites that are the same as an earlier site, to which the links belong. */
  private async *sitesFrom(crawl: string, { site, after }: Links.LinkQuery): AsyncGenerator<LookedSite> {
    const from = after?.site ?? 0;
    if (site !== undefined && site < from) return;
    const { calls, tables } = this.base;
    const first = keys.siteKey(crawl, site ?? from).sk;
    const last = site === undefined ? 'site#:' : first;
    for await (const row of calls.query(tables.crawls, crawl, first, last, siteCounts))
      if (row['status'] !== 'same-as')
        yield { site: Number(String(row['sk']).slice('site#'.length)), isRemoved: row['status'] === 'removed' };
  }

  private rows(crawl: string, site: number, kind: Links.LinkKind, after: string | undefined) {
    const { calls, tables } = this.base;
    if (kind === 'internal') {
      const items = calls.query(tables.pages, keys.urlPartition(crawl, site), textStart('', after), lastText, pageSize);
      return this.withStatuses(crawl, site, inTextOrder(items, urlOf, after));
    }
    const pk = keys.linkPartition(crawl, site, kind);
    const items = calls.query(tables.links, pk, textStart('=', after), `=${lastText}`, pageSize);
    return inTextOrder(items, row => textOf(row, '='), after);
  }

  private async *withStatuses(crawl: string, site: number, claims: AsyncIterable<TextRow>): AsyncGenerator<TextRow> {
    for await (const some of byHundreds(claims)) {
      const rows = await this.statuses.join(
        crawl,
        site,
        some.map(({ row }) => row),
      );
      for (const [index, { text }] of some.entries()) yield { text, row: rows[index]! };
    }
  }

  async deleteLinks(crawl: string, kind: Links.LinkKind, links: readonly Links.LinkKey[]): Promise<number> {
    const distinct = [...new Map(links.map(link => [`${link.site} ${link.key}`, link])).values()];
    const deleted =
      kind === 'internal'
        ? await this.changePages(crawl, distinct, burial)
        : await inParallel(distinct, async link => await this.deleteOutside(crawl, kind, link));
    return deleted.filter(Boolean).length;
  }

  async restoreLinks(crawl: string, kind: Links.LinkKind, links: readonly Links.LinkKey[]): Promise<number> {
    const restored =
      kind === 'internal'
        ? await this.changePages(crawl, links, revival)
        : await inParallel(links, async link => await this.restoreOutside(crawl, kind, link));
    return restored.filter(Boolean).length;
  }

  /**
   * A deleted page only has a flag in its item, which the other steps read. After that the crawl's row notifies running
   * turns.
   */
  private async changePages(
    crawl: string,
    links: readonly Links.LinkKey[],
    change: typeof burial | typeof revival,
  ): Promise<boolean[]> {
    const { calls, tables } = this.base;
    const changed = await inParallel(links, async ({ site, key }) => {
      const answer = await calls.write({ table: tables.pages, key: keys.urlKey(crawl, site, key), ...change });
      return answer.kind === 'written';
    });
    if (changed.some(Boolean))
      await calls.write({
        table: tables.crawls,
        key: keys.crawlKey(crawl),
        assign: ['#deletions = if_not_exists(#deletions, :none) + :one'],
        condition: 'attribute_exists(pk)',
        values: { none: 0, one: 1 },
      });
    return changed;
  }

  private async deleteOutside(crawl: string, kind: OutsideKind, link: Links.LinkKey): Promise<boolean> {
    const { calls, tables, ttl } = this.base;
    const { site, key } = link;
    const tombstone = keys.tombstoneKey(crawl, site, kind, key);
    const answer = await calls.transact([
      { part: 'link', table: tables.links, key: keys.linkKey(crawl, site, kind, key), ...burial },
      { part: 'tombstone', table: tables.pages, ...tombstoneOf(tombstone, key, ttl()) },
    ]);
    return answer.kind === 'written';
  }

  /** The tombstone stays with a mark, because functions of the API may not delete items. */
  private async restoreOutside(crawl: string, kind: OutsideKind, { site, key }: Links.LinkKey): Promise<boolean> {
    const { calls, tables } = this.base;
    const answer = await calls.transact([
      { part: 'link', table: tables.links, key: keys.linkKey(crawl, site, kind, key), ...revival },
      {
        part: 'tombstone',
        table: tables.pages,
        key: keys.tombstoneKey(crawl, site, kind, key),
        set: { restored: true },
      },
    ]);
    return answer.kind === 'written';
  }

  async deletedLinksAfter(
    crawl: string,
    site: number,
    kind: OutsideKind,
    after: string | undefined,
    most: number,
  ): Promise<string[]> {
    const { calls, tables } = this.base;
    const prefix = `${kind}=`;
    const pk = keys.tombstonePartition(crawl, site);
    const rows = calls.query(tables.pages, pk, textStart(prefix, after), `${prefix}${lastText}`, pageSize);
    const texts: string[] = [];
    for await (const { text, row } of inTextOrder(rows, each => textOf(each, prefix), after)) {
      if (row['restored'] === true) continue;
      texts.push(text);
      if (texts.length >= most) break;
    }
    return texts;
  }
}

interface TextRow {
  readonly text: string;
  readonly row: Row;
}

async function* byHundreds(rows: AsyncIterable<TextRow>): AsyncGenerator<readonly TextRow[]> {
  let some: TextRow[] = [];
  for await (const row of rows) {
    some.push(row);
    if (some.length < joinedAtOnce) continue;
    yield some;
    some = [];
  }
  yield some;
}

/** Change that deletes links which exist and are not deleted. */
const burial = {
  set: { deleted: true },
  condition: 'attribute_exists(pk) AND attribute_not_exists(#deleted)',
};

/** Change that restores deleted links. */
const revival = { remove: ['#deleted'], condition: 'attribute_exists(#deleted)' };

function tombstoneOf(key: keys.ItemKey, text: string, ttl: number) {
  const set: Record<string, Value> = { ttl, ...(keys.isCut(text) && { text: text.toWellFormed() }) };
  return { key, set, remove: ['#restored'], condition: 'attribute_not_exists(pk) OR attribute_exists(#restored)' };
}

function textOf(row: Row, prefix: string): string {
  return row['text'] === undefined ? String(row['sk']).slice(prefix.length) : String(row['text']);
}

function linkRow(kind: Links.LinkKind, site: number, link: string, row: Row): Links.LinkRow {
  const level = Number(row['level']);
  if (kind === 'internal') {
    const reason = row['reason'] === undefined ? {} : { reason: String(row['reason']) };
    const found = { page: String(row['foundOn']), level, status: row['status'] as Links.LinkStatus };
    return { site, link, ...found, ...typeOf(row), ...reason };
  }
  const shared = { site, link, page: String(row['page']), level };
  const detail = String(row['detail']);
  return kind === 'external' ? { ...shared, anchor: detail, ...typeOf(row) } : { ...shared, reason: detail };
}

function typeOf({ type }: Row): Pick<Links.LinkRow, 'type'> {
  return typeof type === 'string' ? { type: type as LinkType } : {};
}

function isMet({ link, level, status, type }: Links.LinkRow, query: Links.LinkQuery): boolean {
  if (query.text !== undefined && !lowered(link).includes(lowered(query.text))) return false;
  if (query.domain !== undefined && !Links.isOfDomain(link, query.domain)) return false;
  if (query.type !== undefined && type !== query.type) return false;
  if (query.level !== undefined && level !== query.level) return false;
  return query.status === undefined || status === undefined || status === query.status;
}

/** In lower case, ASCII letters only. */
function lowered(text: string): string {
  return text.replace(/[A-Z]+/g, letters => letters.toLowerCase());
}
