import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { buildProgram } from '../../../functions/cli/program.ts';
import { answerToCommand, answerToOption, takenAtHome } from '../../../functions/cli/terminal/expected-options.ts';
import { folded } from '../../../functions/cli/terminal/program-parts.ts';
import { defaultLimits } from '../../../shared/adapters/web/fetch-limits.ts';
import {
  longestAnswerMs,
  protocol,
  softDeadlineMs,
  turnsAws,
  urlsPerTurn,
} from '../../../shared/domain/protocol/protocol.ts';
import { longestTimeoutSeconds, specDefaults } from '../../../shared/domain/spec/crawl-spec.ts';

const program = buildProgram(() => undefined);
const all = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(all)];
const named = (...path: readonly string[]): Command =>
  path.reduce((command, name) => command.commands.find(each => each.name() === name)!, program);

/** The text that a person sees with `--help`, or with `--help --all`. */
function helpOf(command: Command, ...args: readonly string[]): string {
  const before = command.args;
  const texts: string[] = [];
  command.args = [...args];
  command.configureOutput({ writeOut: text => texts.push(text) }).outputHelp();
  command.args = before;
  return texts.join('');
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

test('the first screen names the three jobs, and each command in the group of its job', () => {
  const text = helpOf(program);
  expect(oneLine(text)).toMatch(
    /site as an exact graph.*external links of a set of sites.*publications out of news sites/,
  );
  const groups = ['Crawl a site', 'A set of sites', 'Publications, mentions and tone', 'Your AWS account', 'Tools'];
  expect(text.match(/^(?!Usage|Examples).*:$/gm)).toEqual(groups.map(group => `${group}:`));
  for (const command of program.commands) expect(text).toMatch(new RegExp(`^ {2}${command.name()} `, 'm'));
  for (const name of ['crawl', 'resume', 'status', 'stop', 'export', 'sites', 'simulate', 'normalize', 'robots'])
    expect(named(name)).toBeDefined();
  for (const name of ['scope', 'schema', 'serve']) expect(named(name)).toBeDefined();
  expect(text.split('\n').length).toBeLessThanOrEqual(58);
});

test('the first screen of crawl has the usual options and three examples, and says how to see the rest', () => {
  const text = helpOf(named('crawl'));
  expect(text.match(/^ {2}--/gm)).toHaveLength(16);
  expect(text.match(/^ {2}orbweaver crawl /gm)).toHaveLength(3);
  expect(text).toContain(`orbweaver crawl --help --all shows all ${named('crawl').options.length} options.`);
  expect(text.split('\n').length).toBeLessThanOrEqual(62);
  expect(oneLine(text)).toContain(
    'Exit codes: 0 finished, 1 internal error, 2 nothing crawled, 3 stopped, 4 bad input (also a file or directory',
  );
});

test('no first screen is longer than that of crawl, and none shows an option that is not there', () => {
  const most = helpOf(named('crawl')).split('\n').length;
  for (const command of all(program))
    expect(helpOf(command).split('\n').length, command.name()).toBeLessThanOrEqual(most);
  for (const command of all(program)
    .slice(1)
    .filter(each => !helpOf(each).includes('--help --all shows all')))
    for (const { long } of command.options) expect(helpOf(command), command.name()).toContain(`  ${long}`);
  const short = all(program).filter(command => helpOf(command).includes('--help --all shows all'));
  expect(short.map(command => command.name())).toEqual(
    expect.arrayContaining(['crawl', 'estimate', 'watch', 'new', 'traverse', 'start']),
  );
  for (const command of short) {
    const complete = helpOf(command, '--all');
    for (const { long } of command.options) expect(complete, command.name()).toContain(`  ${long}`);
  }
});

test('shows the defaults of the spec, and none where a crawl has values of its own', () => {
  const help = oneLine(helpOf(named('crawl'), '--all'));
  const defaults = [...help.matchAll(/\(default: ([^)]*)\)/g)].map(([, value]) => value);
  const { ruleOptions, traverseOptions, ...others } = specDefaults;
  const typed = { timeoutSeconds: '30s', maxPageBytes: '10.5 MB' };
  const ofSpec = Object.values({ ...others, ...ruleOptions, ...traverseOptions, quantumSeconds: '60s', ...typed });
  const shown = ofSpec.filter(value => value !== false && String(value) !== '');
  expect(defaults).toEqual(expect.arrayContaining(['no limit', ...shown.map(String)]));
  expect(helpOf(named('resume'))).not.toContain('default');
});

