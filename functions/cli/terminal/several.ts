import { InvalidArgumentError, Option } from 'commander';
import { splitNames } from '../../../shared/domain/spec/decode-setting.ts';

/** The words of the help behind an option with several values: texts, or names. */
export const repeated = { texts: '; repeatable', names: '; repeatable, or a,b' } as const;

/** An option that is given again for each value. `names`: those that are allowed, or any; commas may be between them. */
export function several(flags: string, help: string, names?: readonly string[] | 'any'): Option {
  const option = new Option(flags, `${help}${names === undefined ? repeated.texts : repeated.names}`);
  if (Array.isArray(names)) option.choices(names);
  return option.argParser((text, before: readonly string[] = []) => {
    const values = names === undefined ? [text] : splitNames(text);
    if (Array.isArray(names) && !values.every(each => names.includes(each)))
      throw new InvalidArgumentError(`Allowed choices are ${names.join(', ')}.`);
    return [...before, ...values];
  });
}

/** The option whose value comes before `word` on the command line. */
export function optionBefore(word: string, line: readonly string[] = process.argv): string | undefined {
  const at = line.indexOf(word);
  const start = line.slice(0, Math.max(at, 0)).findLastIndex(each => each.startsWith('-'));
  const [name, value] = line[start]?.split('=') ?? [];
  return at - start > (value === undefined ? 1 : 0) ? name : undefined;
}

/** The sentence for a further value without its option. */
export function strayValue(option: string, word: string): string {
  return `${option} takes one value each time; write ${option} ${word}`;
}
