import * as Links from '../../../domain/link-rows.ts';
import type { DeletedCounts } from '../../../domain/protocol/deleted-counts.ts';
import { OfDatabase } from './sqlite-database.ts';
import type { Row } from './sqlite-rows.ts';
import { hasLinkTypes } from './sqlite-schema.ts';

/** Rows read for a page of an answer. A longer read would hold up the whole process. */
const mostLooked = 50_000;

interface LinkBytes {
  /** Without what was deleted. */
  readonly view: string;
  /** The table of deleted links, with the columns of the view. */
  readonly deleted: string;
  readonly key: string;
  readonly rowOf: (row: Row) => Links.LinkRow;
}

const tables: Readonly<Record<Links.LinkKind, LinkBytes>> = {
  internal: {
    view: 'internal_links',
    deleted: `(SELECT url AS link, found_on AS page, pages.* FROM pages WHERE ${isBuried('internal', 'pages', 'url')})`,
    key: 'link',
    rowOf: row => ({
      ...placeOf(row, row['link']),
      status: row['status'] as Links.LinkStatus,
      ...Links.typeIn(row),
      ...(row['reason'] !== null && { reason: String(row['reason']) }),
    }),
  },
  external: {
    view: 'external_links',
    deleted: `(SELECT url AS link, * FROM external_claims WHERE ${isBuried('external', 'external_claims', 'url')})`,
    key: 'link',
    rowOf: row => ({
      ...placeOf(row, row['link']),
      anchor: String(row['anchor']),
      occurrences: Number(row['occurrences']),
      ...Links.typeIn(row),
    }),
  },
  bad: {
    view: 'bad_links',
    deleted: `(SELECT * FROM bad_claims WHERE ${isBuried('bad', 'bad_claims', 'text')})`,
    key: 'text',
    rowOf: row => ({ ...placeOf(row, row['text']), reason: String(row['reason']) }),
  },
};

function isBuried(kind: Links.LinkKind, table: string, key: string): string {
  return `EXISTS (
      SELECT 1 FROM tombstones WHERE kind = '${kind}' AND tombstones.site = ${table}.site AND tombstones.link = ${table}.${key}
    )`;
}

/** Reads the views of links, and leaves tombstones that the views leave out. */
export class SqliteLinkTables extends OfDatabase {
  list(kind: Links.LinkKind, { after, most, ...query }: Links.LinkQuery): Links.LinkPage {
    const { key, rowOf } = tables[kind];
    const view = viewOf(kind, query);
    if (this.hasNone(kind, query)) return { links: [] };
    const [place, start] = placeBehind(key, query.site, after);
    const behind = `SELECT * FROM ${view} WHERE ${place} ORDER BY site, ${key} LIMIT ? + 0`;
    const scope = [...start, mostLooked];
    const [conditions, values] = filterOf(kind, key, query);
    const found = this.db
      .all(`SELECT * FROM (${behind}) WHERE ${conditions} LIMIT ? + 0`, ...scope, ...values, most)
      .map(rowOf);
    const last = found.length === most ? keyOf(found.at(-1)) : this.lastLooked(behind, key, scope);
    return { links: found, ...(last !== undefined && { next: last }) };
  }

  /** Reads the whole table. */
  sorted(
    kind: Links.LinkKind,
    { sort, isDescending, from, most, ...query }: Links.SortedLinkQuery,
  ): readonly Links.LinkRow[] {
    if (this.hasNone(kind, query)) return [];
    const { key, rowOf } = tables[kind];
    const view = viewOf(kind, query);
    // Names of columns come from the list of sorts alone.
    const column = sort === 'link' ? key : Links.linkSorts[kind].find(each => each === sort);
    if (column === undefined || (column === 'type' && !hasLinkTypes(this.db)))
      return this.sorted(kind, { ...query, sort: 'link', isDescending, from, most });
    const [conditions, values] = filterOf(kind, key, query, query.site);
    const direction = isDescending ? 'DESC' : 'ASC';
    const second = column === 'status' ? `, reason ${direction}` : '';
    return this.db
      .all(
        `SELECT * FROM ${view} WHERE ${conditions}
         ORDER BY ${column} IS NULL OR ${column} = '', ${column} ${direction}${second}, site, ${key} LIMIT ? OFFSET ?`,
        ...values,
        most,
        from,
      )
      .map(rowOf);
  }

  totals(kind: Links.LinkKind, query: Links.LinkFilter, most: number): Links.LinkTotals | undefined {
    if (this.hasNone(kind, query)) return { links: 0, ...(kind === 'external' && { occurrences: 0 }) };
    const [conditions, values] = filterOf(kind, tables[kind].key, query, query.site);
    const counted = kind === 'external' ? 'occurrences' : '0 AS occurrences';
    const row = this.db.get(
      `SELECT count(*) AS links, coalesce(sum(occurrences), 0) AS occurrences
       FROM (SELECT ${counted} FROM ${viewOf(kind, query)} WHERE ${conditions} LIMIT ?)`,
      ...values,
      most + 1,
    );
    const links = Number(row?.['links']);
    if (links > most) return undefined;
    return { links, ...(kind === 'external' && { occurrences: Number(row?.['occurrences']) }) };
  }

  /** No link of an older file has a type; nor has a bad link. */
  private hasNone(kind: Links.LinkKind, { type }: Links.LinkFilter): boolean {
    return type !== undefined && (kind === 'bad' || !hasLinkTypes(this.db));
  }

