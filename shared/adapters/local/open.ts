/** The wiring of the embedded engine: which adapter keeps which port on one machine. */
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { allowedHostsOf } from '../../domain/spec/allowed-hosts.ts';
import type { ResolvedSpec } from '../../domain/spec/crawl-spec.ts';
import type { Clock, Fetcher, Ids, ObjectStore, ResultSink } from '../../ports.ts';
import { createUndiciFetcher } from '../web/undici-fetcher.ts';
import { FileObjects } from './file-objects.ts';
import { FileResultSink } from './file-result-sink.ts';
import { machineProcesses } from './machine-processes.ts';
import { randomIds } from './random-ids.ts';
import { SqliteStore } from './sqlite-store.ts';
import { systemClock } from './system-clock.ts';

export interface LocalState {
  readonly store: SqliteStore;
  readonly objects: ObjectStore;
  readonly sink: ResultSink;
  close(): void;
}

/** State of the crawl in `directory`, which is made if it is not there. */
export function openLocalState(directory: string): LocalState {
  mkdirSync(directory, { recursive: true });
  mkdirSync(stateFolder(), { recursive: true });
  const paths = { crawl: join(directory, 'crawl.db'), tokens: join(stateFolder(), 'tokens.db') };
  const store = new SqliteStore(paths, machineProcesses());
  return {
    store,
    objects: openLocalObjects(directory),
    sink: new FileResultSink(directory),
    close: () => store.close(),
  };
}

export function openLocalObjects(directory: string): ObjectStore {
  return new FileObjects(join(directory, 'state'));
}

/** What a process needs beside the state. */
export function openLocalMachine(spec: ResolvedSpec): { clock: Clock; ids: Ids; fetcher: Fetcher } {
  return { clock: systemClock(), ids: randomIds, fetcher: createUndiciFetcher(allowedHostsOf(spec)) };
}

/**
 * Where the user's token table stands: `$ORBWEAVER_STATE`, else the system's folder for state (XDG Base Directory
 * Specification; on other systems the nearest there is).
 */
function stateFolder(): string {
  const { ORBWEAVER_STATE: given, XDG_STATE_HOME: xdg, LOCALAPPDATA: windows } = process.env;
  if (given !== undefined && given !== '') return given;
  if (process.platform === 'win32' && windows !== undefined) return join(windows, 'orbweaver');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'orbweaver');
  return join(xdg !== undefined && xdg !== '' ? xdg : join(homedir(), '.local', 'state'), 'orbweaver');
}
