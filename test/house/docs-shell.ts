/** The command lines of a document, as a shell would split them. */

/** A command line and the place where it is written. */
export interface WrittenCommand {
  readonly place: string;
  readonly words: readonly string[];
  /** It is meant to be copied, so its arguments are there. */
  readonly isWhole: boolean;
}

const shellBlock = /^```sh[^\n]*\n(.*?)^```$/gms;
const anyBlock = /^```.*?^```$/gms;
const inlineCode = /`([^`\n]+)`/g;

/** Every command of the `sh` blocks of a text, and every inline code that begins with `orbweaver`. */
export function commandsIn(file: string, text: string): readonly WrittenCommand[] {
  const blocks = [...text.matchAll(shellBlock)].flatMap(([, block]) => block!.replaceAll(/\\\n\s*/g, ' ').split('\n'));
  const inline = [...text.replaceAll(anyBlock, '').matchAll(inlineCode)].map(([, code]) => code!);
  const commandsOf = (line: string, isWhole: boolean): WrittenCommand[] =>
    splitCommands(line).map(words => ({ place: `${file}: ${words.join(' ')}`, words, isWhole }));
  return [
    ...blocks.flatMap(line => commandsOf(line, true)),
    ...inline.filter(code => /^(?:npx )?orbweaver /.test(code)).flatMap(code => commandsOf(code, false)),
  ];
}

/** `a 'b c' | d > e # f` are `a`, `b c` and `d`. Variables that are set in front and files that are written are left out. */
export function splitCommands(line: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  for (const [, quoted, double, word] of line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)) {
    if (word?.startsWith('#')) break;
    if (word !== undefined && /^(?:&&|\|\|?|;)$/.test(word)) commands.push([]);
    else commands.at(-1)!.push(quoted ?? double ?? word!);
  }
  return commands.map(withoutShell).filter(words => words.length > 0);
}

function withoutShell(words: readonly string[]): string[] {
  const written = words.findIndex(word => /^[12]?>|^<$/.test(word));
  const ends = written < 0 ? words.length : written;
  const begins = words.findIndex(word => !/^[A-Z][A-Z_]*=/.test(word) && word !== 'export' && word !== 'npx');
  return begins < 0 ? [] : words.slice(begins, ends).map(word => word.replace(/^<\(|\)$/g, ''));
}
