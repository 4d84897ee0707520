import type { Outcome } from '../../../domain/protocol/crawl-state.ts';
import type { WatchChanges, WatchedAddress } from '../../../domain/protocol/watched-address.ts';
import type { ResolvedSpec } from '../../../domain/spec/crawl-spec.ts';
import type { CrawlRules } from '../../../domain/turn/crawl-rules.ts';
import type { UnreadPage } from '../../../domain/turn/turn-reader.ts';
import type { TurnRecord } from '../../../domain/turn/turn-record.ts';
import type { SourceSettingsRows, WatchedAddresses } from '../../../ports.ts';

/** What parses turns of watches. */
export interface VisitWorker {
  readonly reader: SourceReader;
  readonly watched: Pick<WatchedAddresses, 'readWatched' | 'readMemory' | 'watch'>;
  /** Absent in a place where nobody sets anything for a source. */
  readonly settings?: Pick<SourceSettingsRows, 'readSettings'>;
  /**
   * Reads an entry in its own process: how that process ended, where the entry ended it; undefined if it lived.
   * Absent if nobody outlives such an entry.
   */
  readonly tryApart?: (suspect: SuspectEntry) => Promise<string | undefined>;
}

/** An entry at which workers have died. */
export interface SuspectEntry {
  /** The object that holds the turn record. */
  readonly bodies: string;
  readonly spec: ResolvedSpec;
  readonly site: number;
  readonly index: number;
  readonly watched: readonly WatchedAddress[];
  readonly memory: string | undefined;
  readonly settings: string | undefined;
}

/** Reads what a watch fetches, in place of the reader of links. */
export interface SourceReader {
  read(visited: VisitedTurn): Promise<SourceReading>;
}

/** A fetched turn of a source. */
export interface VisitedTurn {
  readonly site: number;
  readonly rules: CrawlRules;
  readonly record: TurnRecord;
  /** Whether an address is of the source. */
  belongs(address: string): boolean;
  /** By identity: addresses that are looked at again in this turn, and entries that named the others. */
  readonly watched: ReadonlyMap<string, WatchedAddress>;
  readonly memory: string | undefined;
  /** What a person has set for the source, as JSON. */
  readonly settings?: string | undefined;
  /** Indexes of entries that are not read, for whatever read them died. */
  readonly killers: readonly number[];
  /** Called before an entry is read; without an index when all have been. */
  reading(index?: number): Promise<void>;
}

/** An address that an entry of the turn names as a publication. */
export interface NamedAddress {
  readonly identity: string;
  readonly address: string;
  /** Index of the first entry that names it. */
  readonly page: number;
}

export interface ReadingNote {
  readonly address: string;
  readonly reason: string;
  readonly detail: string;
}

/** An address of another origin that was named. */
export interface AddressElsewhere {
  readonly identity: string;
  /** Index of the first entry that names it. */
  readonly page: number;
  /** What the source of its host would look at; absent if nothing says that it is a publication. */
  readonly watched?: WatchedAddress;
}

export interface SourceReading {
  /** Beside the entries of the record. */
  readonly outcomes: readonly Outcome[];
  /** Each once, in the order in which they were named. */
  readonly named: readonly NamedAddress[];
  /** Addresses of other origins that were named, each once. */
  readonly elsewhere: readonly AddressElsewhere[];
  readonly unread: readonly UnreadPage[];
  /** What else a person should know of the turn; goes into the log when it is committed. */
  readonly notes?: readonly ReadingNote[];
  /**
   * Keeps what the pages gave, and answers what the watch writes with the turn's commit. `isNew`: beside `named`. A repeat
   * keeps and answers the same.
   */
  keep(isNew: readonly boolean[]): Promise<WatchChanges>;
}
