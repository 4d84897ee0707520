/** Parts of the programs of commands: actions that load their code when they run, and the help. */

import { type Command, Help, type Option } from 'commander';
import { foldText } from '../../../shared/domain/text-columns.ts';

/** Takes the exit code of a command that ended without an error. */
export type SetExitCode = (code: number) => void;

/**
 * An action of a command that loads its code when it runs, so that `--help` and `--version` are quick. `exit` gets the exit
 * code that the code returns, if it returns one.
 */
export function lazily<Args extends readonly unknown[]>(
  load: () => Promise<(...args: Args) => Promise<unknown>>,
  exit?: SetExitCode,
): (...args: unknown[]) => Promise<void> {
  return async (...args) => {
    const run = await load();
    // Commander gives the command itself behind its arguments and options.
    const code = await run(...(args.slice(0, -1) as unknown as Args));
    if (typeof code === 'number') exit?.(code);
  };
}

/** The width that commander takes where a stream is no terminal. */
const usualWidth = 80;

/** Commands are grouped by what a person wants to do. */
export const jobs = {
  site: 'Crawl a site:',
  set: 'A set of sites:',
  publications: 'Publications, mentions and tone:',
  account: 'Your AWS account:',
  tools: 'Tools:',
} as const;

/** Of commands that take a whole spec. */
export const usualSettings = [
  ...'--input --config --preset --depth --limit --time-limit --delay --contact --scope --include'.split(' '),
  ...['--exclude', '--render', '--format', '--check-external', '--since'],
];

/** A text behind the options of a command's help, as wide as the terminal, as the options are. */
export function foldedHelp(text: string): () => string {
  return () => folded(text.trimEnd(), process.stdout.isTTY ? process.stdout.columns : usualWidth);
}

/** Paragraphs are folded anew. Lines that begin with a blank stay as they are, and a line that ends with a colon ends. */
export function folded(text: string, width: number): string {
  const lines: string[] = [];
  let isOpen = false;
  for (const line of text.split('\n')) {
    const isText = /^\S/.test(line);
    const words = isText && isOpen ? `${lines.pop()!} ${line}` : line;
    lines.push(...(isText ? foldText(words, width) : [words]));
    isOpen = isText && !line.endsWith(':');
  }
  return lines.join('\n');
}

/** The beginning of the help of a command with many options. */
interface FirstScreen {
  /** Long names of the options that most people use. */
  readonly usual: readonly string[];
  readonly examples: string;
  /** Behind the examples, with `--help --all` alone. */
  readonly more?: string;
}

/**
 * The help of `command` shows the usual options, and all of them with `--help --all`. Completion, and the names with which
 * an unknown option is compared, are made of all options.
 */
export function showFirst(command: Command, { usual, examples, more = '' }: FirstScreen): Command {
  const isShown = ({ long }: Option): boolean => usual.includes(long ?? '');
  command.configureHelp({
    ...command.configureHelp(),
    formatHelp(shown, helper) {
      // Commands below inherit this.
      if (shown === command && !isAllWanted(shown)) {
        const all = helper.visibleOptions.bind(helper);
        helper.visibleOptions = each => all(each).filter(isShown);
      }
      return Help.prototype.formatHelp.call(helper, shown, helper);
    },
  });
  const all =
    usual.length === 0 ? '' : `\n${pathOf(command)} --help --all shows all ${command.options.length} options.`;
  return command.addHelpText('after', () => foldedHelp(`${examples}${isAllWanted(command) ? more : all}`)());
}

/** `--help --all`, of this command or of one above it (`help crawl --all`). */
function isAllWanted({ args, parent }: Command): boolean {
  return args.includes('--all') || (parent !== null && isAllWanted(parent));
}

/** As a person types it. */
function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

/** The description of a command in a list, as a sentence. */
export function sentenceOf(command: Command): string {
  const text = command.description();
  return text === '' ? '' : `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}
