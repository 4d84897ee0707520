/**
 * Tables of links, which people read and from which they delete. A listing reads the links of each site in turn. A call
 * reads a bounded number of items, so with a rare filter an answer may be short although more rows follow.
 */
import * as Links from '../../../domain/link-rows.ts';
import type { LinkClaim } from '../../../domain/protocol/crawl-state.ts';
import type { DeletedLinks, LinkTables } from '../../../ports/ports.ts';
import type { DynamoBase } from './calls/dynamo-base.ts';
import { inParallel } from './calls/dynamo-calls.ts';
import type { Row, Value } from './calls/dynamo-tables.ts';
import * as keys from './calls/dynamo-tables.ts';
import { compareBytes, inTextOrder, lastText, textStart } from './calls/dynamo-tables.ts';
import { type DynamoStatuses, urlOf } from './dynamo-statuses.ts';
import { LinkLog, type LoggedLink } from './links/link-log.ts';

/** Most items read for one answer; a site counts as some items, because its query is an own call. */
const mostLooked = 2_000;
const siteCounts = 20;
const pageSize = 500;
/** How many claims' statuses are read at once. */
const joinedAtOnce = 100;
/** External or bad links of a site that a listing sorts. Of more it keeps the order of the log. */
export const mostSorted = 20_000;

/** A row of a listing. */
interface Found {
  /** Where the listing goes on behind it. */
  readonly at: string;
  readonly link: Links.LinkRow;
  readonly isDeleted: boolean;
}

/** Status of waiting links of a removed site. */
const removed = { status: 'skipped', reason: 'removed' } as const;

type OutsideKind = Exclude<Links.LinkKind, 'internal'>;

export class DynamoLinkTables implements LinkTables, DeletedLinks {
  private readonly base: DynamoBase;
  private readonly statuses: Pick<DynamoStatuses, 'join'>;
  private readonly log: LinkLog;
  /** The site of the last listing by address, so that its next pages neither read nor sort it again. */
  private listed?: { readonly pk: string; readonly links: readonly LoggedLink[] };

  constructor(base: DynamoBase, statuses: Pick<DynamoStatuses, 'join'>) {
    this.base = base;
    this.statuses = statuses;
    this.log = new LinkLog(base);
  }

  async listLinks(crawl: string, kind: Links.LinkKind, query: Links.LinkQuery): Promise<Links.LinkPage> {
    const { after, most } = query;
    const links: Links.LinkRow[] = [];
    let looked = 0;
    for await (const { site, isRemoved } of this.sitesFrom(crawl, query)) {
      if (looked >= mostLooked) return { links, next: { site, key: '' } };
      looked += siteCounts;
      const behind = after?.site === site && after.key !== '' ? after.key : undefined;
      const rows = kind === 'internal' ? this.inside(crawl, site, behind) : this.outside(crawl, site, kind, behind);
      for await (const { at, isDeleted, link } of rows) {
        const row = isRemoved && link.status === 'waiting' ? { ...link, ...removed } : link;
        if (isDeleted === (query.deleted === true) && isMet(row, query)) links.push(row);
        looked += 1;
        if (links.length >= most || looked >= mostLooked) return { links, next: { site, key: at } };
      }
    }
    return { links };
  }

  /** Leaves out sites that are the same as an earlier site, to which the links belong. */
  private async *sitesFrom(
    crawl: string,
    { site, after }: Links.LinkQuery,
  ): AsyncGenerator<{ readonly site: number; readonly isRemoved: boolean }> {
    const from = after?.site ?? 0;
    if (site !== undefined && site < from) return;
    const { calls, tables } = this.base;
    const first = keys.siteKey(crawl, site ?? from).sk;
    const last = site === undefined ? 'site#:' : first;
    for await (const row of calls.query(tables.crawls, crawl, first, last, siteCounts))
      if (row['status'] !== 'same-as')
        yield { site: Number(String(row['sk']).slice('site#'.length)), isRemoved: row['status'] === 'removed' };
  }

  private async *inside(crawl: string, site: number, after: string | undefined): AsyncGenerator<Found> {
    const { calls, tables } = this.base;
    const items = calls.query(tables.pages, keys.urlPartition(crawl, site), textStart('', after), lastText, pageSize);
    for await (const { text, row } of this.withStatuses(crawl, site, inTextOrder(items, urlOf, after)))
      yield { at: text, link: insideRow(site, text, row), isDeleted: row['deleted'] === true };
  }

