import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RuleName, RuleOptions } from '../../../../../shared/domain/spec/rules.ts';
import { beginSchedule, decide } from '../../../../../shared/wings/sets/schedule/decide.ts';
import { draws } from '../../../draws.ts';
import { choicesOf, pagesOf, sitesOf, textbook } from './play.ts';
import { type Textbook, textbookEqual, textbookGittins, textbookUcb1 } from './textbook.ts';

const three = [
  [5, 0, 1, 0],
  [2, 2, 2],
  [0, 9],
];

function play(rule: RuleName, budget: number, options: Partial<RuleOptions> = {}, sequences = three): string {
  const schedule = beginSchedule({ rule, options: { ...textbook, ...options }, budget, sites: sitesOf(sequences) });
  return pagesOf(schedule, sequences).join('');
}

/** Worked out by hand (docs/design/budgets.md, "Sharing a page budget"). */
describe('golden traces, grants of one page, one under way', () => {
  test('sequential empties one site after another', () => {
    expect(play('sequential', 6)).toBe('111122');
    expect(play('sequential', 10)).toBe('111122233');
  });

  test('quantum goes round in a circle, past sites that are empty', () => {
    expect(play('quantum', 10)).toBe('112233112');
    expect(play('quantum', 10, { quantumPages: 3 })).toBe('111222331');
  });

  test.each(['sequential', 'quantum'] as const)(
    'with one grant of a site under way, %s reads the sites in the same sequence, however many decisions may be under way',
    rule => {
      const options = { ...textbook, quantumPages: 3 };
      const sites = sitesOf(three);
      const one = pagesOf(beginSchedule({ rule, options, budget: 10, sites }), three);
      const many = { rule, options: { ...options, inFlight: 8 }, budget: 10, sites, oneEach: true } as const;
      expect(pagesOf(beginSchedule(many), three)).toEqual(one);
    },
  );

  test('R1 gives round(N / K) pages to each site and the rest to the one with the largest sum', () => {
    // round(7 / 3) = 2; the sums 5, 4, 9: site 3, which has no more, then site 1.
    expect(play('equal', 7)).toBe('1122331');
    // round(10 / 3) = 3; site 3 gives 2; the sums 6, 6, 9: a tie of sites 1 and 2.
    expect(play('equal', 10)).toBe('111222331');
  });

  test('R1 rounds half up, and the last sites get less where that is too much', () => {
    // round(10 / 4) = 3
    expect(play('equal', 10, {}, [Array(9).fill(1), Array(9).fill(1), Array(9).fill(1), Array(9).fill(1)])).toBe(
      '1112223334',
    );
    // round(1 / 3) = 0: all sums are 0, so the lowest number.
    expect(play('equal', 1)).toBe('1');
    expect(play('equal', 2)).toBe('12');
  });

  test('R1 keeps the leader of the first pages, whatever the rest gives', () => {
    // round(7 / 5) = 1; site 1 leads with 3, and its first page of the rest gives nothing.
    expect(play('equal', 7, {}, [[3, 0, 0], [0, 9], [1, 9], [2, 9], [0]])).toBe('1234511');
  });

  test('R2 always goes on with the largest mean, ties to the lower number', () => {
    // Means after 1, 2, 3: 5, 2, 0; then 5/2; 6/3 ties with 2; 6/4 is less.
    expect(play('gittins', 10)).toBe('123111223');
  });

  test('R2 takes n pages at a time and cuts the last step', () => {
    // Means 5/2, 4/2, 9/2: site 3 has no more; one page is left for site 1.
    expect(play('gittins', 7, { gittinsN: 2 })).toBe('1122331');
    expect(play('gittins', 5, { gittinsN: 2 })).toBe('11223');
  });

  test('R3 goes on with the largest X̄ / Xmax + sqrt(2 ln n / t)', () => {
    // n = 3: 2.48, 1.88, 1.48; n = 4: 1.68, 2.07, 1.67; n = 5: 1.77, 1.67, 1.79; n = 6, Xmax = 9: 1.62, 1.56, 1.84 (no more).
    expect(play('ucb1', 7)).toBe('1231231');
  });

  test('R3 leaves the first term out while no page gave a link', () => {
    expect(play('ucb1', 7, {}, [Array(5).fill(0), Array(5).fill(0), Array(5).fill(0)])).toBe('1231231');
  });
});

const textbookCase = fc.record({
  sequences: fc.array(fc.array(fc.oneof(fc.constant(0), fc.nat(9), fc.nat(900)), { maxLength: 25 }), {
    minLength: 1,
    maxLength: 6,
  }),
  budget: fc.integer({ min: 1, max: 90 }),
  step: fc.integer({ min: 1, max: 5 }),
});

test.each([
  ['equal', textbookEqual],
  ['gittins', textbookGittins],
  ['ucb1', textbookUcb1],
] as const)('%s is the textbook sequence, page for page, on any sites', (rule, expected) => {
  fc.assert(
    fc.property(textbookCase, (given: Textbook) => {
      const { sequences, budget, step } = given;
      const options = { ...textbook, gittinsN: step, ucbM: step };
      const schedule = beginSchedule({ rule, options, budget, sites: sitesOf(sequences) });
      expect(pagesOf(schedule, sequences)).toEqual(expected(given));
    }),
    { numRuns: draws(300) },
  );
});

