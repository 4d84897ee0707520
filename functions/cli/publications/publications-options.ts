import type { Selection } from '../../../shared/wings/publications/table/selected.ts';

export const publicationFormats = ['text', 'jsonl', 'csv', 'parquet', 'xlsx'] as const;
export type PublicationFormat = (typeof publicationFormats)[number];

export interface PublicationsOptions extends Omit<Selection, 'words' | 'source' | 'organization'> {
  readonly format: PublicationFormat | 'atom' | 'wacz';
  readonly query?: string;
  readonly source?: readonly string[];
  readonly organization?: readonly string[];
  readonly limit?: number;
  readonly bom?: true;
  /** Records of this application in place of publications. */
  readonly application?: string;
}
