import type { RuleName, RuleOptions } from '../../../domain/spec/rules.ts';
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
  /** The same sites in the learnt order, with at most one grant of a site under way, for the rules; absent: `sequences`. */
  readonly asRead?: readonly RewardSequence[];
}

/** R1, R2 and R3, which `ofClassics` compares with whether or not they are requested. */
const classics: readonly RuleName[] = ['equal', 'gittins', 'ucb1'];

/**
 * Replays each rule at each budget: what a rule does may depend on the budget it was given. The optimum and R1–R3 of
 * `ofClassics` read the sites in the order of `sequences`.
 */
export function compareRules(
  sequences: readonly RewardSequence[],
  { rules, budgets, options, asRead = sequences }: CompareOptions,
): Comparison {
  const largest = Math.max(...budgets);
  const all = sequences.reduce((sum, { length }) => sum + length, 0);
  const optimum = hindsightOptimum(sequences, Math.min(largest, all));
  const played = budgets.map(budget => {
    const play = (rule: RuleName, sites: readonly RewardSequence[]): readonly number[] =>
      replay(sites, { rule, options, budget, ...(sites !== sequences && { oneEach: true }) }).links;
    const curves = new Map(rules.map(rule => [rule, play(rule, asRead)]));
    const isSame = asRead === sequences;
    const best = classics.map(rule => (isSame ? curves.get(rule) : undefined) ?? play(rule, sequences));
    return { budget, curves, classic: Math.max(...best.map(links => links.at(-1)!)) };
  });
  return {
    budgets: played.map(({ budget, curves, classic }) => ({
      budget,
      optimum: optimum[Math.min(budget, all)]!,
      rules: rules.map(rule => outcomeOf(rule, curves.get(rule)!, optimum[Math.min(budget, all)]!, classic)),
    })),
    curves: [
      { name: 'optimum', links: optimum },
      ...rules.map(name => ({ name, links: played.find(({ budget }) => budget === largest)!.curves.get(name)! })),
    ],
  };
}

function outcomeOf(rule: RuleName, curve: readonly number[], optimum: number, classic: number): RuleOutcome {
  const links = curve.at(-1)!;
  const pages = curve.length - 1;
  return { rule, pages, links, ofOptimum: partOf(links, optimum), ofClassics: partOf(links, classic) };
}

function partOf(links: number, all: number): number {
  return all === 0 ? 1 : links / all;
}

/**
 * The most links that n pages can give, for n from 0 to `budget`: who knows all rewards chooses how many first pages of
 * each site to take. Exact, by dynamic programming over the sites (a knapsack with a choice per site). The best number
 * of first pages ends at a page with a reward, so only these numbers are tried. Time: budget × pages with a reward.
 */
export function hindsightOptimum(sequences: readonly RewardSequence[], budget: number): readonly number[] {
  let best = new Float64Array(budget + 1);
  for (const sequence of sequences) best = withSite(best, sequence);
  return Array.from(best);
}

function withSite(before: Float64Array<ArrayBuffer>, sequence: RewardSequence): Float64Array<ArrayBuffer> {
  const best = before.slice();
  let sum = 0;
  for (const [index, reward] of sequence.entries()) {
    const pages = index + 1;
    if (pages >= best.length) break;
    if (reward === 0) continue;
    sum += reward;
    for (let n = pages; n < best.length; n += 1) {
      const links = before[n - pages]! + sum;
      if (links > best[n]!) best[n] = links;
    }
  }
  return best;
}
