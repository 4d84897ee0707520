import type { Columns, KeptRecord } from '../../../domain/applications/publication-application.ts';
import type { ApplicationFacts, FailureReason } from './application-runner.ts';
import type { StoredRow } from './checked-records.ts';

/** The result of an application for one page at one look. */
export interface PageReading {
  readonly application: ApplicationFacts;
  readonly source: number;
  /** Of the watched address: the store finds its publication by it. */
  readonly identity: string;
  readonly address: string;
  /** When the page was requested, ms since the epoch. */
  readonly seenAt: number;
  /** `key`: `rowsKey` of them. `failed`: the page is marked, and what it gave before stays. */
  readonly gave:
    | { readonly rows: readonly StoredRow[]; readonly key: string }
    | { readonly failed: FailureReason; readonly detail: string };
}

/** A record of an application, as it is stored. */
export interface RecordRow {
  /** Counts up. */
  readonly record: number;
  readonly source: number;
  readonly address: string;
  readonly publication: number | undefined;
  readonly version: number | undefined;
  readonly digest: string;
  readonly seenAt: number;
  readonly values: StoredRow;
}

/** A page at which an application failed when it read it last. */
export interface PageMark extends Pick<RecordRow, 'source' | 'address' | 'digest' | 'seenAt'> {
  readonly application: string;
  readonly reason: FailureReason;
  readonly detail: string;
}

/** How far `accepted` of an application has come. */
export interface Acceptance {
  /** The last batch that it took; 0 before the first. */
  readonly taken: number;
  /** Calls in a row that failed. */
  readonly failures: number;
  readonly last?: {
    readonly at: number;
    readonly digest: string;
    readonly reason: FailureReason;
    readonly detail: string;
  };
}

export interface KeptApplication {
  readonly name: string;
  readonly columns: Columns;
  readonly records: number;
  /** Pages that are marked. */
  readonly marks: number;
  readonly acceptance: Acceptance;
}

export interface RecordQuery {
  readonly sources?: readonly number[];
  /** Ms since the epoch, of the look: `since` belongs to it, `until` does not. */
  readonly since?: number;
  readonly until?: number;
  /** Records with higher numbers only. */
  readonly after?: number;
}

/**
 * Records of the user's applications, kept by `PublicationStore.accept` together with the publications of a turn. Records equal to
 * those of the page's last look are not kept again, so a call may come twice. The records of one call of `accept` are a batch.
 */
export interface ApplicationRecords {
  /** Makes their tables. Throws `BadInput` where a column holds something else in the table that is there. */
  declare(applications: readonly ApplicationFacts[]): Promise<void>;
  /** Those that have a table. */
  applications(): Promise<readonly KeptApplication[]>;
  /** In the order in which they were kept; only some are in memory. */
  records(name: string, query: RecordQuery): AsyncGenerator<RecordRow>;
  marks(query: { readonly source?: number; readonly application?: string }, most: number): Promise<readonly PageMark[]>;
  /** Works on the batch behind the last that `accepted` took; undefined without a further batch, and while another process works on a batch. */
  nextBatch(name: string): Promise<RecordBatch | undefined>;
}

/** A batch that this process alone works on until `taken` or `failed` is called. */
export interface RecordBatch {
  readonly number: number;
  readonly records: readonly KeptRecord[];
  readonly acceptance: Acceptance;
  /** The values that earlier calls of `accepted` have set. */
  readonly values: Readonly<Record<string, string>>;
  /** The batch was taken; what was set is kept with this fact. */
  taken(values: Readonly<Record<string, string | null>>): Promise<void>;
  failed(why: NonNullable<Acceptance['last']>): Promise<void>;
  /** Nothing was tried. */
  leave(): Promise<void>;
}

export function keptRecord(columns: Columns, row: RecordRow): KeptRecord {
  return {
    address: row.address,
    publication: row.publication ?? null,
    version: row.version ?? null,
    seen: new Date(row.seenAt).toISOString(),
    values: shownValues(columns, row.values),
  };
}

/** Instants as ISO 8601 in UTC, true and false as such. */
export function shownValues(columns: Columns, values: StoredRow): KeptRecord['values'] {
  return Object.fromEntries(
    Object.entries(columns).map(([name, type], index) => {
      const value = values[index] ?? null;
      if (value === null) return [name, null];
      if (type === 'instant') return [name, new Date(Number(value)).toISOString()];
      return [name, type === 'boolean' ? value === 1 : value];
    }),
  );
}