  /** By address; of more links than `mostSorted` in the order of the log. `after` says which order its listing began with. */
  private async *outside(
    crawl: string,
    site: number,
    kind: OutsideKind,
    after: string | undefined,
  ): AsyncGenerator<Found> {
    const pk = keys.linkPartition(crawl, site, kind);
    const deleted = new Set(await this.deletedLinksAfter(crawl, site, kind, undefined, Number.POSITIVE_INFINITY));
    const found = (at: string, { link }: LoggedLink): Found => ({
      ...{ at, link: outsideRow(site, kind, link) },
      isDeleted: deleted.has(link.key),
    });
    if (after === undefined || after.startsWith(sorted)) {
      const links = await this.byAddress(pk, after === undefined);
      const from = after === undefined ? 0 : behind(links ?? [], after.slice(sorted.length));
      for (const each of links?.values().drop(from) ?? []) yield found(`${sorted}${each.link.key}`, each);
      if (links !== undefined) return;
    }
    const [sk, index] = after === undefined ? ['#', -1] : logged(after);
    for await (const each of this.log.links(pk, sk))
      if (each.sk !== sk || each.index > index) yield found(`${each.sk}.${each.index}`, each);
  }

  /** A listing that begins reads them anew, and gets nothing where they are more than `mostSorted`. */
  private async byAddress(pk: string, isBeginning: boolean): Promise<readonly LoggedLink[] | undefined> {
    if (!isBeginning && this.listed?.pk === pk) return this.listed.links;
    const links: LoggedLink[] = [];
    for await (const link of this.log.links(pk)) if (links.push(link) > mostSorted && isBeginning) return undefined;
    this.listed = { pk, links: links.sort((a, b) => compareBytes(a.link.key, b.link.key)) };
    return links;
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
    if (kind === 'internal') return countOf(await this.changePages(crawl, distinct, burial));
    const there = await this.ofLogs(crawl, kind, distinct);
    return countOf(await inParallel(there, async link => await this.bury(crawl, kind, link)));
  }

  async restoreLinks(crawl: string, kind: Links.LinkKind, links: readonly Links.LinkKey[]): Promise<number> {
    if (kind === 'internal') return countOf(await this.changePages(crawl, links, revival));
    return countOf(await inParallel(links, async link => await this.revive(crawl, kind, link)));
  }

  /** Those that the crawl has found. The log of each site is read until all are met. */
  private async ofLogs(crawl: string, kind: OutsideKind, links: readonly Links.LinkKey[]): Promise<Links.LinkKey[]> {
    const there: Links.LinkKey[] = [];
    for (const [site, named] of Map.groupBy(links, link => link.site)) {
      const open = new Set(named.map(({ key }) => key));
      for await (const { link } of this.log.links(keys.linkPartition(crawl, site, kind))) {
        if (open.delete(link.key)) there.push({ site, key: link.key });
        if (open.size === 0) break;
      }
    }
    return there;
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

  private async bury(crawl: string, kind: OutsideKind, { site, key }: Links.LinkKey): Promise<boolean> {
    const { calls, tables, ttl } = this.base;
    const tombstone = keys.tombstoneKey(crawl, site, kind, key);
    return (await calls.write({ table: tables.pages, ...tombstoneOf(tombstone, key, ttl()) })).kind === 'written';
  }

  /** The tombstone stays with a mark, because functions of the API may not delete items. */
  private async revive(crawl: string, kind: OutsideKind, { site, key }: Links.LinkKey): Promise<boolean> {
    const { calls, tables } = this.base;
    const tombstone = { table: tables.pages, key: keys.tombstoneKey(crawl, site, kind, key) };
    const condition = 'attribute_exists(pk) AND attribute_not_exists(#restored)';
    return (await calls.write({ ...tombstone, set: { restored: true }, condition })).kind === 'written';
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

/** In the position of a listing by address; positions in a log begin with # or =. */
const sorted = '~';

/** Index of the first link behind an address, among links by address. */
function behind(links: readonly LoggedLink[], address: string): number {
  let [first, end] = [0, links.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if (compareBytes(links[middle]!.link.key, address) > 0) end = middle;
    else first = middle + 1;
  }
  return first;
}

/** Item and index of a position in a log. */
function logged(at: string): readonly [sk: string, index: number] {
  const dot = at.lastIndexOf('.');
  return [at.slice(0, dot), Number(at.slice(dot + 1))];
}

function countOf(changed: readonly boolean[]): number {
  return changed.filter(Boolean).length;
}

function insideRow(site: number, link: string, row: Row): Links.LinkRow {
  const reason = row['reason'] === undefined ? {} : { reason: String(row['reason']) };
  const found = { page: String(row['foundOn']), level: Number(row['level']) };
  return { site, link, ...found, status: row['status'] as Links.LinkStatus, ...Links.typeIn(row), ...reason };
}

function outsideRow(site: number, kind: OutsideKind, { key, page, level, detail, type }: LinkClaim): Links.LinkRow {
  const shared = { site, link: key, page, level };
  if (kind === 'bad') return { ...shared, reason: detail };
  return { ...shared, anchor: detail, ...(type !== undefined && { type }) };
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
