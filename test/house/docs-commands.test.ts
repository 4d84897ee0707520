import { type Command, CommanderError } from 'commander';
import { describe, expect, test } from 'vitest';
import { buildProgram } from '../../functions/cli/program.ts';
import manifest from '../../package.json' with { type: 'json' };
import { commandsIn, splitCommands } from './docs-shell.ts';
import { allPages } from './written-docs.ts';

/** Decisions name what is there no more, and say why. */
const instructing = [...allPages()].filter(([file]) => !file.startsWith('docs/decisions/'));

describe('commands in documents', () => {
  const commands = instructing.flatMap(([file, text]) => commandsIn(file, text));
  const ours = commands.filter(({ words }) => words[0] === 'orbweaver');

  test('are commands and options of orbweaver', async () => {
    expect(ours.length).toBeGreaterThan(80);
    const refused: string[] = [];
    for (const { place, words, isWhole } of ours) {
      const refusal = await refusalOf(words.slice(1), isWhole);
      if (refusal !== undefined) refused.push(`${place}\n    ${refusal}`);
    }
    expect(refused).toEqual([]);
  });

  test('of npm run scripts that package.json has', () => {
    const scripts = commands.filter(({ words: [npm, run] }) => npm === 'npm' && run === 'run');
    const named = [...scripts.map(({ words }) => words[2]!), ...instructing.flatMap(([, text]) => scriptsIn(text))];
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(name => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
  });

  test('name only options that some command has', () => {
    const known = new Set([...optionsOf(buildProgram(() => undefined)), ...optionsOfOthers]);
    const ofOrbweaver = instructing.filter(([file]) => !/benchmarks|^bench\//.test(file));
    const unknown = ofOrbweaver.flatMap(([file, text]) =>
      [...text.matchAll(/`(--[a-z][a-z0-9-]*)[^`]*`/g)]
        .filter(([, option]) => !known.has(option!))
        .map(([code]) => `${file}: ${code}`),
    );
    expect(unknown).toEqual([]);
  });

  test.each([
    ['orbweaver crawl --no-such-option', "unknown option '--no-such-option'"],
    ['orbweaver wander', "unknown command 'wander'"],
    ['orbweaver status', "missing required argument 'directory'"],
    ['orbweaver report DIR --format odt', "argument 'odt' is invalid"],
  ])('%s would be found out', async (line, why) => {
    expect(await refusalOf(splitCommands(line)[0]!.slice(1))).toContain(why);
  });

  test.each([
    ["npx orbweaver scope 'a b' --offline > c.txt # why", [['orbweaver', 'scope', 'a b', '--offline']]],
    [
      'A_B=1 orbweaver publications d | head && npm test',
      [['orbweaver', 'publications', 'd'], ['head'], ['npm', 'test']],
    ],
    ['# nothing', []],
  ])('%s is split as by a shell', (line, commands) => {
    expect(splitCommands(line)).toEqual(commands);
  });
});

/** Of npm, cdk, vitest, docker, aws and others. */
const optionsOfOthers = [
  '--ignore-scripts',
  '--omit',
  '--maxWorkers',
  '--project',
  '--read-only',
  '--tmpfs',
  '--cli-binary-format',
];

function scriptsIn(text: string): readonly string[] {
  return [...text.matchAll(/`npm run ([\w:]+)/g)].map(([, name]) => name!);
}

function* optionsOf(command: Command): Iterable<string> {
  for (const { long } of command.options) if (long !== undefined) yield long;
  yield* ['--help', '--version'];
  for (const each of command.commands) yield* optionsOf(each);
}

/** A text may name a command without its arguments. */
const incomplete = ['commander.missingArgument', 'commander.missingMandatoryOptionValue', 'commander.help'];

/** The objections of the command line to a command; it is not run. */
async function refusalOf(words: readonly string[], isWhole = true): Promise<string | undefined> {
  const said: string[] = [];
  const program = buildProgram(() => undefined);
  silence(program, said);
  try {
    await program.parseAsync(
      words.filter(word => word !== '…' && word !== '...'),
      { from: 'user' },
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (!isWhole && incomplete.includes(error.code)) return undefined;
    return error.exitCode === 0 ? undefined : said.join('').trim() || error.message;
  }
}

/** No command does anything; what is written goes to `said`. */
function silence(command: Command, said: string[]): void {
  const write = (text: string): void => void said.push(text);
  command.exitOverride().configureOutput({ writeOut: write, writeErr: write });
  // A command of others that also runs by itself is `watch --example`.
  if (command.commands.length === 0 || command.name() === 'watch') command.action(() => undefined);
  for (const each of command.commands) silence(each, said);
}
