import type { ResolvedSpec } from '../crawl-spec.ts';
import type { SpecLayer } from '../read-spec.ts';
import type { RuleName, RuleOptions } from '../rules.ts';
import { layerOf, nameIn } from './layer-names.ts';

/** Options that one rule alone reads. */
const ruleOf: Readonly<Partial<Record<keyof RuleOptions, RuleName>>> = {
  gittinsN: 'gittins',
  ucbM: 'ucb1',
  quantumSeconds: 'quantum',
};

/** Notices about rules and their budget: settings whose effect may surprise a person. */
export function ruleNotices(spec: ResolvedSpec, layers: readonly SpecLayer[]): readonly string[] {
  const reason = notAsked(spec);
  if (reason !== undefined) {
    const said = (['rule', 'ruleOptions'] as const).find(key => layerOf(layers, key) !== undefined);
    return said === undefined ? [] : [`${nameIn(layers, ...pathOf(layers, said))}: no rule is asked; ${reason}.`];
  }
  return [...unreadOptions(spec, layers), ...scarcePages(spec, layers)];
}

function notAsked({ sites, limit }: ResolvedSpec): string | undefined {
  if (sites.length === 1) return 'a rule chooses among several sites, and this crawl has one';
  return limit === undefined ? 'a rule shares out a page limit, and this crawl has none' : undefined;
}

/** Options of rules are named one by one, as they were given. */
function pathOf(layers: readonly SpecLayer[], key: 'rule' | 'ruleOptions'): readonly string[] {
  const options = layerOf(layers, key)?.spec.ruleOptions ?? {};
  return key === 'rule' ? [key] : [key, ...Object.keys(options).slice(0, 1)];
}

function unreadOptions({ rule }: ResolvedSpec, layers: readonly SpecLayer[]): readonly string[] {
  const given = new Set(layers.flatMap(({ spec }) => Object.keys(spec.ruleOptions ?? {})));
  return Object.entries(ruleOf)
    .filter(([option, reader]) => given.has(option) && reader !== rule)
    .map(
      ([option, reader]) => `${nameIn(layers, 'ruleOptions', option)}: only ${reader} reads it; the rule is ${rule}.`,
    );
}

/**
 * With more sites than pages the last sites get less, because N pages is the limit of all (docs/design/budgets.md,
 * "Sharing a page budget").
 */
function scarcePages({ sites, limit = 0 }: ResolvedSpec, layers: readonly SpecLayer[]): readonly string[] {
  if (limit >= sites.length) return [];
  return [
    `${nameIn(layers, 'limit')}: ${limit} is less than a page for each of the ${sites.length} sites; some get none.`,
  ];
}
