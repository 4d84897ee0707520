import type { Command } from 'commander';
import { addSpecOptions } from '../spec/spec-options.ts';
import { foldedHelp, lazily } from '../terminal/program-parts.ts';
import { several } from '../terminal/several.ts';

const help = `
A running crawl takes an added site up within seconds, at level 0. A stopped crawl takes the site up when it is resumed.
Settings of the whole crawl (delay, downloads at once, depth, page limit) count for the added site too, unless you give
others. A removed site is fetched from no more. Its results stay in the files; its number is not used again.
`;

export function addSiteCommands(program: Command): void {
  const sites = program
    .command('sites')
    .summary('list, add and remove the sites of a crawl, also while it runs')
    .description('change the set of sites of a crawl, also while it runs')
    .addHelpText('after', foldedHelp(help));
  sites
    .command('list')
    .description('show the sites with their numbers')
    .argument('<directory>', 'directory of the crawl')
    .option('--json', 'as JSON')
    .action(lazily(async () => (await import('./sites-command.ts')).listSites));
  const add = sites
    .command('add')
    .description('add sites to the crawl')
    .argument('<directory>', 'directory of the crawl')
    .argument('<urls...>', 'start addresses; a host name alone is taken as https')
    .option('--name <name>', 'name for people (default: the host)')
    .option('--short-name <name>', 'short name for tables (default: the name)')
    .addOption(several('--tags <tags>', 'kinds of sites in your own words', 'any'))
    .option('--number <number>', 'number of the site (default: the smallest free one)')
    .option('--json', 'as JSON');
  addSpecOptions(
    add,
    ['maxLevel', 'siteLimit', 'delayMs', 'maxDownloads', 'userAgent'],
    'what its sites have in common',
  ).action(lazily(async () => (await import('./sites-command.ts')).addSites));
  sites
    .command('remove')
    .description('take sites out of the crawl')
    .argument('<directory>', 'directory of the crawl')
    .argument('<numbers...>', 'numbers of sites')
    .option('--json', 'as JSON')
    .action(lazily(async () => (await import('./sites-command.ts')).removeSites));
}
