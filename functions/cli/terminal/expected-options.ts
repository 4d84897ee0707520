import type { Command } from 'commander';
import sentences from './expected-options.json' with { type: 'json' };

/**
 * Options that people know from other crawlers, and what helps here: behind the name of an option of ours with the same purpose,
 * where there is one, else the whole answer. A command without that option gives no answer.
 */
const expected: readonly { readonly names: string; readonly answer: string; readonly instead?: string }[] = sentences;

/** The answer to an option that `command` does not have; undefined if nobody would expect it. */
export function answerToOption(name: string, command: Command): string | undefined {
  const own = new Set(command.options.map(({ long }) => long));
  const home = withOption(name, command);
  const kept = home && atHomeOnly.find(([names]) => names.includes(name));
  if (kept) return `${kept[1]}; ${pathOf(home)} takes it, on one machine only`;
  const found = expected.find(
    ({ names, instead }) => names.split(' ').includes(name) && (instead === undefined || own.has(instead)),
  );
  if (found === undefined) return takenAtHome(name, command);
  const { answer, instead } = found;
  return instead === undefined ? answer : `${instead} ${answer}`;
}

/** Where one machine takes an option, or a value of an option, that an account does not take. */
export function takenAtHome(option: string, command: Command, value?: string): string | undefined {
  const home = withOption(option, command, value);
  return home && `${pathOf(home)} takes it, on one machine only`;
}

/** The command of one machine with the task of a command of `remote`, if it has this option, for this value. */
function withOption(name: string, command: Command, value?: string): Command | undefined {
  const home = atHome(command);
  const option = home?.options.find(({ long }) => long === name);
  if (option === undefined) return undefined;
  return value === undefined || option.argChoices?.includes(value) ? home : undefined;
}

/** Why an account has not what one machine has. */
const atHomeOnly: readonly (readonly [options: readonly string[], why: string])[] = [
  [
    ['--cookies', '--header', '--auth', '--auth-file', '--netrc', '--sign'],
    'secrets stay on your machine, because functions fetch for the crawls of all owners',
  ],
  [['--proxy', '--ca', '--insecure-tls'], 'functions have no way into a network of yours'],
  [['--out', '--overwrite'], 'results stay in the account until "remote download ID --out DIRECTORY"'],
  [['--retry-failed'], 'an account does not keep the earlier answers of pages'],
];

/** Commands of an account whose names differ from those of one machine. */
const namesAtHome: ReadonlyMap<string, string> = new Map([
  ['start', 'crawl'],
  ['watches', 'watch'],
  ['models', 'tone'],
]);

/** The command of one machine with the task of a command of `remote`; that of `remote` is the whole program. */
function atHome(command: Command): Command | undefined {
  const name = command.name();
  if (command.parent === null || name === 'remote') return command.parent ?? undefined;
  const wanted = namesAtHome.get(name) ?? name;
  return atHome(command.parent)?.commands.find(each => each.name() === wanted);
}

function pathOf(command: Command): string {
  return command.parent === null ? 'orbweaver' : `${pathOf(command.parent)} ${command.name()}`;
}

/** Commands of one machine that have a counterpart in an account. */
const insteadInAccount: ReadonlyMap<string, string> = new Map([
  ['crawl', 'a crawl of an account begins by: orbweaver remote start'],
  ['diff', 'crawls are compared on one machine only: orbweaver diff BEFORE AFTER'],
  ['export', 'formats are chosen at the start of a crawl (remote start --format); remote download brings all files'],
  ['mcp', 'an assistant reads crawls of an account by: orbweaver mcp --remote'],
  ['schedule', 'crawls at set times are a setting of the stack: npx cdk deploy -c schedules=FILE'],
  ['serve', 'the page shows crawls of an account by: orbweaver serve --remote'],
  ['sites', 'sites are added and removed in the page (orbweaver serve --remote) and by the API'],
  ['tone', 'models of an account: orbweaver remote models; sentences are classified on one machine: orbweaver tone'],
  ['simulate', 'rules are compared with crawls of one machine only: orbweaver simulate DIRECTORY'],
]);

/** The answer to a command that only one machine has, or that is beside a command above. */
export function answerToCommand(name: string, command: Command): string | undefined {
  const instead = command.name() === 'remote' ? insteadInAccount.get(name) : undefined;
  const home = atHome(command)?.commands.find(each => each.name() === name);
  const above = commandAbove(name, command);
  return instead ?? (home && `works on one machine only: ${pathOf(home)}`) ?? (above && `that is ${pathOf(above)}`);
}

/** The command of this name beside the commands above. */
function commandAbove(name: string, { parent }: Command): Command | undefined {
  if (parent === null) return undefined;
  return parent.commands.find(each => each.name() === name) ?? commandAbove(name, parent);
}

/** The answer to a format that people expect. */
export function answerToFormat(name: string): string | undefined {
  if (name.toLowerCase() !== 'json') return undefined;
  return 'there is no graph in JSON; crawl.json has the summary, --json prints it, and programs read csv, graphml or parquet';
}
