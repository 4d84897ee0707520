import * as organizations from '../../../shared/place/operations/organization-operations.ts';
import type { Route } from '../request/route.ts';
import { operationRoute } from './operation-route.ts';

/** The organizations that a watch looks for, and decisions of people on candidates. */
export const organizationRoutes: readonly Route[] = [
  operationRoute(organizations.listOrganizations),
  operationRoute(organizations.setOrganizations),
  operationRoute(organizations.removeOrganizations),
  operationRoute(organizations.checkOrganizations),
  operationRoute(organizations.decideSuggestion),
  operationRoute(organizations.searchOrganizations),
  operationRoute(organizations.putOrganization),
  operationRoute(organizations.removeOrganization),
  operationRoute(organizations.listCandidates),
  operationRoute(organizations.decideOnMention),
];
