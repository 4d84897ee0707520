import { describe, expect, test } from 'vitest';
import { type RuleOptions, ruleNames } from '../../../../../shared/domain/spec/rules.ts';
import { beginSchedule } from '../../../../../shared/wings/sets/schedule/decide.ts';
import { choicesOf, pagesOf, sitesOf, textbook } from './play.ts';

const pages = 120;
const budget = 600;
const sites = 12;
const largest = Number.MAX_SAFE_INTEGER / budget;

/** The rewards of the pages of a site, by the site's place and the page's. */
const worlds: Readonly<Record<string, (site: number, page: number) => number>> = {
  'no reward ever': () => 0,
  'the same reward always': () => 7,
  'rewards as large as numbers go': () => largest,
  'one reward in a thousand pages': (site, page) => (site === 5 && page === 60 ? largest : 0),
  'sites that change places half-way': (site, page) => (site < 6 === page < 60 ? 0 : 50),
  'rewards that come in bursts': (site, page) => ((page + site) % 40 === 0 ? 900 : 0),
};

const options: RuleOptions = { ...textbook, gittinsN: 10, ucbM: 10, grant: 10, inFlight: 8 };
const begin = (rule: (typeof ruleNames)[number], more: object = {}) =>
  beginSchedule({ rule, options, budget, sites: sitesOf(Array(sites).fill(0)), ...more });

describe.each(Object.entries(worlds))('with %s', (_, reward) => {
  const sequences = Array.from({ length: sites }, (_, site) =>
    Array.from({ length: pages }, (_, page) => reward(site, page)),
  );

  test.each(ruleNames)(
    '%s spends the budget to the page, compares finite numbers and repeats itself (adverse 60)',
    rule => {
      const read = pagesOf(begin(rule), sequences);
      expect(read).toHaveLength(budget);
      expect(pagesOf(begin(rule), sequences)).toEqual(read);
      const values = choicesOf(begin(rule), sequences).flatMap(({ indexes }) => indexes.map(({ value }) => value));
      expect(values.filter(value => !Number.isFinite(value))).toEqual([]);
    },
  );

  test.each(['adaptive', 'equal', 'gittins', 'ucb1'] as const)(
    '%s lets no site go without a page (adverse 60)',
    rule => {
      expect(new Set(pagesOf(begin(rule), sequences)).size).toBe(sites);
    },
  );

  test('R3 takes the first pages of all sites before its index decides (adverse 60)', () => {
    const first = choicesOf(begin('ucb1'), sequences).slice(0, sites);
    expect(first.map(({ site, from, to }) => [site, from, to])).toEqual(
      Array.from({ length: sites }, (_, site) => [site + 1, 0, 10]),
    );
  });
});

test.each(ruleNames)('%s serves thousands of sites (adverse 60)', rule => {
  const many = Array.from({ length: 2_000 }, (_, site) => Array.from({ length: 3 }, (_, page) => (site + page) % 5));
  const schedule = begin(rule, { budget: 3_000, sites: sitesOf(many) });
  expect(pagesOf(schedule, many)).toHaveLength(3_000);
});
