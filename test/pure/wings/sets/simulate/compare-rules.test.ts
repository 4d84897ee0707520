import { describe, expect, test } from 'vitest';
import { ticksTo } from '../../../../../shared/files/svg/plot.ts';
import { compareRules } from '../../../../../shared/wings/sets/simulate/compare-rules.ts';
import { replay } from '../../../../../shared/wings/sets/simulate/replay.ts';
import { svgPlot } from '../../../../../shared/wings/sets/simulate/svg-plot.ts';
import { textPlot } from '../../../../../shared/wings/sets/simulate/text-plot.ts';
import { textbook } from '../schedule/play.ts';

const three = [
  [5, 0, 1, 0],
  [2, 2, 2],
  [0, 9],
];

describe('replay', () => {
  test('counts the links after each page', () => {
    // Sites 1 2 3 1 2 3 1, as worked out in rules.test.ts.
    const { links } = replay(three, { rule: 'ucb1', options: textbook, budget: 7 });
    expect(links).toEqual([0, 5, 7, 7, 7, 9, 18, 19]);
  });

  test('keeps every choice, also that of a site which had no more', () => {
    const { choices } = replay(three, { rule: 'ucb1', options: textbook, budget: 7 });
    expect(choices.map(({ site }) => site)).toEqual([1, 2, 3, 1, 2, 3, 3, 1]);
    expect(choices.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('stops where the sites have no more pages', () => {
    expect(replay(three, { rule: 'equal', options: textbook, budget: 99 }).links.at(-1)).toBe(21);
    expect(replay([], { rule: 'equal', options: textbook, budget: 99 }).links).toEqual([0]);
  });
});

test('compares rules with the optimum and with the best of R1-R3, asked for or not', () => {
  const { budgets } = compareRules(three, { rules: ['sequential', 'ucb1'], budgets: [3, 99], options: textbook });
  // First pages of three: 5, 7, 7 by R3; 1 1 1 gives 6. With hindsight: one page of site 1, two of site 3.
  expect(budgets).toEqual([
    {
      budget: 3,
      optimum: 14,
      rules: [
        { rule: 'sequential', pages: 3, links: 6, ofOptimum: 6 / 14, ofClassics: 6 / 7 },
        { rule: 'ucb1', pages: 3, links: 7, ofOptimum: 0.5, ofClassics: 1 },
      ],
    },
    {
      budget: 99,
      optimum: 21,
      rules: [
        { rule: 'sequential', pages: 9, links: 21, ofOptimum: 1, ofClassics: 1 },
        { rule: 'ucb1', pages: 9, links: 21, ofOptimum: 1, ofClassics: 1 },
      ],
    },
  ]);
});

test('sites without a single external link are no failure of a rule', () => {
  const { budgets } = compareRules([[0, 0]], { rules: ['equal'], budgets: [2], options: textbook });
  expect(budgets[0]!.rules[0]).toMatchObject({ links: 0, ofOptimum: 1, ofClassics: 1 });
});

describe('plots', () => {
  const { curves } = compareRules(three, { rules: ['equal', 'gittins', 'ucb1'], budgets: [4, 9], options: textbook });

  test('an SVG has one line per rule and one of the optimum, from 0 pages on, with their names', () => {
    const svg = svgPlot(curves);
    const lines = [...svg.matchAll(/<polyline [^>]*points="([^"]*)"/g)].map(([, points]) => points!.split(' '));
    expect(lines.map(points => points.length)).toEqual([10, 10, 10, 10]);
    expect(new Set(lines.map(points => points[0])).size).toBe(1);
    for (const name of ['optimum', 'equal', 'gittins', 'ucb1']) expect(svg).toContain(`>${name}</text>`);
  });

  test('an SVG of many pages keeps to some hundred points, the last one among them', () => {
    const links = Array.from({ length: 40_001 }, (_, pages) => pages);
    const [, points = ''] = /points="([^"]*)"/.exec(svgPlot([{ name: 'equal', links }]))!;
    expect(points.split(' ').length).toBeLessThan(600);
    expect(points).toMatch(/ 790,30$/);
  });

  test('in text each curve has a letter of its own', () => {
    const lines = textPlot(curves);
    expect(lines.at(-1)).toBe('* optimum, e equal, g gittins, u ucb1');
    expect(lines.join('\n')).toMatch(/^21 \|.*[egu]$/m);
    expect(lines.at(-2)).toMatch(/^ {4}0 +9 pages$/);
  });

  test.each([
    [9, [0, 2, 4, 6, 8]],
    [1, [0, 1]],
    [2000, [0, 500, 1000, 1500, 2000]],
    [21_299, [0, 5000, 10_000, 15_000, 20_000]],
  ])('an axis to %i is marked at round numbers', (end, ticks) => {
    expect(ticksTo(end)).toEqual(ticks);
  });
});

test('pages in the learnt order are shared as in a crawl: each site has one grant at most under way', () => {
  const sites = [Array<number>(300).fill(2), Array<number>(300).fill(1)];
  const options = { ...textbook, grant: 10, inFlight: 8 };
  const run = { rules: ['gittins'] as const, budgets: [200], options };
  const linksOf = (asRead?: typeof sites) =>
    compareRules(sites, { ...run, ...(asRead && { asRead }) }).budgets[0]!.rules[0]!.links;
  const seen: number[] = [linksOf(), linksOf([...sites])];
  const each = replay(sites, { rule: 'gittins', options, budget: 200, oneEach: true }).links.at(-1);
  expect(seen[1]).toBe(each);
  expect(seen[1]).not.toBe(seen[0]);
});
