import { expect, test } from 'vitest';
import { fieldPath } from '../../../../shared/domain/spec/fields/field-path.ts';
import { readSpec } from '../../../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../../../shared/domain/spec/resolve/resolve-spec.ts';
import { ruleNotices } from '../../../../shared/domain/spec/resolve/rule-notices.ts';

const sites = (count: number) => Array.from({ length: count }, (_, index) => ({ url: `https://s${index}.example/` }));

test.each([
  ['nothing of rules', { sites: sites(2) }, []],
  ['a rule that is asked', { sites: sites(2), limit: 2, rule: 'ucb1', ruleOptions: { ucbM: 3, grant: 1 } }, []],
  [
    'a rule for one site',
    { sites: sites(1), limit: 5, rule: 'equal' },
    ['rule: no rule is asked; a rule chooses among several sites, and this crawl has one.'],
  ],
  [
    'a rule without a limit',
    { sites: sites(2), rule: 'auto', ruleOptions: { gittinsN: 3 } },
    ['rule: no rule is asked; a rule shares out a page limit, and this crawl has none.'],
  ],
  [
    'an option without a limit',
    { sites: sites(2), ruleOptions: { gittinsN: 3 } },
    ['ruleOptions.gittinsN: no rule is asked; a rule shares out a page limit, and this crawl has none.'],
  ],
  [
    'options of other rules',
    { sites: sites(2), limit: 9, rule: 'ucb1', ruleOptions: { gittinsN: 3, quantumSeconds: 5 } },
    [
      'ruleOptions.gittinsN: only gittins reads it; the rule is ucb1.',
      'ruleOptions.quantumSeconds: only quantum reads it; the rule is ucb1.',
    ],
  ],
  [
    'fewer pages than sites',
    { sites: sites(3), limit: 2 },
    ['limit: 2 is less than a page for each of the 3 sites; some get none.'],
  ],
])('says of %s what will be done', (_, values, notices) => {
  const layers = [readSpec(values, fieldPath)];
  expect(ruleNotices(resolveSpec(layers), layers)).toEqual(notices);
});
