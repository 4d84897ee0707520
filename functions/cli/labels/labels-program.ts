import { type Command, Option } from 'commander';
import { atPlace, ofWatch, type PlaceOption } from '../publications/watch-place.ts';
import { foldedHelp, type SetExitCode } from '../terminal/program-parts.ts';
import { several } from '../terminal/several.ts';
import { wholeNumber } from '../terminal/whole-number.ts';

const importHelp = `
Columns (CSV) or fields (JSON Lines): url, organization (its id), class (positive, negative, neutral, ambiguous, not-about), annotator
and at are needed; docs/formats/publications.md has them all. Labels that the watch has already are counted and not added again.
A row that cannot be used is reported with its line, and the others are added; the exit code is then 4.
`;

/** `orbweaver labels`: labels of experts for publications. Answers the command that has no options of its place. */
export function addLabels(program: Command, place: PlaceOption, exit: SetExitCode): Command {
  const labels = program.command('labels').description('read and add labels of experts for publications of a watch');
  const load = async () => await import('./labels-command.ts');
  ofWatch(labels, place, ['import', 'add labels of a file to a watch that has their publications'])
    .summary('add the labels of a file')
    .argument('<file>', 'JSON Lines or CSV, - for standard input')
    .addOption(new Option('--format <format>', 'of the file (default: by its name)').choices(['jsonl', 'csv']))
    .addHelpText('after', foldedHelp(importHelp))
    .action(atPlace(place, async () => (await load()).importLabels, exit));
  ofWatch(labels, place, [
    'queue',
    'show what an annotator shall label next: half at random, a quarter where the model is uncertain, a quarter where it is polar',
  ])
    .summary('show what to label next')
    .requiredOption('--annotator <name>', 'who labels')
    .addOption(several('--organization <name>', 'of this organization, by its id or a name'))
    .addOption(new Option('--limit <n>', 'at most so many').argParser(wholeNumber()).default(20))
    .option('--model', 'in JSON also the probabilities of the model, which annotators should not see before they label')
    .action(atPlace(place, async () => (await load()).printQueue));
  ofWatch(labels, place, [
    'agreement',
    "show Cohen's kappa of each two annotators, Krippendorff's alpha of all, and what is disputed",
  ])
    .summary('show how far annotators agree')
    .action(atPlace(place, async () => (await load()).showAgreement));
  return labels
    .command('export')
    .summary('write all labels as JSON Lines or CSV')
    .description('write all labels of a watch in the order in which they came, withdrawals among them')
    .argument(...place.argument)
    .addOption(new Option('--format <format>', 'how').choices(['jsonl', 'csv']).default('jsonl'))
    .action(atPlace(place, async () => (await load()).exportLabels));
}
