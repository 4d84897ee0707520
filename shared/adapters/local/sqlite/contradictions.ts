/**
 * Rows that contradict each other. Numbers of turns and levels bound loops and tables of those who read a crawl, so none is
 * believed that the other rows do not bear out: what is read takes no longer than the file is large.
 */
import type { SqliteDatabase } from './sqlite-database.ts';

interface Contradiction {
  /** One that files of earlier versions may lack. */
  readonly table?: string;
  /** Of the first site with one: its number as `site`, and what is found as `found`. */
  readonly sql: string;
  readonly words: (found: string) => string;
}

const contradictions: readonly Contradiction[] = [
  {
    table: 'turns',
    // A commit writes the number of the turn together with its entries.
    sql: `SELECT site, turn AS found FROM sites
      WHERE turn <> (SELECT count(*) FROM turns WHERE turns.site = sites.site) LIMIT 1`,
    words: found => `counts ${found} turns`,
  },
  {
    sql: `SELECT pending.site, pending.turn AS found FROM pending LEFT JOIN sites USING (site)
      WHERE sites.turn IS NULL OR pending.turn NOT BETWEEN 1 AND sites.turn LIMIT 1`,
    words: found => `waits for turn ${found}`,
  },
  {
    // A page is one level below another page of its site.
    sql: 'SELECT site, max(level) AS found FROM pages GROUP BY site HAVING max(level) > count(*) OR min(level) < 0 LIMIT 1',
    words: found => `has a page of level ${found}`,
  },
  {
    sql: `SELECT site, level AS found FROM sites
      WHERE level <> 0 AND level NOT BETWEEN 0 AND (SELECT count(*) FROM pages WHERE pages.site = sites.site) LIMIT 1`,
    words: found => `has come to level ${found}`,
  },
];

/** In words, e.g. "site 3 counts 12 turns, which its other rows do not bear out"; undefined where there is none. Reads all claims. */
export function findContradiction(db: SqliteDatabase): string | undefined {
  for (const { table = 'sites', sql, words } of contradictions) {
    if (!db.hasTable(table)) continue;
    const row = db.get(`SELECT site, CAST(found AS TEXT) AS found FROM (${sql})`);
    if (row !== undefined)
      return `site ${row['site']} ${words(String(row['found']))}, which its other rows do not bear out`;
  }
  return undefined;
}
