import type { SqliteDatabase } from '../../../shared/adapters/local/sqlite/sqlite-database.ts';
import { SqliteStore } from '../../../shared/adapters/local/sqlite/sqlite-store.ts';
import type { Lease } from '../../../shared/domain/protocol/crawl-state.ts';
import type { TokenEnd, TurnExit } from '../../../shared/ports/ports.ts';

/**
 * Stores that forget one condition of their transactions. A condition inside a transaction cannot be taken away through
 * the port, so these reach below it.
 */

/** Leaves a turn whatever the site's last turn is. */
export class StoreWithoutTurnTest extends SqliteStore {
  override async leaveTurn(lease: Lease, exit: TurnExit): Promise<boolean> {
    const db = databaseOf(this);
    const site = db.get('SELECT turn FROM sites WHERE site = ?', lease.site);
    const isHeld = db.get('SELECT 1 FROM tokens.tokens WHERE attempt = ?', lease.attempt) !== undefined;
    if (!isHeld || site === undefined) return await super.leaveTurn(lease, exit);
    db.run('UPDATE sites SET turn = ? WHERE site = ?', lease.turn - 1, lease.site);
    db.run('DELETE FROM pending WHERE site = ? AND turn = ?', lease.site, lease.turn);
    const left = await super.leaveTurn(lease, exit);
    if (!left || exit.patch.turn === undefined)
      db.run('UPDATE sites SET turn = ? WHERE site = ?', site['turn']!, lease.site);
    return left;
  }
}

/** Leaves a turn whether or not the site was removed meanwhile. */
export class StoreWithoutStatusTest extends SqliteStore {
  override async leaveTurn(lease: Lease, exit: TurnExit): Promise<boolean> {
    const db = databaseOf(this);
    const isRemoved =
      db.run("UPDATE sites SET status = 'active' WHERE site = ? AND status = 'removed'", lease.site) > 0;
    const left = await super.leaveTurn(lease, exit);
    if (isRemoved) db.run("UPDATE sites SET status = 'removed' WHERE site = ? AND status = 'active'", lease.site);
    return left;
  }
}

/** Takes whoever comes for the same turn for the holder of its lease. */
export class StoreWithoutAttempt extends SqliteStore {
  override async leaveTurn(lease: Lease, exit: TurnExit): Promise<boolean> {
    return await super.leaveTurn(this.asHolder(lease), exit);
  }

  override async returnToken(lease: Lease, token: TokenEnd): Promise<boolean> {
    return await super.returnToken(this.asHolder(lease), token);
  }

  private asHolder(lease: Lease): Lease {
    const sql = 'SELECT attempt FROM tokens.tokens WHERE host = ? AND crawl = ? AND site = ? AND turn = ?';
    const row = databaseOf(this).get(sql, lease.host, lease.crawl, lease.site, lease.turn);
    return row === undefined ? lease : { ...lease, attempt: String(row['attempt']) };
  }
}

/** Forgets that a site may have one grant under way at most. */
export class StoreWithSeveralGrants extends SqliteStore {
  private readonly readWhole: SqliteStore['readSchedule'] = Reflect.get(this, 'readSchedule');

  override readonly readSchedule: SqliteStore['readSchedule'] = async crawl => {
    const known = await this.readWhole(crawl);
    if (known === undefined) return undefined;
    const { oneEach: _, ...schedule } = known.schedule;
    return { ...known, schedule };
  };
}

function databaseOf(store: SqliteStore): SqliteDatabase {
  return Reflect.get(store, 'db') as SqliteDatabase;
}
