import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { shownValue } from '../../../shared/domain/refusal/shown-value.ts';
import { pageOrders } from '../../../shared/domain/spec/crawl-spec.ts';
import { splitNames } from '../../../shared/domain/spec/decode-setting.ts';
import { nearestName } from '../../../shared/domain/spec/fields/nearest-name.ts';
import { readSpec } from '../../../shared/domain/spec/read-spec.ts';
import { type RuleOptions, ruleNames } from '../../../shared/domain/spec/rules.ts';
import { settingName } from '../../../shared/domain/spec/settings.ts';
import type { BudgetOutcome, Comparison } from '../../../shared/wings/sets/simulate/compare-rules.ts';
import { svgPlot } from '../../../shared/wings/sets/simulate/svg-plot.ts';
import { textPlot } from '../../../shared/wings/sets/simulate/text-plot.ts';
import type { CrawledSite } from '../../embedded/simulate/read-sequences.ts';
import { type Simulation, simulateCrawls, simulatedOptions } from '../../embedded/simulate/simulate-crawls.ts';
import { type OptionValues, specValuesOf } from '../spec/spec-options.ts';
import { BadCommand, formatCount, formatCounted, formatTable } from '../terminal/print.ts';

/** `orbweaver simulate`: what each rule would have collected from the sites of finished crawls, without a network. */
export async function simulate(directories: readonly string[], given: SimulateOptions): Promise<void> {
  const simulation = readSimulation(given);
  demandOnce(directories);
  const { sites, options, comparison } = await simulateCrawls(directories, simulation);
  if (given.plot !== undefined) await writePlot(given.plot, svgPlot(comparison.curves));
  const notes = [...cutShort(sites), ...quantumNote(simulation, options), ...orderNote(simulation)];
  const text = given.json
    ? JSON.stringify(asJson(sites, options, comparison, notes))
    : comparisonLines(sites, comparison, notes).join('\n');
  process.stdout.write(`${text}\n`);
}

function demandOnce(directories: readonly string[]): void {
  const paths = directories.map(directory => resolve(directory));
  const faults = directories
    .filter((_, index) => paths.indexOf(paths[index]!) < index)
    .map(directory => `${directory} is given twice; allowed is each directory once, for its sites would count twice.`);
  if (faults.length > 0) throw new BadCommand(faults);
}

function quantumNote({ rules }: Simulation, { quantumSeconds, quantumPages = 0 }: RuleOptions): string[] {
  if (!rules.includes('quantum')) return [];
  return [`no clock runs: a quantum of ${formatCount(quantumSeconds)} s is ${formatCounted(quantumPages, 'page')}.`];
}

function orderNote({ order }: Simulation): string[] {
  if (order !== 'links') return [];
  return ['pages come in the learnt order; the optimum and the best of R1-R3 are those of breadth-first order.'];
}

function cutShort(sites: readonly CrawledSite[]): string[] {
  return sites
    .filter(({ status }) => status !== 'no-work')
    .map(
      ({ origin, status, rewards, directory }) =>
        `${origin} ended by ${status} after ${formatCounted(rewards.length, 'page')} (${directory}): no rule gets more of it.`,
    );
}

async function writePlot(file: string, svg: string): Promise<void> {
  try {
    await writeFile(file, svg);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new BadCommand([`--plot: ${file} cannot be written (${why}).`]);
  }
}

function linksOf(rewards: readonly number[]): number {
  return rewards.reduce((sum, reward) => sum + reward, 0);
}

function asJson(
  sites: readonly CrawledSite[],
  options: RuleOptions,
  { budgets }: Comparison,
  notes: readonly string[],
): unknown {
  return {
    sites: sites.map(({ rewards, asRead, ...site }) => ({ ...site, pages: rewards.length, links: linksOf(rewards) })),
    options,
    budgets,
    notes,
  };
}