test('a new watch is begun in the same way here and in an account', () => {
  const [here, there] = [named('watch', 'new'), named('remote', 'watches', 'new')];
  const shared = there.options.map(({ long }) => long).filter(long => !['--api', '--json'].includes(long!));
  expect(here.options.map(({ long }) => long)).toEqual(expect.arrayContaining(shared));
  for (const each of [here, there])
    expect(helpOf(each)).toMatch(/Sources:.*What is taken out:.*When it looks:.*Examples:/s);
});

test('says how several times are given', () => {
  expect(oneLine(helpOf(named('watch', 'new'), '--all'))).toContain(
    'since it was seen first: "1h,1d" is an hour and a day',
  );
});

test.each([[[]], [['--all']]])('the help of every command fits into 80 columns %j', args => {
  for (const command of all(program)) {
    const lines = helpOf(command, ...args).split('\n');
    // Rows of lists that a person copies are not folded.
    const wide = lines.filter(line => line.length > 80 && !/^ {2}(?!orbweaver |--)/.test(line));
    expect(wide, command.name()).toEqual([]);
  }
  expect(named('watch').commands.length).toBeGreaterThan(5);
});

test('lists and help speak in the same way: a list in lower case without a stop, a help in a sentence', () => {
  for (const command of all(program).slice(1)) {
    expect(command.summary() || command.description(), command.name()).toMatch(/^[a-z].*[^.]$/);
    expect(oneLine(helpOf(command)), command.name()).toMatch(/^Usage: .*? [A-Z][^[<].*?\. /);
  }
});

test('folds paragraphs of a help text, and nothing else', () => {
  const text = '\nOne two three\nfour.\nFive:\n  six seven eight nine\nten eleven twelve\n\nlast\n';
  expect(folded(text, 10)).toBe('\nOne two\nthree\nfour.\nFive:\n  six seven eight nine\nten eleven\ntwelve\n\nlast\n');
});

test.each([
  ['--cookie', /^--cookies takes a file of cookies/],
  ['--headers', /^--header takes "NAME: VALUE"/],
  ['--proxy-server', /^--proxy takes/],
  ['--user', /^--auth-file or --netrc gives the login/],
  ['--password', /^--auth-file or --netrc gives the login/],
  ['--login', /^--auth-file or --netrc gives the login/],
  ['--insecure', /^--insecure-tls names each host/],
  ['--max-time', /^--timeout gives the time to the first byte/],
  ['--max-size', /^--max-page-size gives/],
  ['--retry', /^--retries gives/],
  ['--http2', /^HTTP\/2 was taken out in 0\.1/],
  ['--concurrency', /^--max-downloads counts/],
  ['--threads', /^--max-downloads counts/],
  ['--workers', /^--max-downloads counts/],
  ['--follow', /^--depth bounds/],
  ['--no-robots', /^--robots ignore/],
  ['--headless', /^--render auto/],
  ['--screenshot', /^there are no screenshots yet/],
  ['--output', /^--out names/],
  ['-o', /^--out names/],
  ['--max-pages', /^--limit bounds/],
  ['--max-depth', /^--depth gives/],
])('crawl has no %s, and says what helps', (name, answer) => {
  expect(answerToOption(name, named('crawl'))).toMatch(answer);
});

test('an answer that names an option is given only where the command has it', () => {
  expect(answerToOption('--max-depth', named('status'))).toBeUndefined();
  expect(answerToOption('-o', named('publications'))).toBe(
    'there is no such option here; standard output has the results: add > FILE',
  );
});

test.each([
  ['diff', 'orbweaver diff BEFORE AFTER'],
  ['export', 'remote start --format'],
  ['schedule', 'npx cdk deploy -c schedules=FILE'],
  ['simulate', 'orbweaver simulate DIRECTORY'],
  ['mcp', 'orbweaver mcp --remote'],
])('an account has no command %s, and says where it is', (name, where) => {
  expect(answerToCommand(name, named('remote'))).toContain(where);
  expect(named('remote').commands.map(each => each.name())).not.toContain(name);
  expect(answerToCommand(name, program)).toBeUndefined();
});

const homes = new Map([
  ['start', 'crawl'],
  ['watches', 'watch'],
  ['models', 'tone'],
]);

test('whatever a command of one machine has and its counterpart in an account has not is answered with the place that has it', () => {
  const silent: string[] = [];
  const compare = (here: Command, there: Command, path: string): void => {
    for (const { long, argChoices: choices = [] } of here.options) {
      const same = there.options.find(each => each.long === long);
      if (long && same === undefined && answerToOption(long, there) === undefined) silent.push(`${path} ${long}`);
      for (const choice of same?.argChoices === undefined ? [] : choices)
        if (!same!.argChoices!.includes(choice) && takenAtHome(long!, there, choice) === undefined)
          silent.push(`${path} ${long} ${choice}`);
    }
    for (const below of here.commands.filter(each => each.name() !== 'remote')) {
      const counterpart = there.commands.find(each => (homes.get(each.name()) ?? each.name()) === below.name());
      const name = `${path} ${below.name()}`;
      if (counterpart !== undefined) compare(below, counterpart, name);
      else if (answerToCommand(below.name(), there) === undefined) silent.push(name);
    }
  };
  compare(program, named('remote'), 'remote');
  expect(silent).toEqual([]);
  expect(answerToCommand('alerts', named('remote', 'watches'))).toBe(
    'works on one machine only: orbweaver watch alerts',
  );
  expect(answerToOption('--warc', named('remote', 'watches', 'new'))).toBe(
    'orbweaver watch new takes it, on one machine only',
  );
  expect(takenAtHome('--format', named('remote', 'publications'), 'wacz')).toBe(
    'orbweaver publications takes it, on one machine only',
  );
  expect(takenAtHome('--format', named('remote', 'publications'), 'none')).toBeUndefined();
  expect(answerToCommand('no-such', named('remote', 'watches'))).toBeUndefined();
  expect(answerToOption('--no-such', named('remote', 'watches', 'new'))).toBeUndefined();
});

test('the defaults of requests are those of the fetcher and of the protocol', () => {
  const { timeoutSeconds, maxPageBytes, retries } = specDefaults;
  const { headerTimeoutMs, totalTimeoutMs, maxBodyBytes } = defaultLimits;
  expect([headerTimeoutMs, totalTimeoutMs]).toEqual([timeoutSeconds * 1000, longestAnswerMs(headerTimeoutMs)]);
  expect([maxBodyBytes, protocol.maxAttempts]).toEqual([maxPageBytes, retries + 1]);
  const onMachine = { urlsPerTurn: protocol.mostUrlsEmbedded };
  expect([urlsPerTurn(1_000, onMachine), urlsPerTurn(1_000, turnsAws), urlsPerTurn(0, turnsAws)]).toEqual([
    50, 100, 100,
  ]);
  for (let seconds = 1; seconds <= longestTimeoutSeconds; seconds += 1) {
    const soft = softDeadlineMs(seconds * 1000);
    expect(soft + longestAnswerMs(seconds * 1000)).toBeLessThanOrEqual(protocol.hardEndMs);
    expect(soft).toBeGreaterThanOrEqual(20_000);
    expect(softDeadlineMs(seconds * 1000, turnsAws.softDeadlineMs)).toBeGreaterThanOrEqual(soft);
  }
});
