import type { LinkKind } from '../../../domain/link-rows.ts';
import type { ClaimedUrl, LinkClaim, Outcome, UrlClaim } from '../../../domain/protocol/crawl-state.ts';
import type { SkipReason } from '../../../domain/skip-reason.ts';
import type { LinkOccurrences, UrlStanding } from '../../../ports/ports.ts';
import { OfDatabase, type SqliteDatabase } from './sqlite-database.ts';
import type { Row } from './sqlite-rows.ts';

/** The claims of a crawl: URLs, contents, links out of the site, counts of patterns. Each call is one transaction. */
export class SqliteClaims extends OfDatabase {
  claimContents(site: number, claims: readonly { hash: string; owner: string }[]): string[] {
    if (claims.length === 0) return [];
    const insert = this.db.prepare('INSERT INTO contents (site, hash, url) VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
    const select = this.db.prepare('SELECT url FROM contents WHERE site = ? AND hash = ?');
    return this.db.transaction(() =>
      claims.map(({ hash, owner }) =>
        Number(insert.run(site, hash, owner).changes) > 0 ? owner : String(select.get(site, hash)?.['url']),
      ),
    );
  }

  claimUrls(
    site: number,
    by: { readonly turn: number; readonly level: number; readonly kind: 'link' | 'redirect' },
    claims: readonly UrlClaim[],
  ): boolean[] {
    if (claims.length === 0) return [];
    // `again` is won by the turn that won it before; only a redirect lowers a level.
    const again = 'pages.turn = excluded.turn AND pages.level = excluded.level';
    const falls = `pages.level > excluded.level AND NOT ${isDeletedPage('excluded.url')}`;
    const won = by.kind === 'link' ? again : `(${falls}) OR (${again})`;
    const claim = this.db.prepare(
      `INSERT INTO pages (site, url, level, turn, found_on, status, reason, attempts, type) VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?)
       ON CONFLICT (site, url) DO UPDATE SET level = excluded.level, turn = excluded.turn, found_on = excluded.found_on,
         type = excluded.type
       WHERE ${won}`,
    );
    return this.db.transaction(() =>
      claims.map(({ identity, foundOn, skip, type = null }) => {
        const status = skip === undefined ? 'waiting' : 'skipped';
        return Number(claim.run(site, identity, by.level, by.turn, foundOn, status, skip ?? null, type).changes) > 0;
      }),
    );
  }

  readLevels(site: number, identities: readonly string[]): (UrlStanding | undefined)[] {
    const deleted = isDeletedPage('pages.url');
    const select = this.db.prepare(`SELECT level, turn, ${deleted} AS deleted FROM pages WHERE site = ? AND url = ?`);
    return identities.map(identity => {
      const row = select.get(site, identity);
      if (row === undefined) return undefined;
      return { level: Number(row['level']), turn: Number(row['turn']), ...deletedOf(row) };
    });
  }

  claimLinks(site: number, kind: 'external' | 'bad', turn: number, claims: readonly LinkClaim[]): boolean[] {
    if (claims.length === 0) return [];
    const [table, key, detail] =
      kind === 'external' ? ['external_claims', 'url', 'anchor'] : ['bad_claims', 'text', 'reason'];
    const [typeColumn, typeValue] = kind === 'external' ? [', type', ', ?'] : ['', ''];
    const claim = this.db.prepare(
      `INSERT INTO ${table} (site, ${key}, turn, page, level, ${detail}${typeColumn}) VALUES (?, ?, ?, ?, ?, ?${typeValue})
       ON CONFLICT (site, ${key}) DO UPDATE SET turn = turn WHERE ${table}.turn = excluded.turn`,
    );
    return this.db.transaction(() =>
      claims.map(({ key: text, page, level, detail: about, type = null }) => {
        const { changes } =
          kind === 'external'
            ? claim.run(site, text, turn, page, level, about, type)
            : claim.run(site, text, turn, page, level, about);
        return Number(changes) > 0;
      }),
    );
  }

  countPatterns(site: number, turn: number, wishes: readonly { pattern: string; count: number }[]): number[] {
    if (wishes.length === 0) return [];
    const count = this.db.prepare(
      `INSERT INTO patterns (site, pattern, before, turn, added) VALUES (?, ?, 0, ?, ?)
       ON CONFLICT (site, pattern) DO UPDATE SET before = before + added, turn = excluded.turn, added = excluded.added
       WHERE patterns.turn < excluded.turn`,
    );
    const select = this.db.prepare('SELECT before FROM patterns WHERE site = ? AND pattern = ?');
    return this.db.transaction(() =>
      wishes.map(wish => {
        count.run(site, wish.pattern, turn, wish.count);
        return Number(select.get(site, wish.pattern)?.['before']);
      }),
    );
  }

  recordOutcomes(
    site: number,
    _turn: number,
    outcomes: readonly { identity: string; outcome: Outcome; attempts: number }[],
  ): void {
    const update = this.db.prepare(
      'UPDATE pages SET status = ?, reason = ?, http_status = ?, target = ?, attempts = ? WHERE site = ? AND url = ?',
    );
    this.db.transaction(() => {
      for (const { identity, outcome, attempts } of outcomes) {
        const { status, reason, httpStatus, target } = outcomeColumns(outcome);
        update.run(status, reason, httpStatus, target, attempts, site, identity);
      }
    });
  }

  claimsAfter(site: number, after: string, most: number): ClaimedUrl[] {
    const rows = this.db.all(
      `SELECT url, level, found_on, status, reason, http_status, attempts, ${isDeletedPage('pages.url')} AS deleted FROM pages
       WHERE site = ? AND url > ? ORDER BY url LIMIT ? + 0`,
      ...[site, after, most],
    );
    return rows.map(row => ({
      identity: String(row['url']),
      level: Number(row['level']),
      foundOn: String(row['found_on']),
      ...(row['status'] === 'skipped' && { skip: row['reason'] as SkipReason }),
      attempts: Number(row['attempts']),
      ...(row['status'] === 'waiting' && row['http_status'] !== null && { status: Number(row['http_status']) }),
      ...deletedOf(row),
    }));
  }

  deletedLinksAfter(
    site: number,
    kind: Exclude<LinkKind, 'internal'>,
    after: string | undefined,
    most: number,
  ): string[] {
    const rows = this.db.all(
      'SELECT link FROM tombstones WHERE kind = ? AND site = ? AND (? IS NULL OR link > ?) ORDER BY link LIMIT ? + 0',
      ...[kind, site, after ?? null, after ?? null, most],
    );
    return rows.map(row => String(row['link']));
  }
}

function deletedOf(row: Row): Pick<ClaimedUrl, 'deleted'> {
  return row['deleted'] === 1 ? { deleted: true } : {};
}

/** Inside a transaction of the caller's, once a turn. */
export function addOccurrences(db: SqliteDatabase, site: number, occurrences: readonly LinkOccurrences[]): void {
  const add = db.prepare('UPDATE external_claims SET occurrences = occurrences + ? WHERE site = ? AND url = ?');
  for (const { identity, count } of occurrences) add.run(count, site, identity);
}

function isDeletedPage(url: string): string {
  return `EXISTS (SELECT 1 FROM tombstones WHERE kind = 'internal' AND tombstones.site = pages.site AND link = ${url})`;
}

function outcomeColumns(outcome: Outcome): {
  status: string;
  reason: string | null;
  httpStatus: number | null;
  target: string | null;
} {
  switch (outcome.kind) {
    case 'node':
      return { status: 'node', reason: null, httpStatus: 200, target: null };
    case 'redirect':
      return { status: 'redirect', reason: null, httpStatus: outcome.status, target: outcome.target };
    case 'duplicate':
      return { status: 'duplicate', reason: null, httpStatus: 200, target: outcome.owner };
    case 'skipped':
      return { status: 'skipped', reason: outcome.reason, httpStatus: outcome.status ?? null, target: null };
    case 'retry':
      return { status: 'waiting', reason: outcome.reason, httpStatus: outcome.status ?? null, target: null };
  }
}
