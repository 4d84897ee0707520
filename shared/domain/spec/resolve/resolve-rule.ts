import { type ResolvedSpec, specDefaults, type Topic } from '../crawl-spec.ts';
import type { CrawlSpec } from '../crawl-spec-schema.ts';
import type { RuleName } from '../rules.ts';

/** What Pechnikov and Chernobrovkin (2012) found best on sets of each topic; `quantum` where nothing is known. */
const bestRuleOf: Readonly<Record<Topic, RuleName>> = {
  universities: 'ucb1',
  institutes: 'gittins',
  unknown: 'quantum',
};

/** How the sites share the page budget; `auto` is resolved here. */
export function resolveRule(given: CrawlSpec): Pick<ResolvedSpec, 'rule' | 'ruleOptions' | 'topic'> {
  const topic = given.topic ?? specDefaults.topic;
  const rule = given.rule ?? specDefaults.rule;
  return { rule: rule === 'auto' ? bestRuleOf[topic] : rule, ruleOptions: optionsOf(given.ruleOptions), topic };
}

function optionsOf(given: CrawlSpec['ruleOptions'] = {}): ResolvedSpec['ruleOptions'] {
  const { ruleOptions } = specDefaults;
  return {
    gittinsN: given.gittinsN ?? ruleOptions.gittinsN,
    ucbM: given.ucbM ?? ruleOptions.ucbM,
    quantumSeconds: given.quantumSeconds ?? ruleOptions.quantumSeconds,
    grant: given.grant ?? ruleOptions.grant,
    inFlight: given.inFlight ?? ruleOptions.inFlight,
  };
}
