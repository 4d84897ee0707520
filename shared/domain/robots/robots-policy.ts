import { allowance, BadInput, refusedValue } from '../refusal/refusal.ts';
import { type CrawlDelay, crawlDelayMs } from './crawl-delay.ts';
import type { CompiledRobots, RobotsDecision } from './match-robots.ts';

/**
 * How far a crawl obeys robots.txt. The spec names it; a plugin may add one. Pure: the same rules give the same answer.
 */
export interface RobotsPolicy {
  readonly name: string;
  /** `false`: robots.txt is never requested, and `rules` are those of an empty file. */
  readonly fetches: boolean;
  /** `pathAndQuery` as `CompiledRobots.decide` takes it. */
  decide(rules: CompiledRobots, pathAndQuery: string): RobotsDecision;
  /** The delay of the file. `undefined`: the file has no delay, or the policy ignores it. */
  crawlDelay(rules: CompiledRobots): CrawlDelay | undefined;
}

const obey: RobotsPolicy = {
  name: 'obey',
  fetches: true,
  decide: (rules, pathAndQuery) => rules.decide(pathAndQuery),
  crawlDelay: crawlDelayMs,
};

const disallowOnly: RobotsPolicy = { ...obey, name: 'disallow-only', crawlDelay: () => undefined };

const ignore: RobotsPolicy = {
  name: 'ignore',
  fetches: false,
  decide: () => ({ allowed: true }),
  crawlDelay: () => undefined,
};

const builtIn: readonly RobotsPolicy[] = [obey, disallowOnly, ignore];

/** The policy called `name`, built-in ones first. Throws `BadInput` for an unknown name. */
export function robotsPolicyNamed(name: string, fromPlugins: readonly RobotsPolicy[] = []): RobotsPolicy {
  const policies = [...builtIn, ...fromPlugins];
  const policy = policies.find(each => each.name === name);
  if (policy !== undefined) return policy;
  const names = policies.map(each => each.name);
  throw new BadInput([refusedValue('robots', name, allowance('robots-policy', { names }))]);
}
