import type { AnswerOf } from '../../../shared/place/operation.ts';
import type * as organizations from '../../../shared/place/operations/organization-operations.ts';
import type { WatchCheck } from '../../../shared/wings/publications/mentioned/check-list.ts';
import type { Alias, Organization } from '../../../shared/wings/publications/mentions/organization.ts';

export type { Alias, Organization, WatchCheck };
export type ListPage = AnswerOf<typeof organizations.listOrganizations>;
export type CandidatePage = AnswerOf<typeof organizations.listCandidates>;
export type Candidate = CandidatePage['candidates'][number];
