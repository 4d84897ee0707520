/** Where the state of simulated crawls is kept: a store per crawl, and one token table for all of them. */
import { DatabaseSync } from 'node:sqlite';
import { SqliteStore } from '../../shared/adapters/local/sqlite/sqlite-store.ts';
import type { SiteSet } from '../../shared/ports.ts';
import type { ScheduledStore } from '../../shared/wings/sets/schedule/schedule-store.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface SimulatedState {
  openStore(): ScheduledStore & SiteSet;
  /** Attempt that holds the host's lease, as it stands in the token table; `''` where there is none. */
  holder(host: string): string;
  close(): void;
}

export type OpenState = (time: VirtualTime, seed: number) => SimulatedState;

let states = 0;

/** The embedded store, or one that is broken on purpose. */
export function sqliteState(
  open: (...options: ConstructorParameters<typeof SqliteStore>) => SqliteStore = (...options) =>
    new SqliteStore(...options),
): OpenState {
  return () => {
    states += 1;
    const path = `file:walk-${process.pid}-${states}?mode=memory&cache=shared`;
    const stores: SqliteStore[] = [];
    const tokens = new DatabaseSync(path);
    return {
      openStore: () => {
        const store = open({ crawl: ':memory:', tokens: path }, { self: 'simulation', isAlive: () => true });
        stores.push(store);
        return store;
      },
      holder: host => String(tokens.prepare('SELECT attempt FROM tokens WHERE host = ?').get(host)?.['attempt'] ?? ''),
      close: () => {
        tokens.close();
        for (const store of stores) store.close();
      },
    };
  };
}
