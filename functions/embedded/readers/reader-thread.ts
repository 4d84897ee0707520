/** A thread that reads the pages of turns beside the state thread. It claims nothing and stores nothing. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Outcome } from '../../../shared/domain/protocol/crawl-state.ts';
import { remember } from '../../../shared/domain/remember.ts';
import type { ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import { type ReadTurn, TurnReader } from '../../../shared/domain/turn/turn-reader.ts';
import type { TurnRecord } from '../../../shared/domain/turn/turn-record.ts';
import { prepareScope, type SiteHome } from '../../../shared/domain/url/site-scope.ts';
import { withLanguages } from '../../../shared/steps/parse/read-turn.ts';
import { Calls } from '../threads/calls.ts';

/** A turn whose pages are to be read. */
export interface TurnOfSite {
  readonly site: number;
  readonly userAgent: string;
  /** Absent if the site is the host of the record's origin. */
  readonly home: SiteHome | undefined;
  readonly record: TurnRecord;
  /** An outcome for each entry of the record. */
  readonly outcomes: readonly Outcome[];
}

/** The calls of the state thread to this one. */
export interface TurnReading {
  read(turn: TurnOfSite): Promise<ReadTurn>;
}

/** Readers in memory: each knows how links of its site resolve. */
const mostReaders = 64;

if (parentPort === null) throw new Error('reader-thread.ts is started by the state thread as a worker thread');
const spec = workerData as ResolvedSpec;
const prepared = prepareScope(spec);
const readers = new Map<string, TurnReader>();

function readerOf({ site, userAgent, home, record: { origin, start } }: TurnOfSite): TurnReader {
  const key = `${site} ${start ?? origin}`;
  const reader = readers.get(key) ?? new TurnReader({ ...spec, userAgent }, origin, [], home);
  remember(readers, key, reader, mostReaders);
  return reader;
}

const reading: TurnReading = {
  async read(turn) {
    await prepared;
    return await withLanguages(readerOf(turn).read(turn.record, turn.outcomes));
  },
};
new Calls(parentPort).serve('reading', reading);
