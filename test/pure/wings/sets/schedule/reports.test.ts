import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RuleName, type RuleOptions, ruleNames } from '../../../../../shared/domain/spec/rules.ts';
import { beginSchedule, decide } from '../../../../../shared/wings/sets/schedule/decide.ts';
import type { Choice, GrantReport, Schedule } from '../../../../../shared/wings/sets/schedule/schedule.ts';
import { draws } from '../../../draws.ts';
import { choicesOf, pagesOf, reportOf, sitesOf, textbook } from './play.ts';

interface Case {
  readonly rule: RuleName;
  readonly sequences: readonly (readonly number[])[];
  readonly budget: number;
  readonly options: RuleOptions;
}

const anyCase: fc.Arbitrary<Case> = fc.record({
  rule: fc.constantFrom(...ruleNames),
  sequences: fc.array(fc.array(fc.nat(20), { maxLength: 20 }), { minLength: 1, maxLength: 5 }),
  budget: fc.integer({ min: 1, max: 80 }),
  options: fc.record({
    gittinsN: fc.integer({ min: 1, max: 4 }),
    ucbM: fc.integer({ min: 1, max: 4 }),
    quantumSeconds: fc.constant(60),
    quantumPages: fc.integer({ min: 1, max: 7 }),
    grant: fc.integer({ min: 1, max: 4 }),
    inFlight: fc.integer({ min: 1, max: 6 }),
  }),
});

function begin({ rule, options, budget, sequences }: Case): Schedule {
  return beginSchedule({ rule, options, budget, sites: sitesOf(sequences) });
}

type Decide = typeof decide;

/** Hands reports over late, doubled, in any order and in any company; `dice` below 1 decide. */
function disturbedChoices(given: Case, dice: () => number, deciding: Decide): Choice[] {
  const made: Choice[] = [];
  const known = new Map<number, GrantReport>();
  let schedule = begin(given);
  const step = (reports: readonly GrantReport[]): void => {
    const decision = deciding(schedule, reports, 0);
    schedule = decision.schedule;
    made.push(...decision.choices);
  };
  step([]);
  while (schedule.underWay.length > 0) {
    for (const grant of schedule.underWay) known.set(grant.step, reportOf(grant, given.sequences));
    // Old ones among them: reports that were read long ago come again.
    const some = [...known.values()].filter(() => dice() < 0.4);
    const order = [...some, ...some.filter(() => dice() < 0.3)].map(report => ({ report, key: dice() }));
    step(order.sort((a, b) => a.key - b.key).map(({ report }) => report));
  }
  return made;
}

/** A planted mistake: reads whatever report there is, as if its grant were the first under way. */
const hasty: Decide = (schedule, reports, now) => {
  let decided = schedule;
  const choices: Choice[] = [];
  for (const report of reports) {
    const head = decided.underWay.find(({ step }) => step === report.step);
    if (head === undefined) continue;
    const underWay = [head, ...decided.underWay.filter(grant => grant !== head)];
    const decision = decide({ ...decided, underWay }, [report], now);
    decided = decision.schedule;
    choices.push(...decision.choices);
  }
  const rest = decide(decided, [], now);
  return { schedule: rest.schedule, choices: [...choices, ...rest.choices] };
};

function sameChoices(deciding: Decide): fc.IPropertyWithHooks<[Case, number]> {
  return fc.property(anyCase, fc.integer(), (given, seed) => {
    const expected = choicesOf(begin(given), given.sequences);
    expect(disturbedChoices(given, diceOf(seed), deciding)).toEqual(expected);
  });
}

