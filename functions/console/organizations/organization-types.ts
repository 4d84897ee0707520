/** The answers of the HTTP app about organizations of a watch, as far as this page shows them. */
import type { CandidateMention } from '../../../shared/wings/publications/mentioned/candidates.ts';
import type { WatchCheck } from '../../../shared/wings/publications/mentioned/check-list.ts';
import type { Alias, Organization } from '../../../shared/wings/publications/mentions/organization.ts';

export type { Alias, Organization, WatchCheck };

interface Page {
  /** Place of the next rows; absent at the end. */
  readonly next?: string;
}

export interface ListPage extends Page {
  readonly digest: string;
  readonly set: string;
  readonly count: number;
  readonly organizations: readonly Organization[];
  /** On the first page. */
  readonly searched?: { readonly searched: number; readonly all: number };
  /** Where this place searches by itself. */
  readonly search?: { readonly isRunning: boolean; readonly fault?: string };
}

export type Candidate = CandidateMention;

export interface CandidatePage extends Page {
  readonly candidates: readonly Candidate[];
}
