import { withSites } from '../../../domain/spec/resolve/added-site.ts';
import type { JoiningSite, JoinState } from '../../../ports.ts';
import type { SqliteCrawl } from './sqlite-crawl.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { countDown, insertSite, type SqliteSites } from './sqlite-sites.ts';
import type { SqliteTokens } from './sqlite-tokens.ts';

interface SiteSetParts {
  readonly db: SqliteDatabase;
  readonly crawl: SqliteCrawl;
  readonly sites: SqliteSites;
  readonly tokens: SqliteTokens;
}

/** The set of sites, changed by any process while another one crawls. */
export class SqliteSiteSet {
  private readonly parts: SiteSetParts;

  constructor(parts: SiteSetParts) {
    this.parts = parts;
  }

  add(id: string, joining: readonly JoiningSite[]): readonly JoinState[] {
    const { db, crawl, sites } = this.parts;
    return db.transaction(() => {
      const found = crawl.read(id);
      if (found === undefined) throw new Error(`crawl ${id} is not in crawl.db`);
      const joins = found.state === 'running' && found.stop === undefined;
      const isNew = joining.map(({ row }) => sites.read(id, row.site) === undefined);
      const fresh = joining.filter((_, index) => isNew[index]);
      if (fresh.length === 0) return joining.map(() => 'exists');
      for (const { row } of fresh) insertSite(db, { ...row, status: joins ? 'active' : 'stopped' });
      const joined = fresh.map(({ site }) => site);
      crawl.writeSpec(id, withSites(found.spec, joined));
      if (joins) db.run('UPDATE crawl SET active_sites = active_sites + ? WHERE id = ?', fresh.length, id);
      return isNew.map(isFresh => (isFresh ? (joins ? 'added' : 'waits') : 'exists'));
    }, 'immediate');
  }

  remove(id: string, site: number): boolean {
    const { db, sites, tokens } = this.parts;
    return db.transaction(() => {
      const row = sites.read(id, site);
      if (row === undefined || row.status === 'removed') return false;
      db.run("UPDATE sites SET status = 'removed', parked = 0 WHERE site = ?", site);
      if (row.status === 'active') countDown(db);
      tokens.forgetWish(row);
      return true;
    }, 'immediate');
  }
}
