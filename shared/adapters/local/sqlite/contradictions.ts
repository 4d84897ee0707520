/**
 * Rows that contradict each other. Numbers of turns and levels bound loops and tables of those who read a crawl, so none is
 * trusted that the other rows do not bear out: what is read takes no longer than the file is large.
 */
import type { SqliteDatabase } from './sqlite-database.ts';

interface Contradiction {
  /** Not of a watch: it forgets what its earlier visits have taken. */
  readonly isOfCrawls?: true;
  /** Of the first site with one: its number as `site`, and what is found as `found`. */
  readonly sql: string;
  readonly words: (found: string) => string;
}

const contradictions: readonly Contradiction[] = [
  {
    isOfCrawls: true,
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
    // A level has a turn at least.
    sql: 'SELECT site, level AS found FROM sites WHERE level NOT BETWEEN 0 AND turn LIMIT 1',
    words: found => `has come to level ${found}`,
  },
  {
    // A page is at most one level below the pages that are fetched.
    sql: `SELECT site, pages.level AS found FROM pages JOIN sites USING (site)
      WHERE pages.level NOT BETWEEN 0 AND sites.level + 1 LIMIT 1`,
    words: found => `has a page of level ${found}`,
  },
];

/** In words, e.g. "site 3 counts 12 turns, which its other rows do not bear out"; undefined if there is none. Reads all claims. */
export function findContradiction(db: SqliteDatabase, isWatch: boolean): string | undefined {
  for (const { isOfCrawls = false, sql, words } of contradictions) {
    if (isOfCrawls && (isWatch || !db.hasTable('turns'))) continue;
    const row = db.get(`SELECT site, CAST(found AS TEXT) AS found FROM (${sql})`);
    if (row !== undefined)
      return `site ${row['site']} ${words(String(row['found']))}, which its other rows do not bear out`;
  }
  return undefined;
}