describe('with several grants under way', () => {
  const many = Array.from({ length: 4 }, () => Array<number>(50).fill(1));
  const sites = sitesOf(many);

  test.each(['equal', 'gittins', 'ucb1'] as const)('%s begins on as many sites at once', rule => {
    const options = { ...textbook, gittinsN: 5, ucbM: 5, inFlight: 4 };
    const { choices } = decide(beginSchedule({ rule, options, budget: 100, sites }), [], 0);
    expect(choices.map(({ site }) => site)).toEqual([1, 2, 3, 4]);
  });

  test('the lower numbers still keep their first pages where the budget is too small for all', () => {
    const options = { ...textbook, ucbM: 10, inFlight: 4 };
    const schedule = beginSchedule({ rule: 'ucb1', options, budget: 15, sites });
    expect(pagesOf(schedule, many).toSorted().join('')).toBe('111111111122222');
  });

  test('R3 counts what is granted, so that equal sites are asked in turn', () => {
    const options = { ...textbook, ucbM: 1, inFlight: 4 };
    const choices = choicesOf(beginSchedule({ rule: 'ucb1', options, budget: 12, sites }), many);
    expect(choices.map(({ site }) => site).join('')).toBe('123412341234');
  });

  test('R2 and R3 compare sites only when the first pages of all were read', () => {
    const options = { ...textbook, gittinsN: 2, inFlight: 4 };
    const begun = decide(beginSchedule({ rule: 'gittins', options, budget: 20, sites }), [], 0).schedule;
    const reports = begun.underWay.map(({ step }) => ({ step, rewards: [step, step], end: 'whole' as const }));
    expect(decide(begun, reports.slice(0, 3), 0).choices).toEqual([]);
    expect(decide(begun, reports, 0).choices[0]).toMatchObject({ site: 4, from: 2, to: 4 });
  });
});

test('quantum changes the site when its time is over by the clock', () => {
  const { quantumPages: _, ...options } = textbook;
  let { schedule, choices } = decide(
    beginSchedule({ rule: 'quantum', options, budget: 9, sites: sitesOf(three) }),
    [],
    0,
  );
  const trace = choices.map(({ site }) => site);
  for (const now of [30_000, 59_999, 60_000, 100_000, 120_000]) {
    const report = { step: schedule.underWay[0]!.step, rewards: [1], end: 'whole' as const };
    ({ schedule, choices } = decide(schedule, [report], now));
    trace.push(...choices.map(({ site }) => site));
  }
  expect(trace).toEqual([1, 1, 1, 2, 2, 3]);
});

test('quantum changes the site when the clock was set back to before its time began', () => {
  const { quantumPages: _, ...options } = textbook;
  const begun = beginSchedule({ rule: 'quantum', options, budget: 9, sites: sitesOf(three) });
  const hour = 3_600_000;
  let { schedule, choices } = decide(begun, [], hour);
  const trace = choices.map(({ site }) => site);
  // Two workers' clocks may be some seconds apart.
  for (const now of [hour - 9_000, hour - 11_000, hour - 10_000, hour + 50_000]) {
    const report = { step: schedule.underWay[0]!.step, rewards: [1], end: 'whole' as const };
    ({ schedule, choices } = decide(schedule, [report], now));
    trace.push(...choices.map(({ site }) => site));
  }
  expect(trace).toEqual([1, 1, 2, 2, 3]);
});

test('quantum grants nothing ahead of the clock, so that no site works on when its time is over', () => {
  const { quantumPages: _, ...options } = textbook;
  const rules = { ...options, grant: 10, inFlight: 8 };
  let { schedule, choices } = decide(
    beginSchedule({ rule: 'quantum', options: rules, budget: 500, sites: sitesOf(three) }),
    [],
    0,
  );
  const trace = choices.map(({ site }) => site);
  for (const now of [20_000, 40_000, 60_000, 119_999, 120_000]) {
    const report = { step: schedule.underWay[0]!.step, rewards: Array(10).fill(1), end: 'whole' as const };
    ({ schedule, choices } = decide(schedule, [report], now));
    trace.push(...choices.map(({ site }) => site));
  }
  expect(trace).toEqual([1, 1, 1, 2, 2, 3]);
});

test('a site with a limit of its own gets no more than that', () => {
  const sites = [{ site: 1, most: 2 }, { site: 2 }];
  const schedule = beginSchedule({ rule: 'sequential', options: { ...textbook, grant: 5 }, budget: 6, sites });
  expect(pagesOf(schedule, [Array(9).fill(1), Array(9).fill(1)])).toEqual([1, 1, 2, 2, 2, 2]);
});

test('a choice says what its rule compared, best first, at most twenty sites', () => {
  const sequences = Array.from({ length: 30 }, (_, site) => [site % 7, 1, 1]);
  const choices = choicesOf(
    beginSchedule({ rule: 'gittins', options: textbook, budget: 31, sites: sitesOf(sequences) }),
    sequences,
  );
  expect(choices[0]!.indexes).toEqual([]);
  const { indexes, site, rule } = choices.at(-1)!;
  expect([rule, site, indexes.length]).toEqual(['gittins', 7, 20]);
  expect(indexes.slice(0, 5)).toEqual([
    { site: 7, value: 6 },
    { site: 14, value: 6 },
    { site: 21, value: 6 },
    { site: 28, value: 6 },
    { site: 6, value: 5 },
  ]);
});
