import { describe, expect, it } from 'vitest';
import type { RuleName, RuleOptions } from '../../../../../shared/domain/spec/rules.ts';
import { beginSchedule, decide } from '../../../../../shared/wings/sets/schedule/decide.ts';
import type { Schedule } from '../../../../../shared/wings/sets/schedule/schedule.ts';
import { compareRules } from '../../../../../shared/wings/sets/simulate/compare-rules.ts';
import { type RewardSequence, replay } from '../../../../../shared/wings/sets/simulate/replay.ts';
import { draws } from '../../../draws.ts';
import { families, flat } from './families.ts';
import { reportOf, sitesOf } from './play.ts';

const textbook: RuleOptions = { gittinsN: 10, ucbM: 10, quantumSeconds: 60, grant: 1, inFlight: 1 };
const asInCrawls: RuleOptions = { ...textbook, grant: 10, inFlight: 8 };
const seeds = [1, 2, 3, 4].slice(0, draws(4));

function linksOf(sequences: readonly RewardSequence[], budget: number, options = textbook): number {
  return replay(sequences, { rule: 'adaptive', options, budget }).links.at(-1)!;
}

function linksOfR1(sequences: readonly RewardSequence[], budget: number): number {
  return replay(sequences, { rule: 'equal', options: textbook, budget }).links.at(-1)!;
}

function bestClassic(sequences: readonly RewardSequence[], budget: number): number {
  const compared = compareRules(sequences, {
    rules: ['equal', 'gittins', 'ucb1'],
    budgets: [budget],
    options: textbook,
  });
  return Math.max(...compared.budgets[0]!.rules.map(({ links }) => links));
}

/** Pages spent on each site. */
function pagesOf(
  sequences: readonly RewardSequence[],
  budget: number,
  options = textbook,
  rule: RuleName = 'adaptive',
): number[] {
  const { choices } = replay(sequences, { rule, options, budget });
  return sequences.map((_, index) =>
    Math.max(0, ...choices.filter(({ site }) => site === index + 1).map(({ to }) => to)),
  );
}

