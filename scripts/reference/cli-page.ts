import { type Argument, type Command, Help, type Option } from 'commander';
import { buildProgram } from '../../functions/cli/program.ts';
import { settings } from '../../shared/domain/spec/settings.ts';
import { code, generated, page, table } from './markdown.ts';

const helper = new Help();
const settingOptions = new Set(settings.map(({ option }) => option));
/** Commands with more settings than this one, beside `crawl`, name the page of the settings. */
const mostSettings = 20;

/** Heading of the commands that have a page of their own, since they are nearly a third of all. */
const accountGroup = 'Your AWS account:';

/** `docs/reference/cli.md`: each command with its arguments and options, by what a person wants to do. */
export function cliPage(): string {
  return page(
    generated('functions/cli'),
    '# Command line',
    'What `orbweaver COMMAND --help --all` prints. A setting can also be in the environment or in a file: [settings](settings.md).',
    ...[...commandGroups()].flatMap(([group, commands]) => {
      const isHere = group !== accountGroup;
      const sections = isHere ? commands.flatMap(command => sectionsOf(command, [])) : [];
      return [`## ${titleOf(group)}`, indexOf(commands, isHere ? '' : 'cli-account.md'), ...sections];
    }),
  );
}

/** `docs/reference/cli-account.md`: the same of the commands that work on an account. */
export function cliAccountPage(): string {
  const commands = commandGroups().get(accountGroup) ?? [];
  return page(
    generated('functions/cli'),
    `# Command line: ${titleOf(accountGroup)}`,
    'What `orbweaver COMMAND --help --all` prints. All other commands are in [the command line](cli.md).',
    indexOf(commands, ''),
    ...commands.flatMap(command => sectionsOf(command, [])),
  );
}

function commandGroups(): ReadonlyMap<string, readonly Command[]> {
  return Map.groupBy(buildProgram(() => undefined).commands, command => command.helpGroup());
}

function titleOf(group: string): string {
  return group.replace(/:$/, '');
}

function indexOf(commands: readonly Command[], path: string): string {
  const rows = commands.map(command => [`[${code(command.name())}](${path}#${command.name()})`, summaryOf(command)]);
  return table(['command', 'does'], rows);
}

function sectionsOf(command: Command, above: readonly string[]): readonly string[] {
  const path = [...above, command.name()];
  const below = command.commands.filter(each => each.name() !== 'help');
  return [
    `${'#'.repeat(path.length + 2)} ${path.join(' ')}`,
    helper.commandDescription(command) === '' ? '' : sentence(command.description()),
    usageOf(command, path),
    argumentsOf(command),
    optionsOf(command),
    textBehind(command),
    ...below.flatMap(each => sectionsOf(each, path)),
  ];
}

function summaryOf(command: Command): string {
  return command.summary() || command.description();
}

function sentence(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}

function usageOf(command: Command, path: readonly string[]): string {
  if (command.commands.length > 0 && command.registeredArguments.length === 0 && command.options.length === 0)
    return '';
  return `    orbweaver ${[...path, command.usage()].join(' ')}`;
}

/** A table of one row is a line. */
function argumentsOf({ registeredArguments: [only, ...others] }: Command): string {
  if (only === undefined) return '';
  if (others.length === 0) return argumentRow(only).join(': ');
  return table(['argument', ''], [only, ...others].map(argumentRow));
}

function argumentRow(argument: Argument): readonly string[] {
  return [code(argument.name()), helper.argumentDescription(argument)];
}

function optionsOf(command: Command): string {
  const isWhole = command.options.filter(({ long }) => settingOptions.has(long ?? '')).length > mostSettings;
  const leaves = isWhole && command.name() !== 'crawl';
  const shown = command.options.filter(({ long, hidden }) => !hidden && !(leaves && settingOptions.has(long ?? '')));
  if (shown.length === 0) return '';
  const rows = [...Map.groupBy(shown, option => option.helpGroupHeading ?? 'Options:')].flatMap(([group, options]) =>
    options.map((option, index) => [index === 0 ? titleOf(group) : '', ...optionRow(option)]),
  );
  const hasGroups = new Set(rows.map(([group]) => group).filter(Boolean)).size > 1;
  const head = ['', 'option', 'meaning'];
  const [only, ...others] = shown;
  if (others.length === 0 && !leaves) return optionRow(only!).join(': ');
  const text = table(head, hasGroups ? rows : rows.map(([, ...row]) => ['', ...row]));
  return leaves ? `${text}\n\nAnd every [setting of a crawl](settings.md).` : text;
}

function optionRow(option: Option): readonly string[] {
  return [code(option.flags), helper.optionDescription(option)];
}

/** The text of the help behind the options, as it is written. */
function textBehind(command: Command): string {
  const texts: string[] = [];
  command.args = ['--all'];
  command.configureHelp({ ...command.configureHelp(), formatHelp: () => '' });
  command.configureOutput({ writeOut: text => texts.push(text) }).outputHelp();
  const text = texts.join('').trim();
  return text === '' ? '' : `\`\`\`text\n${text}\n\`\`\``;
}
