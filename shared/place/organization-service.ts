/** The interface of a place to who says whom its watches look for, and decides on candidates. Instants are ms since the epoch. */

import type { SuggestionOrder } from '../wings/publications/mentioned/accept-suggestion.ts';
import type { CandidatePage, CandidateQuery, DecisionOrder } from '../wings/publications/mentioned/candidates.ts';
import type { WatchCheck } from '../wings/publications/mentioned/check-list.ts';
import type { Organization } from '../wings/publications/mentions/organization.ts';
import type { OrganizationList } from '../wings/publications/store/mention-store.ts';

/** The list of a watch, and names of the models that gave tones, the first to come first. */
export interface KnownOrganizations extends OrganizationList {
  readonly models: readonly string[];
  /** Publications that were searched with the list, of all that are stored. */
  readonly searched?: { readonly searched: number; readonly all: number };
  /** The search of this place itself; absent if another process does. `fault`: why it ended. */
  readonly search?: { readonly isRunning: boolean; readonly fault?: string };
}

export interface OrganizationService {
  /** The organizations of the watch; undefined if it has none. `isProgressAsked`: with how much is searched. */
  organizations(watch: string, isProgressAsked: boolean): Promise<KnownOrganizations | undefined>;
  /** From now on the watch looks for these (none: for nobody), and stored publications are searched; gives the digest of the list. */
  setOrganizations(watch: string, organizations: readonly Organization[]): Promise<string>;
  /** Continues the search of stored publications. Throws `BadInput` where the watch looks for nobody. */
  searchOrganizations(watch: string): Promise<void>;
  /** The effect of a list in the watch, by the newest of its publications. */
  checkOrganizations(watch: string, organizations: readonly Organization[]): Promise<WatchCheck>;
  /** A suggestion of a check is not made again. */
  dismissSuggestion(watch: string, order: SuggestionOrder): Promise<void>;
  candidates(watch: string, query: CandidateQuery): Promise<CandidatePage>;
  /** A person's word on a mention. Throws `BadInput` where the latest version has no such mention. */
  decideMention(watch: string, order: DecisionOrder): Promise<void>;
}
