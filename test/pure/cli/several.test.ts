import type { Command, Option } from 'commander';
import { expect, test } from 'vitest';
import { buildProgram } from '../../../functions/cli/program.ts';
import { optionBefore, several, spreadValues } from '../../../functions/cli/terminal/several.ts';

const commandsOf = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(commandsOf)];
const options: readonly Option[] = commandsOf(buildProgram(() => {})).flatMap(each => each.options);

test('no option takes the words behind its value, which may be arguments of the command', () => {
  expect(options.filter(({ variadic }) => variadic).map(({ flags }) => flags)).toEqual([]);
});

test('what an option of several values says in the help is what it does', () => {
  const given = { '--start-page': '1=https://a.example', '--elements': 'a', '--tone': 'neutral', '--on': 'new' };
  const values = (option: Option, text: string, before?: unknown) =>
    option.parseArg?.(text, before as never) as unknown;
  const sample = ({ long, flags }: Option) =>
    given[long as keyof typeof given] ?? (flags.includes('=') ? 'a=on' : 'gexf');
  const named = options.filter(({ description }) => description.includes('; repeatable'));
  expect(new Set(named.map(({ long }) => long)).size).toBeGreaterThan(25);
  for (const option of named) {
    const once = values(option, sample(option));
    const twice = values(option, sample(option), once);
    expect([option.flags, twice]).toEqual([option.flags, Array.isArray(once) ? [...once, ...once] : once]);
    if (option.description.includes('; repeatable, or a,b'))
      expect([option.flags, values(option, `${sample(option)},${sample(option)}`)]).toEqual([option.flags, twice]);
  }
  const collecting = options.filter(option => {
    if (option.parseArg === undefined || given[option.long as keyof typeof given] !== undefined) return false;
    try {
      return Array.isArray(values(option, '1'));
    } catch {
      return false;
    }
  });
  expect(collecting.filter(each => !/repeatable|:/.test(each.description)).map(({ flags }) => flags)).toEqual([]);
});

test('a name that is not allowed is refused, also behind a comma', () => {
  const option = several('--tone <classes>', 'tone', ['neutral', 'positive']);
  expect(option.parseArg?.('neutral, positive', undefined as never)).toEqual(['neutral', 'positive']);
  expect(() => option.parseArg?.('neutral,none', undefined as never)).toThrow('Allowed choices are neutral, positive.');
});

test.each([
  ['--allow-host a b', 'b', '--allow-host'],
  ['--allow-host=a b', 'b', '--allow-host'],
  ['--allow-host a b c', 'c', '--allow-host'],
  ['--allow-host a', 'a', undefined],
  ['--quiet b', 'b', undefined],
  ['b --allow-host a', 'b', undefined],
  ['--allow-host a --quiet b', 'b', undefined],
])('%s: before %s there is a value of %s', (line, word, option) => {
  expect(optionBefore(word, line.split(' '))).toBe(option);
});

test.each([
  ['watch new w --source a b c --quiet', 'watch new w --source a --source b --source c --quiet'],
  ['watch new w --source=a b', 'watch new w --source=a --source b'],
  ['report w --source a b --by month', 'report w --source a --source b --by month'],
  // Not where the words may be arguments.
  ['watch new --source a b w', 'watch new --source a b w'],
  ['watch new --source a w', 'watch new --source a w'],
  ['crawl https://a.example --exclude x https://b.example', 'crawl https://a.example --exclude x https://b.example'],
  ['report w --by month b', 'report w --by month b'],
  ['watch new w --quiet b', 'watch new w --quiet b'],
  ['watch new w --source a -- b', 'watch new w --source a -- b'],
])('%s is run as %s', (given, run) => {
  expect(
    spreadValues(
      buildProgram(() => {}),
      given.split(' '),
    ).join(' '),
  ).toBe(run);
});
