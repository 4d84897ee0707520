import type { Command } from 'commander';

/** A command as its help tells it: what completion and the manual page are made of. */
export interface ToldCommand {
  /** Its name behind those of the commands above it; empty for the program. */
  readonly path: readonly string[];
  /** One line. */
  readonly summary: string;
  readonly description: string;
  /** Its arguments as they are written: `<directory> [urls...]`. */
  readonly usage: string;
  readonly options: readonly ToldOption[];
  readonly commands: readonly ToldCommand[];
  /** What the help says behind the options. */
  readonly more: string;
}

export interface ToldOption {
  /** `-h, --help`, `--depth <level>`. */
  readonly flags: string;
  readonly long: string;
  readonly takesValue: boolean;
  /** Words to choose from, where the argument lists them. */
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
    options: command.createHelp().visibleOptions(command).map(toldOption),
    commands: command.commands.map(each => commandTree(each, [...path, each.name()])),
    more: helpBehind(command),
  };
}

function toldOption({ flags, long, description, required, optional }: Command['options'][number]): ToldOption {
  const argument = /[<[]([^>\]]*)[>\]]/.exec(flags)?.[1] ?? '';
  return {
    flags,
    long: long ?? flags,
    takesValue: required || optional,
    choices: argument.includes('|') ? argument.split('|') : [],
    help: description,
  };
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