/** mulberry32: any stream of numbers will do, as long as a seed repeats it. */
function diceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('reports', () => {
  test('that are doubled, late or out of order lead to the same choices', () => {
    fc.assert(sameChoices(decide), { numRuns: draws(400) });
  });

  test('would lead to others if any grant could be read first: the property sees it', () => {
    expect(fc.check(sameChoices(hasty), { numRuns: 400 }).failed).toBe(true);
  });

  test('of grants that are not the first under way change nothing', () => {
    const sequences = [Array<number>(9).fill(1), Array<number>(9).fill(2)];
    const given: Case = { rule: 'gittins', sequences, budget: 9, options: { ...textbook, inFlight: 2 } };
    const { schedule } = decide(begin(given), [], 0);
    const second = reportOf(schedule.underWay[1]!, sequences);
    const late = decide(schedule, [second], 0);
    expect(late.schedule).toBe(schedule);
    expect(late.choices).toEqual([]);
  });

  test('of steps that were never granted are ignored, also where such a step is granted next', () => {
    const given: Case = { rule: 'sequential', sequences: [[1, 1, 1]], budget: 3, options: textbook };
    const { schedule } = decide(begin(given), [], 0);
    const early = [2, 1].map(step => ({ step, rewards: [1], end: 'whole' as const }));
    expect(decide(schedule, early, 0).schedule).toMatchObject({ underWay: [{ step: 2 }], sites: [{ finished: 1 }] });
  });

  test.each([
    [['whole', [1]], 'grant 1 is of 2 pages, its report (whole) of 1'],
    [['short', [1, 1, 1]], 'grant 1 is of 2 pages, its report (short) of 3'],
  ] as const)('with other pages than the grant has are refused: %j', ([end, rewards], message) => {
    const options = { ...textbook, grant: 2 };
    const { schedule } = decide(begin({ rule: 'sequential', sequences: [[]], budget: 9, options }), [], 0);
    expect(() => decide(schedule, [{ step: 1, rewards, end }], 0)).toThrow(message);
  });
});

describe('the budget', () => {
  test('is spent exactly, or as far as the sites have pages', () => {
    fc.assert(
      fc.property(anyCase, given => {
        const all = given.sequences.reduce((sum, { length }) => sum + length, 0);
        expect(pagesOf(begin(given), given.sequences).length).toBe(Math.min(given.budget, all));
      }),
      { numRuns: draws(400) },
    );
  });

  test('covers at every moment what is finished and what is under way, and at most W grants are', () => {
    fc.assert(
      fc.property(anyCase, fc.integer(), (given, seed) => {
        disturbedChoices(given, diceOf(seed), (...call) => {
          const decision = decide(...call);
          const { sites, budget, underWay, options } = decision.schedule;
          expect(sites.reduce((sum, { granted }) => sum + granted, 0)).toBeLessThanOrEqual(budget);
          expect(underWay.length).toBeLessThanOrEqual(options.inFlight);
          return decision;
        });
      }),
    );
  });

  test('is decided on g grants only when the reports of the first g - W were read', () => {
    const large = fc.array(fc.array(fc.nat(20), { minLength: 90, maxLength: 90 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(anyCase, large, (small, sequences) => {
        const given = { ...small, sequences };
        const neverWaits = given.rule === 'sequential' || given.rule === 'quantum';
        let { schedule } = decide(begin(given), [], 0);
        for (let head = schedule.underWay[0]; head !== undefined; head = schedule.underWay[0]) {
          const decision = decide(schedule, [reportOf(head, sequences)], 0);
          const steps = decision.choices.map(({ step }) => step);
          if (neverWaits) expect([[], [head.step + given.options.inFlight]]).toContainEqual(steps);
          for (const step of steps) expect(step).toBeLessThanOrEqual(head.step + given.options.inFlight);
          schedule = decision.schedule;
        }
      }),
    );
  });
});

test('a schedule survives being written down as JSON at any moment', () => {
  fc.assert(
    fc.property(anyCase, given => {
      const expected = choicesOf(begin(given), given.sequences);
      const restored = (schedule: Schedule): Schedule => JSON.parse(JSON.stringify(schedule)) as Schedule;
      const made: Choice[] = [];
      let decision = decide(restored(begin(given)), [], 0);
      made.push(...decision.choices);
      for (let head = decision.schedule.underWay[0]; head !== undefined; head = decision.schedule.underWay[0]) {
        decision = decide(restored(decision.schedule), [reportOf(head, given.sequences)], 0);
        made.push(...decision.choices);
      }
      expect(made).toEqual(expected);
    }),
  );
});
