import { compileRobots, type RobotsDecision } from '../../../../shared/domain/robots/match-robots.ts';
import type { RobotsTxt } from '../../../../shared/domain/robots/parse-robots.ts';

/** One decision about an absolute, percent-encoded address; scheme, host and fragment are ignored. */
export function decideRobots(robots: RobotsTxt, agentToken: string, url: string): RobotsDecision {
  return compileRobots(robots, agentToken).decide(pathAndQueryOf(url));
}

/** Cut without `URL`, which would encode characters that must be compared as written. */
function pathAndQueryOf(url: string): string {
  const withoutFragment = url.replace(/#.*$/s, '');
  const path = withoutFragment.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?;]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}
