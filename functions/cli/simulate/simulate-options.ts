import { shownValue } from '../../../shared/domain/refusal/shown-value.ts';
import { pageOrders } from '../../../shared/domain/spec/crawl-spec.ts';
import { nearestName } from '../../../shared/domain/spec/fields/nearest-name.ts';
import { readSpec } from '../../../shared/domain/spec/read-spec.ts';
import { type RuleOptions, ruleNames } from '../../../shared/domain/spec/rules.ts';
import { settingName } from '../../../shared/domain/spec/settings.ts';
import { type Simulation, simulatedOptions } from '../../embedded/simulate/simulate-crawls.ts';
import { type OptionValues, specValuesOf } from '../spec/spec-options.ts';
import { BadCommand } from '../terminal/bad-command.ts';

const mostPages = 1_000_000_000;

export interface SimulateOptions extends OptionValues {
  readonly rules?: string;
  readonly budgets?: string;
  readonly order?: string;
  /** File to draw into. */
  readonly plot?: string;
  readonly json?: true;
}

/** The replay that the options describe. Throws `BadCommand` with all that is wrong. */
export function readSimulation(options: SimulateOptions): Simulation {
  const rules = options.rules === undefined ? ruleNames : namesIn(options.rules);
  const budgets = namesIn(options.budgets ?? '500,2000,5000');
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

function namesIn(text: string): readonly string[] {
  return text
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '');
}
