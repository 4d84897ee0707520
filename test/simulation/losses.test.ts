/** Objects are lost at any moment: their turns are fetched again, and the files are those of a crawl that lost nothing. */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import * as mutants from './mutants/loss-mutants.ts';
import { faultyPlan, quietPlan } from './plans.ts';
import { type Mutation, type Plan, simulate, type WalkResult } from './simulation.ts';
import { differencesOfFiles, walkedOnce } from './walk.ts';
import { dynamoState } from './world/dynamo-state.ts';
import { Random } from './world/random.ts';
import { type OpenState, sqliteState } from './world/simulated-state.ts';

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

/** The plan of the walks with losses, whatever keeps their state and whatever is broken in them. */
const sound = walkedOnce(seed => quietPlan(seed));
const soundWithoutBudgets = walkedOnce(seed => quietPlan(seed, { budgets: false }));

async function walkLosing(
  seed: number,
  openState: OpenState,
  planOf: (quiet: Plan, virtualMs: number) => Plan,
): Promise<{ readonly problems: readonly string[]; readonly lost: WalkResult['lost'] }> {
  const { plan, quiet } = await sound(seed);
  const planned = losing(planOf(plan, quiet.virtualMs), quiet.virtualMs, 6);
  const lossy = await simulate(planned, { openState });
  // Turns that are cut differently put other URLs into chunks twice: at a level, and earlier as the target of a redirect.
  const counts = planned.processes === plan.processes ? differencesOfCounters(quiet, lossy) : [];
  return { problems: [...problemsOf(quiet, lossy), ...counts], lost: lossy.lost };
}

function problemsOf(quiet: WalkResult, lossy: WalkResult): readonly string[] {
  // Sites that are taken up again for their lost turns stand to choice again, and have nothing more to give.
  const differences = differencesOfFiles(quiet, lossy).filter(text => !text.includes('reports/choices.csv'));
  return [...lossy.breaches, ...differences];
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

test('a site whose host is in trouble while its bodies are lost ends as without the losses', async () => {
  for (const sweeper of [true, false]) {
    const { plan, quiet } = await soundWithoutBudgets(3);
    const lossy = { ...losing(plan, quiet.virtualMs, 6), bodyLoss: 0.3, sweeper };
    expect(problemsOf(quiet, await simulate(lossy))).toEqual([]);
  }
});

/** Walks of a broken protocol until one shows it: what shows, of how many walks. */
async function firstProblem(most: number, mutation: Mutation, sweeper: boolean): Promise<string | undefined> {
  for (let seed = 1; seed <= most; seed += 1) {
    const { plan, quiet } = await soundWithoutBudgets(seed);
    const lossy = { ...losing(plan, quiet.virtualMs, 6), bodyLoss: 0.3, sweeper };
    // A store may refuse what a broken protocol has written.
    const broken = await simulate(lossy, mutation).catch((error: Error) => `threw ${error.message}`);
    const [problem] = typeof broken === 'string' ? [broken] : problemsOf(quiet, broken);
    if (problem === undefined) continue;
    expect(problemsOf(quiet, await simulate(lossy)), `seed ${seed}, unbroken`).toEqual([]);
    return problem;
  }
  return undefined;
}

const wrong = /differs|is missing|never fetched|has level|add up|committed|lost|threw|is stuck/;

describe('a walk shows what breaks the return of lost turns:', { timeout: 600_000 }, () => {
  test.each<readonly [string, Mutation, boolean, RegExp]>([
    ['noting no loss', mutants.notesNoLoss, true, /is stuck/],
    ['taking new entries in place of lost ones', mutants.takesNewEntries, true, /is stuck/],
    ['waking nobody for a loss', mutants.wakesNobodyForLoss, false, /is stuck/],
    ['sending no parse of what was fetched again', mutants.parsesNothingAgain, false, /is stuck/],
    ['taking too few entries again', mutants.takesTooFew, true, wrong],
    ['asking again for what the next round has', mutants.forgetsNextRound, true, wrong],
    ['parsing past a lost turn', mutants.passesLostTurn, true, wrong],
  ])('%s', async (_, mutation, sweeper, breach) => {
    const problem = await firstProblem(40, mutation, sweeper);
    expect(problem).toMatch(breach);
  });
});

/** A turn that is fetched again is counted once. When a site gives way to another one is a matter of time, and so are its counters. */
function differencesOfCounters(quiet: WalkResult, lossy: WalkResult): readonly string[] {
  return quiet.crawls.flatMap(({ sites }, crawl) =>
    [...sites].flatMap(([site, { status, counters }]) => {
      const other = lossy.crawls[crawl]?.sites.get(site);
      if (other === undefined || status === 'same-as' || isDeepStrictEqual(counters, other.counters)) return [];
      return [
        `c${crawl + 1}, site ${site} (${status}) counts ${JSON.stringify(other.counters)}, not ${JSON.stringify(counters)}`,
      ];
    }),
  );
}

test('a walk shows a turn that is counted again when it loses the bodies that its lost segment cost', {
  timeout: 600_000,
}, async () => {
  for (let seed = 1; ; seed += 1) {
    const { plan, quiet } = await soundWithoutBudgets(seed);
    const lossy = { ...losing(plan, quiet.virtualMs, 6), bodyLoss: 0.3 };
    if (differencesOfCounters(quiet, await simulate(lossy, mutants.countsParsedAgain)).length === 0) continue;
    expect(differencesOfCounters(quiet, await simulate(lossy))).toEqual([]);
    return;
  }
});
