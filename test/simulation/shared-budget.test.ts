import { describe, expect, test } from 'vitest';
import { ruleNames } from '../../shared/domain/spec/rules.ts';
import { faultyPlan, sharedPlan } from './plans.ts';
import { type CrawlResult, type Plan, simulate } from './simulation.ts';
import { differencesOfFiles } from './walk.ts';

const limit = 14;
/** `quantum` asks what time it is, so nothing but the budget is the same each time. */
const timeless = ruleNames.filter(name => name !== 'quantum');
const planOf = (seed: number, rule: string, pages = limit): Plan =>
  sharedPlan(seed, {
    limit: pages,
    rule,
    ruleOptions: { grant: 2, gittinsN: 2, ucbM: 1, quantumSeconds: 30, inFlight: 3 },
  });

/** Pages that the choices of a crawl came to. */
function pagesOf({ files }: CrawlResult): number {
  const [, ...rows] = files.get('reports/choices.csv')!.trimEnd().split('\n');
  return rows.reduce((sum, row) => sum + Number(row.split(',')[6]), 0);
}

describe.each(timeless)('%s', rule => {
  test('comes to the same decisions and files whatever is lost, doubled, late or killed, and uses the budget to the page', async () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const plan = planOf(seed, rule);
      const quiet = await simulate(plan);
      const faulty = await simulate(faultyPlan(plan, quiet.virtualMs));
      const problems = [...quiet.breaches, ...faulty.breaches, ...differencesOfFiles(quiet, faulty)];
      expect(problems, `seed ${seed}`).toEqual([]);
      const [crawl] = quiet.crawls;
      if (crawl!.finishReason === 'page-budget') expect(pagesOf(crawl!), `seed ${seed}`).toBe(limit);
    }
  });
});

test.each([
  ['ucb1', 1],
  ['equal', 5],
] as const)(
  '%s: a process that dies at one of its calls changes no decision (in steps of %i)',
  async (rule, step) => {
    // Of forty plans the one with fewest calls that has five choices among all three sites.
    const plan = { ...planOf(23, rule, 6), processes: 2 };
    const whole = await simulate(plan);
    expect(whole.breaches).toEqual([]);
    expect(whole.crawls[0]!.finishReason).toBe('page-budget');
    for (let crashAt = 1; crashAt <= whole.calls; crashAt += step) {
      const crashed = await simulate({ ...plan, crashAt });
      expect([...crashed.breaches, ...differencesOfFiles(whole, crashed)], `dies at call ${crashAt}`).toEqual([]);
    }
  },
  300_000,
);

test('quantum keeps the budget to the page, faults and all', async () => {
  for (let seed = 1; seed <= 12; seed += 1) {
    const plan = planOf(seed, 'quantum');
    const { breaches, crawls, virtualMs } = await simulate(plan);
    const faulty = await simulate(faultyPlan(plan, virtualMs));
    expect([...breaches, ...faulty.breaches], `seed ${seed}`).toEqual([]);
    for (const crawl of [...crawls, ...faulty.crawls])
      if (crawl.finishReason === 'page-budget') expect(pagesOf(crawl), `seed ${seed}`).toBe(limit);
  }
});
