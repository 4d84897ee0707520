import { noLevel } from '../../../domain/protocol/site-outcomes.ts';
import type { LevelCount } from '../../../wings/graph/site-graph/graph.ts';
import { type OpenWay, openSqlite } from './sqlite-open.ts';

/**
 * The outcomes of the URLs of each level so far, by site; reads every claim (of one site where `site` is given) by a its own
 * connection, which hinders nobody. Levels in order, last the pages that only sitemaps name.
 */
export function countLevels(
  path: string,
  way: OpenWay,
  site: number | undefined,
): readonly (LevelCount & { readonly site: number })[] {
  using database = openSqlite(path, way, 10_000);
  const rows = database
    .prepare(
      `WITH own AS (SELECT site, level, status, found_on FROM pages ${site === undefined ? '' : 'WHERE site = ?'}),
         added AS (SELECT site, min(level) AS first FROM own WHERE level > 0 AND found_on = '' GROUP BY site)
       SELECT site, iif(level > first OR level = first AND found_on = '', ${noLevel}, level) AS clicks, count(*) AS found,
         sum(status = 'node') AS nodes, sum(status = 'redirect') AS redirects,
         sum(status = 'duplicate') AS duplicates, sum(status = 'skipped') AS skipped
       FROM own LEFT JOIN added USING (site) GROUP BY site, clicks ORDER BY site, clicks = ${noLevel}, clicks`,
    )
    .all(...(site === undefined ? [] : [site]));
  const names = ['site', 'found', 'nodes', 'redirects', 'duplicates', 'skipped'] as const;
  return rows.map(row => {
    const counts = Object.fromEntries(names.map(name => [name, Number(row[name])]));
    return { ...(counts as Record<(typeof names)[number], number>), level: Number(row['clicks']) };
  });
}

/** How many claimed URLs of a site became no page, by reason; reads all of its claims, as `countLevels` does. */
export function countSkipped(path: string, way: OpenWay, site: number): Readonly<Record<string, number>> {
  using database = openSqlite(path, way, 10_000);
  const sql = "SELECT reason, count(*) AS count FROM pages WHERE site = ? AND status = 'skipped' GROUP BY reason";
  const rows = database.prepare(sql).all(site);
  return Object.fromEntries(rows.map(({ reason, count }) => [String(reason), Number(count)]));
}
