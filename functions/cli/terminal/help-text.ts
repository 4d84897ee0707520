import type { Command } from 'commander';
import { foldText } from '../../../shared/domain/fold-text.ts';

/** What commander takes where a stream is no terminal. */
const usualWidth = 80;

/** A text behind the options of a command's help, as wide as the terminal, as the options are. */
export function foldedHelp(text: string): () => string {
  return () => folded(text, process.stdout.isTTY ? process.stdout.columns : usualWidth);
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

/** An option or argument that is refused is told with the help of its own command. */
export function nameOwnHelp(command: Command, path = command.name()): void {
  command.showHelpAfterError(`(${path} --help shows what there is)`);
  for (const each of command.commands) nameOwnHelp(each, `${path} ${each.name()}`);
}
