import type { Outcome } from '../../../domain/protocol/crawl-state.ts';
import type { WatchChanges, WatchedAddress } from '../../../domain/protocol/watched-address.ts';
import type { ResolvedSpec } from '../../../domain/spec/crawl-spec.ts';
import type { CrawlRules } from '../../../domain/turn/crawl-rules.ts';
import type { UnreadPage } from '../../../domain/turn/turn-reader.ts';
import type { TurnRecord } from '../../../domain/turn/turn-record.ts';
import type { SourceSettingsRows, WatchedAddresses } from '../../../ports/ports.ts';

/** Parses turns of watches. */
export interface VisitWorker {
  readonly reader: SourceReader;
  readonly watched: Pick<WatchedAddresses, 'readWatched' | 'readMemory' | 'watch'>;
  /** Absent in a place without settings of sources. */
  readonly settings?: Pick<SourceSettingsRows, 'readSettings'>;
  /** Pages that a look at an entry queues until it leaves the rest for the next look; absent: 400. */
  readonly portion?: number;
  /**
   * Reads an entry in a separate process. Returns how that process died, or undefined if it lived. Absent if the place
   * has no such process.
   */
  readonly tryApart?: (suspect: SuspectEntry) => Promise<string | undefined>;
}

/** An entry at which workers died. */
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

/** Reads pages of a watch, in place of the reader of links. */
export interface SourceReader {
  read(visited: VisitedTurn): Promise<SourceReading>;
}

/** A fetched turn of a source. */
export interface VisitedTurn {
  readonly site: number;
  readonly rules: CrawlRules;
  readonly record: TurnRecord;
  /** By the index of the entry, ms: when its page was captured, where the turn read archives. */
  readonly capturedAt?: readonly number[];
  /** Whether an address belongs to the source. */
  belongs(address: string): boolean;
  /** By identity: addresses that this turn requested again, and entries that named the others. */
  readonly watched: ReadonlyMap<string, WatchedAddress>;
  readonly memory: string | undefined;
  /** A person's settings for the source, as JSON. */
  readonly settings?: string | undefined;
  /** Indexes of entries that are not read, because their readers died. */
  readonly killers: readonly number[];
  /** Called before an entry is read, and without an index after the last one. */
  reading(index?: number): Promise<void>;
}

/** An address that an entry names as a publication. */
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

/** An address of another origin that an entry names. */
export interface AddressElsewhere {
  readonly identity: string;
  /** Index of the first entry that names it. */
  readonly page: number;
  /** The look for the source of its host; absent if nothing shows that it is a publication. */
  readonly watched?: WatchedAddress;
}

export interface SourceReading {
  /** One for each entry of the record. */
  readonly outcomes: readonly Outcome[];
  /** Each address once, in the order of the entries. */
  readonly named: readonly NamedAddress[];
  /** Distinct addresses of other origins that entries named. */
  readonly elsewhere: readonly AddressElsewhere[];
  readonly unread: readonly UnreadPage[];
  /** Further notes for people, which go into the log when the turn is committed. */
  readonly notes?: readonly ReadingNote[];
  /**
   * Stores the results of the pages, and returns the changes that are written with the turn's commit. A repeat stores and
   * returns the same.
   */
  keep(claimed: ClaimedNames): Promise<WatchChanges>;
}

/** The claims of the turn on the addresses that its entries named. */
export interface ClaimedNames {
  /** Identities that no turn had claimed before. */
  readonly fresh: ReadonlySet<string>;
  /** By the identity of an entry: the number of the addresses that are left for its next look. */
  readonly left: ReadonlyMap<string, number>;
}
