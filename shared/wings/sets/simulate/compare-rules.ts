import type { RuleName, RuleOptions } from '../../../domain/spec/rules.ts';
import { hindsightOptimum } from './hindsight-optimum.ts';
import { type RewardSequence, replay } from './replay.ts';

export interface RuleOutcome {
  readonly rule: RuleName;
  /** Fewer than the budget where the sites have no more. */
  readonly pages: number;
  readonly links: number;
  /** Links as a part of the optimum; 1 if there are none at all. */
  readonly ofOptimum: number;
  /** Links as a part of what the best of R1–R3 gave. */
  readonly ofClassics: number;
}

export interface BudgetOutcome {
  readonly budget: number;
  /** The most links that so many pages can give. */
  readonly optimum: number;
  readonly rules: readonly RuleOutcome[];
}

export interface Comparison {
  readonly budgets: readonly BudgetOutcome[];
  /** Of the optimum and of each rule at the largest budget. */
  readonly curves: readonly LinkCurve[];
}

export interface LinkCurve {
  readonly name: RuleName | 'optimum';
  /** Links after so many pages, from 0 on. */
  readonly links: readonly number[];
}

interface CompareOptions {
  readonly rules: readonly RuleName[];
  readonly budgets: readonly number[];
  readonly options: RuleOptions;
}

/** R1, R2 and R3, which `ofClassics` compares with whether or not they are requested. */
const classics: readonly RuleName[] = ['equal', 'gittins', 'ucb1'];

/** Replays each rule at each budget: what a rule does may depend on the budget it was given. */
export function compareRules(
  sequences: readonly RewardSequence[],
  { rules, budgets, options }: CompareOptions,
): Comparison {
  const largest = Math.max(...budgets);
  const all = sequences.reduce((sum, { length }) => sum + length, 0);
  const optimum = hindsightOptimum(sequences, Math.min(largest, all));
  const played = budgets.map(budget => {
    const names = [...new Set([...rules, ...classics])];
    const curves = new Map(names.map(rule => [rule, replay(sequences, { rule, options, budget }).links]));
    return { budget, curves };
  });
  return {
    budgets: played.map(({ budget, curves }) => outcomeAt(budget, optimum[Math.min(budget, all)]!, rules, curves)),
    curves: [
      { name: 'optimum', links: optimum },
      ...rules.map(name => ({ name, links: played.find(({ budget }) => budget === largest)!.curves.get(name)! })),
    ],
  };
}

function outcomeAt(
  budget: number,
  optimum: number,
  rules: readonly RuleName[],
  curves: ReadonlyMap<RuleName, readonly number[]>,
): BudgetOutcome {
  const linksOf = (rule: RuleName): number => curves.get(rule)!.at(-1)!;
  const classic = Math.max(...classics.map(linksOf));
  const outcomes = rules.map((rule): RuleOutcome => {
    const links = linksOf(rule);
    return {
      rule,
      pages: curves.get(rule)!.length - 1,
      links,
      ofOptimum: partOf(links, optimum),
      ofClassics: partOf(links, classic),
    };
  });
  return { budget, optimum, rules: outcomes };
}

function partOf(links: number, all: number): number {
  return all === 0 ? 1 : links / all;
}
