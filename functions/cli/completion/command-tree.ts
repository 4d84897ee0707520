import type { Argument, Command } from 'commander';
import { settings } from '../../../shared/domain/spec/settings.ts';
import { helpOf } from '../spec/spec-options.ts';

/** A command as its help shows it: completion is made of this. */
export interface ToldCommand {
  /** Its name behind those of the commands above it; empty for the program. */
  readonly path: readonly string[];
  /** One line. */
  readonly summary: string;
  readonly description: string;
  /** Its arguments as they are written: `<directory> [urls...]`. */
  readonly usage: string;
  /** Words that its first argument is chosen from, where it lists them. */
  readonly words: readonly string[];
  readonly options: readonly ToldOption[];
  readonly commands: readonly ToldCommand[];
  /** The text of the help behind the options. */
  readonly more: string;
}

export interface ToldOption {
  /** `-h, --help`, `--depth <level>`. */
  readonly flags: string;
  readonly long: string;
  readonly takesValue: boolean;
  /** Words to choose from. */
  readonly choices: readonly string[];
  readonly help: string;
}

/** The commands of a program, with all that their help says. */
export function commandTree(command: Command, path: readonly string[] = []): ToldCommand {
  const named = command.registeredArguments.map(each => {
    const name = `${each.name()}${each.variadic ? '...' : ''}`;
    return each.required ? `<${name}>` : `[${name}]`;
  });
  return {
    path,
    summary: command.summary() || command.description(),
    description: command.description(),
    usage: named.join(' '),
    words: listedIn(command.registeredArguments[0]),
    options: command.createHelp().visibleOptions(command).map(toldOption),
    commands: command.commands.map(each => commandTree(each, [...path, each.name()])),
    more: helpBehind(command),
  };
}

function toldOption(option: Command['options'][number]): ToldOption {
  const { flags, long, description, required, optional } = option;
  return {
    flags,
    long: long ?? flags,
    takesValue: required || optional,
    choices: choicesOf(option),
    help: description,
  };
}

/** Accepted by the command line, listed by the argument, or built into a setting of the spec. */
function choicesOf({ argChoices, flags, long, description }: Command['options'][number]): readonly string[] {
  if (argChoices !== undefined) return argChoices;
  const argument = /[<[]([^>\]]*)[>\]]/.exec(flags)?.[1] ?? '';
  if (argument.includes('=')) return [];
  if (argument.includes('|')) return argument.split('|');
  return settings.find(each => each.option === long && description.startsWith(helpOf(each)))?.words ?? [];
}

function listedIn(argument: Argument | undefined): readonly string[] {
  return argument?.argChoices ?? (argument?.name().includes('|') ? argument.name().split('|') : []);
}

/** Commander keeps such texts as listeners of its help. */
function helpBehind(command: Command): string {
  const texts: string[] = [];
  const { emit } = command as unknown as { readonly emit: (name: string, context: object) => boolean };
  emit.call(command, 'afterHelp', { error: false, command, write: (text: string) => texts.push(text) });
  return texts.join('').trim();
}

/** The command and all below it. */
export function* allCommands(command: ToldCommand): Iterable<ToldCommand> {
  yield command;
  for (const each of command.commands) yield* allCommands(each);
}
