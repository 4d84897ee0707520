import type { CrawlDelayLine, RobotsRule, RobotsTxt } from './parse-robots.ts';
import { buildRuleIndex, type Reading, readings } from './rule-index.ts';

export interface RobotsDecision {
  readonly allowed: boolean;
  /** The line that decides; absent if no line matches. */
  readonly rule?: RobotsRule;
  /** The group that decides: the crawler's token or `*`; absent if the file has neither. */
  readonly group?: string;
}

/** The rules of a robots.txt for one crawler. */
export interface CompiledRobots {
  /** SHA-256 of the text, where the caller knows it. */
  readonly hash?: string;
  readonly group?: string;
  /** `Crawl-delay` lines for this crawler, in the order of the file. */
  readonly crawlDelays: readonly CrawlDelayLine[];
  /** Why the crawl leaves a path out for its owner's wish (`preferences.ts`); absent: no wish is heeded. */
  readonly wish?: (pathAndQuery: string) => string | undefined;
  /** `pathAndQuery` begins with `/` and is percent-encoded, as in a request. */
  decide(pathAndQuery: string): RobotsDecision;
}

/** The line that decides in one reading of the file; absent if no line matches. */
interface ReadDecision {
  readonly allowed: boolean;
  readonly rule?: RobotsRule;
}

/**
 * Merges the groups of `agentToken`, or else those of `*` (RFC 9309 2.2.1). A page is allowed if every reading
 * (`rule-index.ts`) allows it.
 */
export function compileRobots(robots: RobotsTxt, agentToken: string): CompiledRobots {
  const token = agentToken.toLowerCase();
  const agent = [token, '*'].find(name => robots.groups.some(group => group.agents.includes(name)));
  const groups = agent === undefined ? [] : robots.groups.filter(group => group.agents.includes(agent));
  const rules = groups.flatMap(group => group.rules);
  const deciders = readings.map(reading => buildDecider(rules, reading));
  const group = agent === undefined ? {} : { group: agent };
  return {
    ...group,
    crawlDelays: groups.flatMap(each => each.crawlDelays).filter(({ agents }) => agents.has(agent!)),
    decide(pathAndQuery) {
      // RFC 9309 2.2.2: /robots.txt itself is implicitly allowed.
      if (pathAndQuery === '/robots.txt') return { allowed: true, ...group };
      const decisions = deciders.map(decide => decide(pathAndQuery));
      const deciding = decisions.find(({ allowed }) => !allowed) ?? decisions.find(({ rule }) => rule !== undefined);
      return { allowed: true, ...deciding, ...group };
    },
  };
}

/** The longest match decides; of equally long ones, Allow (RFC 9309 2.2.2). */
function buildDecider(rules: readonly RobotsRule[], reading: Reading): (pathAndQuery: string) => ReadDecision {
  const allows = buildRuleIndex(rules.filter(isAllow).flatMap(withDirectory), reading);
  const disallows = buildRuleIndex(
    rules.filter(rule => !isAllow(rule)),
    reading,
  );
  return pathAndQuery => {
    const path = reading.path(pathAndQuery);
    const allow = allows.longest(path);
    const disallow = disallows.longest(path);
    const allowed = disallow === undefined || (allow !== undefined && allow.length >= disallow.length);
    const deciding = allowed ? allow : disallow;
    return deciding === undefined ? { allowed } : { allowed, rule: deciding.rule };
  };
}

function isAllow(rule: RobotsRule): boolean {
  return rule.kind === 'allow';
}

/** As in google/robotstxt: a line that allows `/a/index.html` also allows `/a/`, as a line `/a/$` would. */
function withDirectory(rule: RobotsRule): readonly RobotsRule[] {
  const directoryEnd = rule.pattern.lastIndexOf('/') + 1;
  if (!rule.pattern.startsWith('/index.htm', directoryEnd - 1)) return [rule];
  return [rule, { ...rule, pattern: `${rule.pattern.slice(0, directoryEnd)}$` }];
}
