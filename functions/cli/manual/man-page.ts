import { settings } from '../../../shared/domain/spec/settings.ts';
import { allCommands, type ToldCommand } from './command-tree.ts';

/** The manual page of `program`, section 1, in the language of man (roff). */
export function manPage(program: ToldCommand, name: string, version: string): string {
  const lines = [
    `.TH ${name.toUpperCase()} 1 "" "${name} ${version}" "User Commands"`,
    '.SH NAME',
    `${name} \\- ${text(program.summary.replace(/\.$/, ''))}`,
    '.SH SYNOPSIS',
    `.B ${name}`,
    '.I command',
    '[\\fIoptions\\fR]',
    '.SH DESCRIPTION',
    text(program.description),
    '.SH COMMANDS',
    ...[...allCommands(program)].slice(1).flatMap(command => section(command, name)),
    '.SH ENVIRONMENT',
    ...settings.flatMap(({ variable, option }) => ['.TP', `.B ${text(variable)}`, `as ${text(option)}`]),
    '.SH MORE',
    ...verbatim(program.more),
  ];
  return `${lines.join('\n')}\n`;
}

function section({ path, usage, description, options, more }: ToldCommand, name: string): readonly string[] {
  return [
    `.SS ${text([name, ...path, usage].join(' ').trim())}`,
    text(description),
    ...options.flatMap(({ flags, help }) => ['.TP', `.B ${text(flags)}`, text(help)]),
    ...(more === '' ? [] : verbatim(more)),
  ];
}

/** Lines as they are written. */
function verbatim(more: string): readonly string[] {
  return more === '' ? [] : ['.PP', '.nf', ...more.split('\n').map(text), '.fi'];
}

/** No line is a request of roff, and a minus is one that can be copied. */
function text(words: string): string {
  return words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1')
    .replace(
      /[^\n\x20-\x7e]/gu,
      character => `\\[u${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
    );
}
