import type { Command } from 'commander';
import { shownValue } from '../../../shared/domain/refusal/shown-value.ts';
import { nearestName } from '../../../shared/domain/spec/fields/nearest-name.ts';
import { answerToCommand, answerToOption, takenAtHome } from './expected-options.ts';
import { isSeveral, optionBefore, strayValue } from './several.ts';

/** If `command` refuses an option or an argument, the error is one sentence, with a hint at its help. `path`: as a person types the command. */
export function refuseInOneLine(command: Command, path: string): Command {
  return command.configureOutput({
    outputError: (text, write) =>
      write(
        `orbweaver: ${refusedOption(text, command) ?? `${refusedLine(text, command)} (${path} --help shows what there is)`}\n`,
      ),
  });
}

/** The value of an option or an argument, refused as all doors refuse values; undefined for another text. */
function refusedOption(text: string, command: Command): string | undefined {
  const [, long, ofOption, ofArgument, argument, allowed = ''] =
    /^error: (?:option '(?:-\w, )?(--[\w-]+)[^']*' argument '(.*)'|command-argument value '(.*)') is invalid(?: for argument '(.*)')?\. Allowed( .*)$/s.exec(
      text.trim(),
    ) ?? [];
  const [name, value] = long === undefined ? [argument, ofArgument] : [long, ofOption];
  if (name === undefined) return undefined;
  const taken = takenAtHome(name, command, value);
  const where = taken === undefined ? '' : `${taken}; `;
  return `${name}: ${shownValue(value)} is refused; ${where}allowed${allowed.replace(/^ choices are/, ' are')}`;
}

/** `text`: as commander says it, with what may have been meant in its own line. */
function refusedLine(text: string, command: Command): string {
  const [what = '', hint] = text
    .trim()
    .replace(/^error: /, '')
    .split('\n(Did you mean ');
  const { kind, name = '' } = /^unknown (?<kind>option|command) '(?<name>[^']*)'/.exec(what)?.groups ?? {};
  const answer =
    kind === undefined ? undefined : kind === 'option' ? answerToOption(name, command) : answerToCommand(name, command);
  if (answer !== undefined) return `${name}: ${answer}.`;
  return hint === undefined ? wrongCommand(what, command) : meaning(what, hint.slice(0, -2));
}

/** A command that also works alone takes the wrong name of a command below it for an argument. */
function wrongCommand(what: string, command: Command): string {
  const below = command.commands.map(each => each.name());
  const given =
    /^too many arguments for .* but got \d+: (?<words>.*)\.$/s.exec(what)?.groups?.['words']?.split(', ') ?? [];
  const isStray = (word: string): boolean =>
    command.options.some(each => each.long === optionBefore(word) && isSeveral(each));
  const stray = given.find(isStray);
  if (stray !== undefined) return strayValue(optionBefore(stray)!, stray);
  const [name] = given;
  if (name === undefined || below.length === 0) return what;
  return meaning(`unknown command '${name}'`, nearestName(name, below));
}

function meaning(what: string, meant: string | undefined): string {
  return meant === undefined ? what : `${what}; did you mean ${meant}?`;
}
