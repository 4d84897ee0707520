export type PublicationFormat = 'text' | 'jsonl' | 'csv' | 'parquet';

export interface PublicationsOptions {
  readonly format: PublicationFormat;
  readonly query?: string;
  readonly source?: string;
  readonly since?: string;
  readonly until?: string;
  readonly organization?: string;
  readonly tone?: readonly string[];
  readonly nested?: true;
  readonly confidence: number;
  readonly originals?: true;
  readonly limit?: number;
  readonly bom?: true;
  /** Records of this application in place of publications. */
  readonly application?: string;
}
