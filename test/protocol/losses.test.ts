/** Objects are lost at any moment: their turns are fetched again, and the files are those of a crawl that lost nothing. */
import { describe, expect, test } from 'vitest';
import { dynamoState } from './dynamo-state.ts';
import { faultyPlan, quietPlan } from './plans.ts';
import { Random } from './random.ts';
import { type OpenState, sqliteState } from './simulated-state.ts';
import { type Plan, simulate, type WalkResult } from './simulation.ts';
import { differencesOfFiles } from './walk.ts';

/** `ORBWEAVER_SEED=n` walks seed n alone; `ORBWEAVER_WALKS=n` walks the seeds 1 to n. */
const one = process.env['ORBWEAVER_SEED'];
const first = one === undefined ? 1 : Number(one);
const count = (usual: number): number => (one === undefined ? Number(process.env['ORBWEAVER_WALKS'] ?? usual) : 1);

/** A third of the losses happens when the crawl has ended, and so only to segments. */
function losing(plan: Plan, virtualMs: number, most: number): Plan {
  const random = new Random(plan.seed ^ 0x10575);
  const lossesAt = Array.from({ length: random.int(1, most) }, () => random.int(1, virtualMs));
  return { ...plan, bodyLoss: random.pick([0, 0.1, 0.3]), lossesAt, lossesAtEnd: random.int(0, Math.ceil(most / 2)) };
}

async function walkLosing(
  seed: number,
  openState: OpenState,
  planOf: (quiet: Plan, virtualMs: number) => Plan,
): Promise<{ readonly problems: readonly string[]; readonly lost: WalkResult['lost'] }> {
  const plan = quietPlan(seed);
  const quiet = await simulate(plan);
  const lossy = await simulate(losing(planOf(plan, quiet.virtualMs), quiet.virtualMs, 6), { openState });
  // Sites that are taken up again for their lost turns stand to choice again, and have nothing more to give.
  const differences = differencesOfFiles(quiet, lossy).filter(text => !text.includes('reports/choices.csv'));
  return { problems: [...lossy.breaches, ...differences], lost: lossy.lost };
}

describe.each([
  ['SQLite', sqliteState(), 60],
  ['DynamoDB', dynamoState({ throttled: 0.01, conflict: 0.02, lostAnswer: 0.01 }), 12],
])('with %s', (_, openState, walks) => {
  test.each<{ what: string; planOf: (quiet: Plan, virtualMs: number) => Plan }>([
    { what: 'losses alone', planOf: quiet => ({ ...quiet, sweeper: false }) },
    { what: 'losses among all other faults', planOf: faultyPlan },
  ])('$what come to the same files', { timeout: 600_000 }, async ({ planOf }) => {
    const sum = { bodies: 0, segment: 0 };
    for (let seed = first; seed < first + count(walks); seed += 1) {
      const { problems, lost } = await walkLosing(seed, openState, planOf);
      expect(problems, `replay by ORBWEAVER_SEED=${seed}`).toEqual([]);
      sum.bodies += lost.bodies;
      sum.segment += lost.segment;
    }
    if (one === undefined) {
      expect(sum.bodies).toBeGreaterThan(walks / 10);
      expect(sum.segment).toBeGreaterThan(walks);
    }
    console.log(`${count(walks)} walks: ${sum.bodies} turns lost their bodies, ${sum.segment} their segments`);
  });
});
