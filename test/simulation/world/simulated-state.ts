/** Where the state of simulated crawls is kept: a store per crawl, and one token table for all of them. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { SqliteStore } from '../../../shared/adapters/local/sqlite/sqlite-store.ts';
import type { Processes, SiteSet } from '../../../shared/ports/ports.ts';
import type { ScheduledStore } from '../../../shared/wings/sets/schedule/schedule-store.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface SimulatedState {
  openStore(): ScheduledStore & SiteSet;
  /** Attempt that holds the host's lease, as it stands in the token table; `''` where there is none. */
  holder(host: string): string;
  /** All processes have died; those that open the state from now on are others. */
  restart(): void;
  /** As on one machine: a page that ends its reader ends a process of its own, and nobody counts deliveries. */
  readonly readsApart: boolean;
  close(): void;
}

export type OpenState = (time: VirtualTime, seed: number) => SimulatedState;

let states = 0;

/** The embedded store, or one that is broken on purpose. `tellsDead`: of each holder of a lease it is known whether it lives. */
export function sqliteState(
  open: (...options: ConstructorParameters<typeof SqliteStore>) => SqliteStore = (...options) =>
    new SqliteStore(...options),
  { tellsDead = true } = {},
): OpenState {
  return time => {
    states += 1;
    const path = `file:walk-${process.pid}-${states}?mode=memory&cache=shared`;
    const stores: SqliteStore[] = [];
    const tokens = new DatabaseSync(path);
    /** The table is there as soon as a store is. */
    let holders: StatementSync | undefined;
    let run = 1;
    const processes: Processes = {
      get self() {
        return String(run);
      },
      isAlive: holder => !tellsDead || holder === String(run),
    };
    return {
      readsApart: true,
      restart: () => {
        run += 1;
      },
      openStore: () => {
        const store = open({ crawl: ':memory:', tokens: path }, processes, () => time.now);
        stores.push(store);
        return store;
      },
      holder: host => {
        holders ??= tokens.prepare('SELECT attempt FROM tokens WHERE host = ?');
        return String(holders.get(host)?.['attempt'] ?? '');
      },
      close: () => {
        tokens.close();
        for (const store of stores) store.close();
      },
    };
  };
}
