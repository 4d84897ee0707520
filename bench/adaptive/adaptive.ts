/**
 * How the rules share a page budget on real sites: `node bench/adaptive/adaptive.ts [--sites corpus|dev|more|unseen|all] [--budgets LIST]
 * [--in-flight W] [--grant PAGES] [--sets N] [--order links]`. Rewards come from the installed Debian packages (`adaptive/corpus.ts`),
 * choices from the function that decides in a crawl. `--sets` adds random sets of these sites, in random order, with random
 * budgets, and says how often and by how much `adaptive` stays behind the best of R1–R3. With `--order links` it reads each site in
 * the learnt order, and R1–R3 and the optimum stay breadth-first.
 */
import { parseArgs } from 'node:util';
import { compareRules, type RuleOutcome } from '../../shared/wings/sets/simulate/compare-rules.ts';
import type { RewardSequence } from '../../shared/wings/sets/simulate/replay.ts';
import { formatTable } from '../measured/table.ts';
import { siteGroups } from './corpus.ts';
import { randomSets } from './random-sets.ts';
import { readLearnt, readSites } from './read-sites.ts';

const { values } = parseArgs({
  options: {
    sites: { type: 'string', default: 'corpus' },
    budgets: { type: 'string', default: '500,1000,2000,5000' },
    'in-flight': { type: 'string', default: '1' },
    grant: { type: 'string', default: '1' },
    sets: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    order: { type: 'string', default: 'breadth-first' },
  },
});
/** R1–R3 are those of the paper at every setting: n = m = 10, one grant at a time. */
const classic = { gittinsN: 10, ucbM: 10, quantumSeconds: 60, quantumPages: 60, grant: 1, inFlight: 1 };
const tried = { ...classic, grant: Number(values.grant), inFlight: Number(values['in-flight']) };

const { corpus, dev, more, unseen } = siteGroups;
const folders = { corpus, dev, more, unseen, all: [...corpus, ...dev, ...unseen] }[values.sites];
if (folders === undefined) throw new Error(`--sites is ${values.sites}; it may be corpus, dev, more, unseen or all`);
const sites = readSites(folders);
/** By its breadth-first sequence: the sequence that `adaptive` gets of a site. */
const nameOf = new Map([...sites].map(([name, rewards]) => [rewards, name]));
const learnt = values.order === 'links' ? readLearnt(folders) : sites;
for (const [name, rewards] of sites) console.log(`${name}: ${rewards.length} pages, ${sumOf(rewards)} links`);
console.log(`\n${table([...sites.values()], values.budgets.split(',').map(Number))}`);
if (Number(values.sets) > 0) console.log(`\n${setsTable([...sites.values()])}`);

function table(sequences: readonly RewardSequence[], budgets: readonly number[]): string {
  const rows = budgets.map(budget => {
    const { optimum, classics, adaptive } = outcomeOf(sequences, budget);
    const best = Math.max(...classics.map(({ links }) => links));
    const figures = [...classics, adaptive].map(({ links }) => `${links} (${percent(links / optimum)})`);
    return [String(budget), ...figures, String(optimum), (adaptive.links / best).toFixed(2)];
  });
  return formatTable(['pages', 'R1', 'R2', 'R3', 'adaptive', 'optimum', 'adaptive/best'], rows);
}

function outcomeOf(
  sequences: readonly RewardSequence[],
  budget: number,
): { optimum: number; classics: readonly RuleOutcome[]; adaptive: RuleOutcome } {
  const run = { budgets: [budget] };
  const [textbook] = compareRules(sequences, { ...run, rules: ['equal', 'gittins', 'ucb1'], options: classic }).budgets;
  const learntOnes = values.order === 'links' && { asRead: sequences.map(each => learnt.get(nameOf.get(each)!)!) };
  const [ordered] = compareRules(sequences, { ...run, rules: ['adaptive'], options: tried, ...learntOnes }).budgets;
  return { optimum: textbook!.optimum, classics: textbook!.rules, adaptive: ordered!.rules[0]! };
}

/** By pages for each site, for these decide how hard a set is. */
function setsTable(pool: readonly RewardSequence[]): string {
  const bands = [5, 10, 25, 100, 500, 1000];
  const rows = bands.slice(1).map((most, band) => {
    const least = bands[band]!;
    const sets = randomSets(pool, { count: Number(values.sets), seed: Number(values.seed), least, most });
    const ratios = sets.map(({ sequences, budget }) => {
      const { optimum, classics, adaptive } = outcomeOf(sequences, budget);
      const links = classics.map(rule => rule.links);
      const best = Math.max(...links);
      return {
        adaptive: partOf(adaptive.links, best),
        each: links.map(of => partOf(of, best)),
        ofOptimum: partOf(adaptive.links, optimum),
      };
    });
    const own = ratios.map(({ adaptive }) => adaptive).sort((a, b) => a - b);
    const met = (of: readonly number[]): string => percent(of.filter(ratio => ratio >= 0.98).length / of.length);
    return [
      `${least}–${most}`,
      String(sets.length),
      ...[0, 1, 2].map(rule => met(ratios.map(({ each }) => each[rule]!))),
      met(own),
      ...[0, 0.05, 0.2, 0.5].map(part => own[Math.floor(part * own.length)]!.toFixed(2)),
      meanLog(own).toFixed(2),
      (own.reduce((sum, ratio) => sum + ratio, 0) / own.length).toFixed(2),
      percent(ratios.reduce((sum, { ofOptimum }) => sum + ofOptimum, 0) / ratios.length),
    ];
  });
  const header = ['pages a site', 'sets', 'R1 ≥ .98', 'R2', 'R3', 'adaptive'];
  return formatTable([...header, 'worst', '5 %', '20 %', 'median', 'geom. mean', 'mean', 'of optimum'], rows);
}

function partOf(links: number, all: number): number {
  return all === 0 ? 1 : links / all;
}

function meanLog(ratios: readonly number[]): number {
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(Math.max(0.01, ratio)), 0) / ratios.length);
}

function percent(part: number): string {
  return `${(100 * part).toFixed(1)} %`;
}

function sumOf(rewards: readonly number[]): number {
  return rewards.reduce((sum, reward) => sum + reward, 0);
}
