import { type Command, Option } from 'commander';
import { foldedHelp } from '../terminal/help-text.ts';
import { lazily, type SetExitCode } from '../terminal/lazily.ts';
import { wholeNumber } from '../terminal/whole-number.ts';

const importHelp = `
Columns (CSV) or fields (JSON Lines): url, organization (its id), class (positive, negative, neutral, ambiguous, not-about), annotator
and at are needed; docs/formats/publications.md has them all. Labels that the watch has already are counted and not added again.
A row that cannot be used is reported with its line, and the others are added; the exit code is then 4.
`;

/** `orbweaver labels`: labels of experts for publications. */
export function addLabels(program: Command, exit: SetExitCode): void {
  const labels = program.command('labels').description('read and add labels of experts for publications of a watch');
  labels
    .command('export')
    .summary('write all labels as JSON Lines or CSV')
    .description('write all labels of a watch in the order in which they came, withdrawals among them')
    .argument('<directory>', 'directory of the watch')
    .addOption(new Option('--format <format>', 'how').choices(['jsonl', 'csv']).default('jsonl'))
    .action(lazily(async () => (await import('./labels-command.ts')).exportLabels));
  labels
    .command('import')
    .summary('add the labels of a file')
    .description('add labels of a file to a watch that has their publications')
    .argument('<directory>', 'directory of the watch')
    .argument('<file>', 'JSON Lines or CSV, - for standard input')
    .addOption(new Option('--format <format>', 'of the file (default: by its name)').choices(['jsonl', 'csv']))
    .option('--json', 'counts and faults as JSON')
    .addHelpText('after', foldedHelp(importHelp))
    .action(lazily(async () => (await import('./labels-command.ts')).importLabelFile, exit));
  labels
    .command('queue')
    .summary('show what to label next')
    .description(
      'show what an annotator shall label next: half at random, a quarter where the model is uncertain, a quarter where it is polar',
    )
    .argument('<directory>', 'directory of the watch')
    .requiredOption('--annotator <name>', 'who labels')
    .option('--organization <id>', 'of one organization')
    .addOption(new Option('--limit <n>', 'at most so many').argParser(wholeNumber(4, 'from 1 on')).default(20))
    .option('--model', 'in JSON also the probabilities of the model, which annotators should not see before they label')
    .option('--json', 'as JSON')
    .action(lazily(async () => (await import('./labels-command.ts')).showQueue));
  labels
    .command('agreement')
    .summary('show how far annotators agree')
    .description("show Cohen's kappa of each two annotators, Krippendorff's alpha of all, and what is disputed")
    .argument('<directory>', 'directory of the watch')
    .option('--json', 'as JSON')
    .action(lazily(async () => (await import('./labels-command.ts')).showAgreement));
}
