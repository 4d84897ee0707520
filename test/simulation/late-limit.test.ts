/** A crawl of several sites gets a limit when it is resumed: what is fetched by then counts, and the limit is kept to the page. */
import { describe, expect, test } from 'vitest';
import { readSpec } from '../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../shared/domain/spec/resolve/resolve-spec.ts';
import { ruleNames } from '../../shared/domain/spec/rules.ts';
import { quietPlan } from './plans.ts';
import { type Plan, simulate } from './simulation.ts';
import { dynamoState } from './world/dynamo-state.ts';
import { Random } from './world/random.ts';
import { sqliteState } from './world/simulated-state.ts';

const limit = 15;

/** Without a limit; the rule waits for one. Every other plan has limits of the sites besides. */
function planOf(seed: number, rule: string): Plan {
  const plan = quietPlan(seed, { budgets: false, crawls: 1, sites: 3, pages: 16, delayMs: 300 });
  const sites = plan.specs[0]!.sites.map(({ url }, index) => ({ url, ...(seed % 2 === index && { limit: 9 }) }));
  const ruleOptions = { grant: 2, gittinsN: 2, ucbM: 1, inFlight: 3 };
  const layer = { sites, delayMs: 300, maxDownloads: 2, normalization: { trailingSlash: true }, rule, ruleOptions };
  return {
    ...plan,
    specs: [resolveSpec([readSpec(layer, path => path.join('.'))])],
    urlsPerTurn: seed % 3 === 0 ? 3 : 1,
  };
}

describe.each([
  ['SQLite', sqliteState(), 8, ruleNames],
  ['DynamoDB', dynamoState({ throttled: 0, conflict: 0, lostAnswer: 0 }), 3, ['adaptive', 'equal']],
] as const)(
  '%s',
  (_, openState, seeds, rules) => {
    test.each(rules)('%s keeps a late limit to the page, also after further kills', async rule => {
      let limited = 0;
      for (let seed = 1; seed <= seeds; seed += 1) {
        const plan = planOf(seed, rule);
        const random = new Random(seed ^ 0x1a7e);
        // By the first kill less is fetched than the limit, which the invariants of the simulation hold from then on.
        const first = random.int(200, 1_500);
        const killsAt = [first, first + random.int(1, 3_000), first + random.int(3_001, 9_000)];
        const { breaches, crawls } = await simulate({ ...plan, killsAt, lateLimit: limit }, { openState });
        expect(breaches, `seed ${seed}`).toEqual([]);
        const [crawl] = crawls;
        if (crawl!.finishReason !== 'page-budget') continue;
        limited += 1;
        const own = plan.specs[0]!.sites.every(({ ownLimit }) => ownLimit === undefined);
        if (own || crawl!.used > limit) expect(crawl!.used, `seed ${seed}`).toBe(limit);
      }
      expect(limited).toBeGreaterThan(0);
    });
  },
  300_000,
);
