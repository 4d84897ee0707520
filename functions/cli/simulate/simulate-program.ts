import type { Command } from 'commander';
import { settings } from '../../../shared/domain/spec/settings.ts';
import { optionOf } from '../spec/spec-options.ts';
import { foldedHelp, lazily } from '../terminal/program-parts.ts';

const help = `
A reward is the number of external links on a page that its site did not give before. "Of optimum": links as a part of
what hindsight gives, which knows all pages and chooses how many first ones of each site to take; "Of best R1-R3": as a
part of what the best of equal, gittins and ucb1 gives. With --order both are of breadth-first order. Crawl the sites as far
as they go first: without --limit, or with one that is never reached. --order links needs crawls with --order links.
`;

/** Defaults that are other than those of a crawl. */
const defaults: Readonly<Record<string, string>> = {
  '--grant': '1, as in the papers',
  '--in-flight': '1, as in the papers',
};

export function addSimulate(program: Command): void {
  const simulate = program
    .command('simulate')
    .summary('compare the rules on finished crawls')
    .description('replay finished crawls under each rule and page budget, without a network')
    .argument('<directories...>', 'directories of finished crawls; their sites are one target set')
    .option('--rules <names>', 'rules to compare (default: all)')
    .option('--budgets <pages>', 'page budgets (default: 500,2000,5000)')
    .option(
      '--order <order>',
      'order in which the pages of a site come: breadth-first or links (default: as they came)',
    )
    .option('--plot <file>', 'draw links against pages at the largest budget, as SVG')
    .option('--json', 'as JSON');
  for (const setting of settings.filter(({ path }) => path[0] === 'ruleOptions'))
    simulate.addOption(optionOf(setting, defaults[setting.option]).helpGroup('Options of rules:'));
  simulate
    .addHelpText('after', foldedHelp(help))
    .action(lazily(async () => (await import('./simulate-command.ts')).simulate));
}