  /** Undefined: the table ends within what was looked at. */
  private lastLooked(behind: string, key: string, scope: readonly (string | number)[]): Links.LinkKey | undefined {
    const row = this.db.get(`SELECT site, ${key} AS link FROM (${behind}) LIMIT 1 OFFSET ?`, ...scope, mostLooked - 1);
    return row === undefined ? undefined : { site: Number(row['site']), key: String(row['link']) };
  }

  /** Of the sites of which something is deleted. */
  deletedCounts(): readonly DeletedCounts[] {
    if (this.db.get('SELECT 1 FROM tombstones') === undefined) return [];
    const outcome = (status: string, name: string): string => `sum(status = '${status}') AS ${name}`;
    const rows = [
      ...this.db.all(
        `SELECT site, ${outcome('node', 'nodes')}, ${outcome('redirect', 'redirects')},
           ${outcome('duplicate', 'duplicates')}
         FROM ${tables.internal.deleted} GROUP BY site`,
      ),
      ...this.db.all(
        `SELECT site, count(*) AS external, sum(occurrences) AS occurrences FROM ${tables.external.deleted} GROUP BY site`,
      ),
      ...this.db.all(`SELECT site, count(*) AS bad FROM ${tables.bad.deleted} GROUP BY site`),
    ];
    return [...Map.groupBy(rows, ({ site }) => Number(site))].map(([site, own]) => {
      const all: Row = Object.assign({}, ...own);
      const count = (name: string): number => Number(all[name] ?? 0);
      return {
        ...{ site, nodes: count('nodes'), redirects: count('redirects'), duplicates: count('duplicates') },
        ...{ external: count('external'), occurrences: count('occurrences'), bad: count('bad') },
      };
    });
  }

  delete(kind: Links.LinkKind, links: readonly Links.LinkKey[]): number {
    const { view, key } = tables[kind];
    const bury = this.db.prepare(
      `INSERT INTO tombstones (kind, site, link) SELECT ?, site, ${key} FROM ${view} WHERE site = ? AND ${key} = ?
       ON CONFLICT DO NOTHING`,
    );
    return this.db.transaction(() => {
      const deleted = links.filter(link => Number(bury.run(kind, link.site, link.key).changes) > 0).length;
      if (kind === 'internal' && deleted > 0) this.db.run('UPDATE crawl SET deletions = deletions + 1');
      return deleted;
    }, 'immediate');
  }

  restore(kind: Links.LinkKind, links: readonly Links.LinkKey[]): number {
    const dig = this.db.prepare('DELETE FROM tombstones WHERE kind = ? AND site = ? AND link = ?');
    return this.db.transaction(() => {
      const restored = links.filter(link => Number(dig.run(kind, link.site, link.key).changes) > 0).length;
      if (kind === 'internal' && restored > 0) this.db.run('UPDATE crawl SET deletions = deletions + 1');
      return restored;
    }, 'immediate');
  }
}

/** As a condition that the key of the table is searched by: what lies before it is not looked at. */
function placeBehind(
  key: string,
  site: number | undefined,
  after: Links.LinkKey = { site: 0, key: '' },
): readonly [condition: string, values: readonly (string | number)[]] {
  if (site === undefined) return [`(site, ${key}) > (?, ?)`, [after.site, after.key]];
  if (after.site !== site) return [`site = ? AND ${after.site < site ? 1 : 0}`, [site]];
  return [`site = ? AND ${key} > ?`, [site, after.key]];
}

function placeOf(row: Row, link: Row[string] | undefined): Pick<Links.LinkRow, 'site' | 'link' | 'page' | 'level'> {
  return { site: Number(row['site']), link: String(link), page: String(row['page']), level: Number(row['level']) };
}

function keyOf(row: Links.LinkRow | undefined): Links.LinkKey | undefined {
  return row === undefined ? undefined : { site: row.site, key: row.link };
}

function viewOf(kind: Links.LinkKind, { deleted }: Links.LinkFilter): string {
  return deleted === true ? tables[kind].deleted : tables[kind].view;
}

type Condition = readonly [sql: string, value: string | number];

/** SQLite's `lower` is that of ASCII, and `instr` knows no wildcards. A search by keys has the site already. */
function filterOf(
  kind: Links.LinkKind,
  key: string,
  { text, domain, level, status, type }: Omit<Links.LinkFilter, 'site'>,
  site?: number,
): readonly [conditions: string, values: readonly (string | number)[]] {
  const filters: readonly Condition[] = [
    ...(site === undefined ? [] : [['site = ?', site] as const]),
    ...(text === undefined ? [] : [[`instr(lower(${key}), lower(?)) > 0`, text] as const]),
    ...(domain === undefined
      ? []
      : [[`instr('.' || ${authorityOf(key)} || ':', '.' || ? || ':') > 0`, domain] as const]),
    ...(level === undefined ? [] : [['level = ?', level] as const]),
    ...(type === undefined ? [] : [['type = ?', type] as const]),
    ...(status === undefined || kind !== 'internal' ? [] : [['status = ?', status] as const]),
  ];
  return [['1', ...filters.map(([sql]) => sql)].join(' AND '), filters.map(([, value]) => value)];
}

/** Host and port of an address, in SQL. */
function authorityOf(key: string): string {
  const behind = `substr(${key}, instr(${key}, '://') + 3)`;
  return `substr(${behind}, 1, instr(${behind} || '/', '/') - 1)`;
}
