import { remember } from '../remember.ts';
import type { CrawlDelayLine, RobotsRule, RobotsTxt } from './parse-robots.ts';
import { buildRuleIndex, type Reading, type RuleIndex, readings } from './rule-index.ts';

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
  /** How many rules it has. */
  readonly size: number;
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
  const allows = rules.filter(isAllow).flatMap(withDirectory);
  const disallows = rules.filter(rule => !isAllow(rule));
  // Nearly all files say the same in each reading, and files of 500 KB are large: one index is enough then.
  const [one, ...others] = readings;
  const isOne = [...allows, ...disallows].every(({ pattern }) =>
    others.every(other => other.pattern(pattern) === one!.pattern(pattern)),
  );
  const indexOf = (reading: Reading) => [buildRuleIndex(allows, reading), buildRuleIndex(disallows, reading)] as const;
  const shared = isOne ? indexOf(one!) : undefined;
  const deciders = readings.map(reading => deciderOf(reading, ...(shared ?? indexOf(reading))));
  const group = agent === undefined ? {} : { group: agent };
  return {
    ...group,
    size: rules.length,
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

/** Files and rules, some 200 bytes each, that a process remembers at most; others are read again. */
const mostFiles = 1_000;
const mostRules = 100_000;

/** Remembers a file; those that were set longest ago are forgotten, because some have 500 KB of rules. */
export function rememberRules<Rules extends { readonly size?: number } | undefined>(
  known: Map<string, Rules>,
  key: string,
  rules: Rules,
): void {
  remember(known, key, rules, mostFiles);
  let count = 0;
  for (const each of known.values()) count += each?.size ?? 0;
  for (const [oldest, each] of known) {
    if (count <= mostRules || oldest === key) return;
    known.delete(oldest);
    count -= each?.size ?? 0;
  }
}

/** The longest match decides; of equally long ones, Allow (RFC 9309 2.2.2). */
function deciderOf(reading: Reading, allows: RuleIndex, disallows: RuleIndex): (pathAndQuery: string) => ReadDecision {
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
