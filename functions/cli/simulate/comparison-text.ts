import type { BudgetOutcome, Comparison } from '../../../shared/wings/sets/simulate/compare-rules.ts';
import { textPlot } from '../../../shared/wings/sets/simulate/text-plot.ts';
import { formatCount, formatCounted, formatTable } from '../terminal/amounts.ts';
import type { CrawledSite } from './read-sequences.ts';

/** What a person reads: the sites, a table per budget, a plot. */
export function comparisonLines(
  sites: readonly CrawledSite[],
  { budgets, curves }: Comparison,
  notes: readonly string[],
): readonly string[] {
  const sum = (of: (site: CrawledSite) => number): number => sites.reduce((total, site) => total + of(site), 0);
  const pages = sum(({ rewards }) => rewards.length);
  const links = sum(({ rewards }) => rewards.reduce((total, reward) => total + reward, 0));
  return [
    `${formatCounted(sites.length, 'site')}, ${formatCounted(pages, 'page')}, ${formatCounted(links, 'external link')}.`,
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
