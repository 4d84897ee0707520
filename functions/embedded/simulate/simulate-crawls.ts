import { specDefaults } from '../../../shared/domain/spec/crawl-spec.ts';
import type { RuleName, RuleOptions } from '../../../shared/domain/spec/rules.ts';
import { type Comparison, compareRules } from '../../../shared/wings/sets/simulate/compare-rules.ts';
import { type CrawledSite, type RequestedOrder, readSequences } from './read-sequences.ts';

/** Of one page each, one at a time: the textbook. A crawl grants more at once, because of the time that it takes. */
export const simulatedOptions: RuleOptions = { ...specDefaults.ruleOptions, grant: 1, inFlight: 1 };

export interface Simulation {
  readonly rules: readonly RuleName[];
  /** Pages, ascending. */
  readonly budgets: readonly number[];
  readonly options: RuleOptions;
  /** Order in which the pages of each site come; absent: as they came. */
  readonly order?: RequestedOrder;
}

export interface SimulatedCrawls {
  readonly sites: readonly CrawledSite[];
  /** As they were used: `quantumPages` is what `quantumSeconds` comes to. */
  readonly options: RuleOptions;
  readonly comparison: Comparison;
}

/** The pages that each rule would have collected from sites of finished crawls, as one target set. Throws `BadInput`. */
export async function simulateCrawls(directories: readonly string[], simulation: Simulation): Promise<SimulatedCrawls> {
  const sites: CrawledSite[] = [];
  for (const directory of directories) sites.push(...(await readSequences(directory, simulation.order)));
  const options = withoutClock(simulation.options, sites);
  const sequences = sites.map(({ rewards }) => rewards);
  const learnt = simulation.order === 'links' && { asRead: sites.map(({ asRead }) => asRead) };
  return { sites, options, comparison: compareRules(sequences, { ...simulation, options, ...learnt }) };
}

/** A quantum of time is as many pages as the delay allows in it; without a delay, as the default delay does. */
function withoutClock(options: RuleOptions, sites: readonly CrawledSite[]): RuleOptions {
  const delayMs = sites.reduce((longest, site) => Math.max(longest, site.delayMs), 0) || specDefaults.delayMs;
  return { ...options, quantumPages: Math.max(1, Math.round((options.quantumSeconds * 1000) / delayMs)) };
}
