import { type Command, Option } from 'commander';
import { reportLanguages, tableParts, tableRows } from '../../../shared/wings/publications/table/table-rows.ts';
import { judgements } from '../../../shared/wings/publications/table/tone-table.ts';
import { optionText } from '../spec/spec-options.ts';
import { several } from '../terminal/several.ts';
import { wholeNumber } from '../terminal/whole-number.ts';
import { publicationFormats } from './publications-options.ts';
import { reportFormats } from './report-formats.ts';
import { atPlace, type PlaceOption } from './watch-place.ts';

/** Watches of this machine. */
export const ofThisMachine: PlaceOption = {
  argument: ['<directory>', 'directory of the watch'],
  options: command => command.option('--json', 'as JSON'),
  open: async (...of) => await (await import('./local-place.ts')).openLocalWatch(...of),
};

/** `orbweaver publications`: what a watch has found. */
export function addPublications(program: Command, place: PlaceOption): Command {
  const command = program
    .command('publications')
    .summary('list what a watch has found, or write it to a file')
    .description(
      'list the publications that a watch has found, newest first by date of publication, also while it runs',
    )
    .argument(...place.argument);
  return addMentioning(addSelection(command, place)).action(
    atPlace(place, async () => (await import('./publications-command.ts')).publications),
  );
}

/** Options for what publications shall say of organizations. */
function addMentioning(command: Command): Command {
  return command
    .addOption(organization())
    .addOption(several('--tone <classes>', `${optionText('filter.tone')}: ${judgements.join(', ')}`, 'any'))
    .option('--nested', optionText('filter.nested'))
    .addOption(confidence());
}

/** Which publications, and how they are written. */
function addSelection(command: Command, place: PlaceOption): Command {
  // An account has no archive of pages.
  const archives = place === ofThisMachine ? ['wacz'] : [];
  return command
    .addOption(
      new Option('--format <format>', 'how').choices([...publicationFormats, 'atom', ...archives]).default('text'),
    )
    .option('--bom', 'with --format csv: begin with the mark by which Excel knows UTF-8')
    .option('--query <words>', optionText('filter.query'))
    .addOption(several('--source <source>', `${optionText('filter.source')}, names or hosts`))
    .option('--application <name>', 'records of this application that you wrote, in the order in which they were taken')
    .option('--since <day>', optionText('filter.since'))
    .option('--until <day>', optionText('filter.until'))
    .option('--originals', optionText('filter.originals'))
    .option('--language <tag>', optionText('filter.language'))
    .addOption(new Option('--limit <n>', 'at most so many').argParser(wholeNumber()));
}

/** `orbweaver report`: the table of who is written about, and how. */
export function addReport(program: Command, place: PlaceOption): Command {
  const command = program
    .command('report')
    .summary('count who is written about in a watch, and how')
    .description('count publications that mention organizations by their tone: numbers, per cent, intervals for 95 %')
    .argument(...place.argument);
  return addCounting(command).action(atPlace(place, async () => (await import('./report-command.ts')).report));
}

/** `orbweaver watch mentions`: each mention with its tone. */
export function addMentionsExport(watch: Command, place: PlaceOption): Command {
  return watch
    .command('mentions')
    .description('list each mention in the latest versions with sentence and tone, the newest publication first')
    .argument(...place.argument)
    .addOption(new Option('--format <format>', 'how').choices(publicationFormats).default('text'))
    .option('--bom', 'with --format csv: begin with the mark by which Excel knows UTF-8')
    .addOption(organization())
    .addOption(several('--source <source>', `${optionText('filter.source')}, names or hosts`))
    .option('--since <day>', optionText('filter.since'))
    .option('--until <day>', optionText('filter.until'))
    .option('--originals', optionText('filter.originals'))
    .action(atPlace(place, async () => (await import('./mentions-export.ts')).exportMentions));
}

/** Options for what the table counts, and for its form. */
function addCounting(command: Command): Command {
  return command
    .addOption(new Option('--by <rows>', optionText('filter.by')).choices(tableRows).default('organization'))
    .addOption(new Option('--format <format>', 'how').choices(reportFormats).default('txt'))
    .addOption(new Option('--across <parts>', optionText('filter.across')).choices(tableParts))
    .addOption(
      new Option('--language <language>', 'of its words, dates and numbers').choices(reportLanguages).default('en'),
    )
    .option('--quotes <n>', optionText('filter.quotes'))
    .option('--since <day>', optionText('filter.since'))
    .option('--until <day>', optionText('filter.until'))
    .option('--bom', 'with --format csv: begin with the mark by which Excel knows UTF-8')
    .addOption(several('--source <source>', `${optionText('filter.source')}, names or hosts`))
    .addOption(organization())
    .option('--with-copies', optionText('filter.copies'))
    .option('--nested', optionText('filter.nested'))
    .addOption(confidence())
    .option('--models <name>', optionText('filter.models'))
    .option('--compare-before', optionText('filter.compareBefore'))
    .option('--compare-since <day>', optionText('filter.compareSince'))
    .option('--compare-until <day>', optionText('filter.compareUntil'))
    .option('--compare-models <name>', optionText('filter.compareModels'));
}

export function organization(): Option {
  return several('--organization <name>', `${optionText('filter.organization')}, by its id or a name`);
}

export function confidence(): Option {
  const flags = '--confidence <p>';
  return new Option(flags, optionText('filter.confidence')).default(0);
}