/** The output for people: the sites, a table per budget, a plot. */
function comparisonLines(
  sites: readonly CrawledSite[],
  { budgets, curves }: Comparison,
  notes: readonly string[],
): readonly string[] {
  const sum = (of: (site: CrawledSite) => number): number => sites.reduce((total, site) => total + of(site), 0);
  const pages = sum(({ rewards }) => rewards.length);
  const links = sum(({ rewards }) => linksOf(rewards));
  return [
    `${formatCounted(sites.length, 'site')}, ${formatCounted(pages, 'page')}, ${formatCounted(links, 'external address', 'external addresses')}.`,
    ...notes.map(note => `Note: ${note}`),
    ...budgets.flatMap(budgetLines),
    '',
    ...textPlot(curves),
  ];
}

function budgetLines({ budget, optimum, rules }: BudgetOutcome): readonly string[] {
  const rows = rules.map(({ rule, pages, links, ofOptimum, ofClassics }) => [
    rule,
    formatCount(pages),
    formatCount(links),
    ofOptimum.toFixed(3),
    ofClassics.toFixed(3),
  ]);
  return [
    '',
    `Budget of ${formatCounted(budget, 'page')}: ${formatCounted(optimum, 'link')} at most, with hindsight.`,
    ...formatTable([['Rule', 'Pages', 'Links', 'Of optimum', 'Of best R1-R3'], ...rows]),
  ];
}

const mostPages = 1_000_000_000;

interface SimulateOptions extends OptionValues {
  readonly rules?: string;
  readonly budgets?: string;
  readonly order?: string;
  /** File to draw into. */
  readonly plot?: string;
  readonly json?: true;
}

/** The replay that the options describe. Throws `BadCommand` with all that is wrong. */
function readSimulation(options: SimulateOptions): Simulation {
  const rules = options.rules === undefined ? ruleNames : splitNames(options.rules);
  const budgets = splitNames(options.budgets ?? '500,2000,5000');
  const faults = [
    ...ruleFaults(rules, options.rules),
    ...budgetFaults(budgets, options.budgets),
    ...orderFaults(options.order),
    ...plotFaults(options.plot),
  ];
  if (faults.length > 0) throw new BadCommand(faults);
  return {
    rules: ruleNames.filter(name => rules.includes(name)),
    budgets: [...new Set(budgets.map(Number))].sort((a, b) => a - b),
    options: ruleOptionsOf(options),
    order: pageOrders.find(name => name === options.order),
  };
}

function orderFaults(name: string | undefined): string[] {
  if (name === undefined || pageOrders.some(order => order === name)) return [];
  return [`--order: ${shownValue(name)} is refused; allowed are ${pageOrders.join(', ')}.`];
}

function plotFaults(file: string | undefined): string[] {
  if (file === undefined || /\.svg$/i.test(file)) return [];
  return [`--plot: ${shownValue(file)} is refused; allowed is a file that ends in .svg, which is what is drawn.`];
}

function ruleFaults(names: readonly string[], given: string | undefined): string[] {
  const allowed = ruleNames.join(', ');
  if (names.length === 0) return [`--rules: ${shownValue(given)} is refused; allowed are ${allowed}.`];
  const unknown = names.filter(name => !ruleNames.some(known => known === name));
  return unknown.map(name => {
    const nearest = nearestName(name, ruleNames);
    const hint = nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
    return `--rules: ${shownValue(name)} is not known${hint}; allowed are ${allowed}.`;
  });
}

function budgetFaults(budgets: readonly string[], given: string | undefined): string[] {
  const allowed = `allowed are whole numbers of pages from 1 to ${mostPages}, for example 500,2000`;
  if (budgets.length === 0) return [`--budgets: ${shownValue(given)} is refused; ${allowed}.`];
  return budgets.filter(text => !isBudget(text)).map(text => `--budgets: ${shownValue(text)} is refused; ${allowed}.`);
}

function isBudget(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= mostPages;
}

/** The options of rules, by the same checks as those of a crawl. */
function ruleOptionsOf(options: OptionValues): RuleOptions {
  const { spec } = readSpec(specValuesOf(options), path => settingName(path, 'option'));
  const given = Object.entries(spec.ruleOptions ?? {}).filter(([, value]) => value !== undefined);
  return { ...simulatedOptions, ...Object.fromEntries(given) };
}
