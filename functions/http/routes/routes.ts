import type { Route } from '../request/route.ts';
import { alertRoutes } from './alert-routes.ts';
import { applicationRoutes } from './application-routes.ts';
import { changeRoutes } from './change-routes.ts';
import { choiceRoutes } from './choice-routes.ts';
import { crawlRoutes } from './crawl-routes.ts';
import { entryRoutes, ruleRoutes } from './entry-routes.ts';
import { estimateRoutes } from './estimate-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { graphRoutes } from './graph-routes.ts';
import { labelRoutes, modelRoutes } from './label-routes.ts';
import { levelRoutes } from './level-routes.ts';
import { linkRoutes } from './link-routes.ts';
import { organizationRoutes } from './organization-routes.ts';
import { mentionRoutes, publicationRoutes } from './publication-routes.ts';
import { reportRoutes } from './report-routes.ts';
import { resultRoutes } from './result-routes.ts';
import { siteRoutes } from './site-routes.ts';
import { tableRoutes } from './table-routes.ts';
import { watchRoutes } from './watch-routes.ts';

/** All operations of the API, in the order in which OpenAPI lists them. */
export const routes: readonly Route[] = [
  ...crawlRoutes,
  ...siteRoutes,
  ...linkRoutes,
  ...levelRoutes,
  ...choiceRoutes,
  ...eventRoutes,
  ...resultRoutes,
  ...graphRoutes,
  ...tableRoutes,
  ...changeRoutes,
  ...estimateRoutes,
  ...watchRoutes,
  ...entryRoutes,
  ...publicationRoutes,
  ...reportRoutes,
  ...mentionRoutes,
  ...alertRoutes,
  ...applicationRoutes,
  ...ruleRoutes,
  ...organizationRoutes,
  ...labelRoutes,
  ...modelRoutes,
];