describe('adaptive', () => {
  describe.each(['drained', 'mostly dead', 'slowing down'] as const)('on sites that are %s', family => {
    it.each(seeds)('gives at least 0.98 of the best of R1–R3, seed %i', seed => {
      for (const sitesInSet of [12, 40]) {
        const sequences = families[family](seed, sitesInSet);
        for (const share of [40, 150]) {
          const budget = share * sitesInSet;
          const best = bestClassic(sequences, budget);
          expect(linksOf(sequences, budget), `${sitesInSet} sites, ${budget} pages`).toBeGreaterThanOrEqual(
            0.98 * best,
          );
        }
      }
    });
  });

  it('follows a site whose burst begins late to its end, while R1 only passes by', () => {
    const late = [...flat(14, 0), ...flat(400, 50)];
    const sequences = [flat(500, 1), flat(500, 0), late, flat(500, 0), flat(500, 1)];
    expect(pagesOf(sequences, 1000)[2]).toBeGreaterThanOrEqual(late.length);
    expect(linksOf(sequences, 1000)).toBeGreaterThan(2 * linksOfR1(sequences, 1000));
  });

  it('leaves a site after its burst has ended, and sooner than R2', () => {
    const sequences = [[...flat(40, 100), ...flat(900, 0)], flat(900, 3), flat(900, 2)];
    expect(pagesOf(sequences, 800)[0]).toBeLessThan(300);
    expect(pagesOf(sequences, 800, textbook, 'gittins')[0]).toBe(780);
  });

  it('is not held for long by a single page with thousands of links', () => {
    const sequences = [[0, 0, 5000, ...flat(900, 0)], flat(900, 5)];
    expect(pagesOf(sequences, 800)[0]).toBeLessThan(300);
    expect(pagesOf(sequences, 800, textbook, 'gittins')[0]).toBe(790);
  });

  it('visits sites alike while none gives anything', () => {
    const pages = pagesOf(
      Array.from({ length: 7 }, () => flat(500, 0)),
      700,
    );
    expect(Math.max(...pages) - Math.min(...pages)).toBeLessThanOrEqual(1);
  });

  it.each([
    { sites: 1, budget: 3 },
    { sites: 40, budget: 20 },
    { sites: 9, budget: 333 },
    { sites: 5, budget: 100_000 },
  ])('spends $budget pages on $sites sites, or all that there are, at every setting', ({ sites, budget }) => {
    const sequences = families.bursty(11, sites);
    const all = sequences.reduce((sum, rewards) => sum + rewards.length, 0);
    for (const options of [textbook, asInCrawls, { ...asInCrawls, inFlight: 1 }, { ...textbook, inFlight: 3 }]) {
      const { links } = replay(sequences, { rule: 'adaptive', options, budget });
      expect(links.length - 1).toBe(Math.min(budget, all));
    }
  });

  it('loses little where eight grants are under way at once', () => {
    for (const seed of seeds) {
      const sequences = families.drained(seed, 12);
      expect(linksOf(sequences, 1200, asInCrawls)).toBeGreaterThan(0.97 * linksOf(sequences, 1200));
    }
  });

  it.each(['adaptive', 'gittins', 'ucb1'] as const)(
    'with one grant of a site under way, %s waits for a site that gives much more than those that are free',
    rule => {
      const sequences = [flat(900, 0), flat(900, 9), flat(900, 0), flat(900, 0)];
      const shared = { rule, options: { ...asInCrawls, ucbM: 10, gittinsN: 10 }, budget: 800, oneEach: true } as const;
      const { choices, links } = replay(sequences, shared);
      expect(links).toHaveLength(801);
      const pagesOfBest = choices.filter(({ site }) => site === 2).reduce((sum, { from, to }) => sum + to - from, 0);
      expect(pagesOfBest).toBeGreaterThan(600);
    },
  );

  it('with one grant of a site under way, sites that give alike are read side by side', () => {
    const sequences = [flat(900, 3), flat(900, 4), flat(900, 3), flat(900, 0)];
    const sites = sequences.map((_, at) => ({ site: at + 1 }));
    let { schedule } = decide(
      beginSchedule({ rule: 'adaptive', options: asInCrawls, budget: 800, oneEach: true, sites }),
      [],
      0,
    );
    const busy: number[][] = [];
    for (let head = schedule.underWay[0]; head !== undefined; head = schedule.underWay[0]) {
      const { step, from, to, site } = head;
      busy.push(schedule.underWay.map(grant => grant.site).sort());
      const rewards = sequences[site - 1]!.slice(from, to);
      ({ schedule } = decide(schedule, [{ step, rewards, end: 'whole' }], 0));
    }
    expect(busy.slice(20, -20).every(each => each.length >= 2 && !each.includes(4))).toBe(true);
  });

  it('goes on from its state as stored, which does not grow with the pages', () => {
    const sequences = families.bursty(3, 8);
    const whole = replay(sequences, { rule: 'adaptive', options: asInCrawls, budget: 2000 }).choices;
    const stored = (schedule: Schedule): Schedule => JSON.parse(JSON.stringify(schedule));
    let { schedule, choices } = decide(
      beginSchedule({ rule: 'adaptive', options: asInCrawls, budget: 2000, sites: sitesOf(sequences) }),
      [],
      0,
    );
    const made = [...choices];
    for (let head = schedule.underWay[0]; head !== undefined; head = schedule.underWay[0]) {
      ({ schedule, choices } = decide(stored(schedule), [reportOf(head, sequences)], 0));
      made.push(...choices);
      expect(JSON.stringify(schedule.sites[0]!.memory ?? null).length).toBeLessThan(400);
    }
    expect(made).toEqual(whole);
  });

  it('says by which index a site was chosen', () => {
    const { choices } = replay([flat(50, 1), flat(50, 4)], { rule: 'adaptive', options: textbook, budget: 60 });
    const [best, second] = choices.at(-1)!.indexes;
    expect(best!.site).toBe(choices.at(-1)!.site);
    expect(best!.value).toBeGreaterThanOrEqual(second?.value ?? 0);
  });
});
