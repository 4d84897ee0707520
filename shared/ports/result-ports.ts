/** Files of results. */

/** Writes result files. A file is seen whole or not at all. */
export interface ResultSink {
  /** Starts `name` (relative, `/`-separated, e.g. `graph/example.org.nodes.csv`), replacing an earlier one on close. */
  create(name: string): Promise<ResultFile>;
}

/** The formats of a table; its CSV file is there in any case. */
export const tableFormats = ['csv', 'parquet', 'xlsx'] as const;

export type TableFormat = (typeof tableFormats)[number];

/** A sink of a crawl, with the formats of its tables. */
export interface TableSink extends ResultSink {
  /** Absent: tables are written as CSV alone. */
  readonly tables?: readonly TableFormat[];
}

export interface ResultFile {
  /** Takes the bytes over: the caller may not change them after the call. */
  write(bytes: Uint8Array | string): Promise<void>;
  /** The file appears under its name. */
  close(): Promise<void>;
  /** Nothing appears. */
  abort(): Promise<void>;
}
