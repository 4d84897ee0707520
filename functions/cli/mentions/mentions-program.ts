import type { Command } from 'commander';
import { foldedHelp, lazily } from '../terminal/program-parts.ts';
import { several } from '../terminal/several.ts';

const listHelp = `
LIST is CSV with a header, JSON or YAML (its name ends in .csv, .json, .yaml or .yml):
  id,name,aliases                       | separates aliases
  msu,МГУ имени М. В. Ломоносова,МГУ|Московский университет
More columns are conditions of the row's aliases: certainty (certain, needs-evidence), caseSensitive (true, false),
require, exclude, notFollowedBy (words, | between), validFrom, validTo (days). A row with an id that came before
adds aliases with their own conditions. orbweaver organizations example prints a list to begin with.
`;

/** `orbweaver mentions`: the organizations that a text names. */
export function addMentions(program: Command): void {
  program
    .command('mentions')
    .summary('find the organizations of a list in a text')
    .description('find each place of a text that names an organization of a list, in any case and number of its words')
    .argument('<file>', 'UTF-8 text, - for standard input')
    .requiredOption('--organizations <list>', 'whom to look for: CSV, JSON or YAML')
    .option('--date <day>', 'day of the text (YYYY-MM-DD), for aliases with validFrom and validTo')
    .option('--rejected', 'also names that are no mentions, each with the reason')
    .option('--json', 'mentions as JSON on standard output; offsets count UTF-16 units')
    .addHelpText('after', foldedHelp(listHelp))
    .action(lazily(async () => (await import('./mentions-command.ts')).mentions));
}

/** `orbweaver organizations`: a look at a list before texts are. */
export function addOrganizations(program: Command): void {
  const organizations = program.command('organizations').description('look at a list of organizations');
  organizations
    .command('check')
    .summary('show collisions, doubtful abbreviations and missing names of a list')
    .description('show which names of a list collide or are doubtful, which it lacks, and what it finds in texts')
    .argument('<list>', 'CSV, JSON or YAML')
    .addOption(several('--sample <file>', 'texts in which each name is searched for'))
    .option('--json', 'the whole check as JSON on standard output')
    .addHelpText('after', foldedHelp(listHelp))
    .action(lazily(async () => (await import('./organizations-command.ts')).checkOrganizations));
  organizations
    .command('example')
    .summary('print a list of fourteen organizations to begin with')
    .description('print the example of a list, fourteen organizations of science, as CSV')
    .action(lazily(async () => (await import('./organizations-command.ts')).printExample));
}
