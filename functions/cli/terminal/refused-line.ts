import type { Command } from 'commander';
import { answerToCommand, answerToOption } from './expected-options.ts';

/** If `command` refuses an option or an argument, the error is one sentence, with a hint at its help. `path`: as a person types the command. */
export function refuseInOneLine(command: Command, path: string): Command {
  return command.configureOutput({
    outputError: (text, write) =>
      write(`orbweaver: ${refusedLine(text, command)} (${path} --help shows what there is)\n`),
  });
}

/** `text`: as commander says it, with what may have been meant in its own line. */
function refusedLine(text: string, command: Command): string {
  const [what = '', meant = ''] = text
    .trim()
    .replace(/^error: /, '')
    .split('\n(Did you mean ');
  const { kind, name = '' } = /^unknown (?<kind>option|command) '(?<name>[^']*)'/.exec(what)?.groups ?? {};
  const answer =
    kind === undefined ? undefined : kind === 'option' ? answerToOption(name, command) : answerToCommand(name);
  if (answer !== undefined) return `${name}: ${answer}.`;
  return meant === '' ? what : `${what}; did you mean ${meant.slice(0, -1)}`;
}
