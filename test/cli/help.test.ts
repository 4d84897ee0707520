import { expect, test } from 'vitest';
import { commandTree } from '../../functions/cli/manual/command-tree.ts';
import { buildProgram } from '../../functions/cli/program.ts';
import { folded } from '../../functions/cli/terminal/help-text.ts';
import manifest from '../../package.json' with { type: 'json' };
import { specDefaults } from '../../shared/domain/spec/crawl-spec.ts';
import { settings } from '../../shared/domain/spec/settings.ts';
import { runCli } from './run-cli.ts';

test('prints the version and the help on standard output', async () => {
  expect(await runCli(['--version'])).toEqual({ exitCode: 0, stdout: `${manifest.version}\n`, stderr: '' });
  const help = await runCli(['--help']);
  expect(help).toMatchObject({ exitCode: 0, stderr: '' });
  for (const command of [
    'crawl',
    'resume',
    'status',
    'stop',
    'export',
    'sites',
    'simulate',
    'normalize',
    'robots',
    'scope',
    'schema',
    'serve',
  ]) {
    expect(help.stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
  }
  expect(help.stdout.replaceAll(/\s+/g, ' ')).toContain(
    'Exit codes: 0 finished, 1 internal error, 2 nothing crawled, 3 stopped, 4 bad input (also a file or directory',
  );
});

test('says how several times are given', async () => {
  const { stdout } = await runCli(['watch', 'new', '--help']);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('after it was seen first: "3600,86400" is an hour and a day');
});

test('shows every setting as an option of crawl', async () => {
  const { stdout } = await runCli(['crawl', '--help']);
  for (const { option, argument } of settings) expect(stdout).toContain(`  ${option} ${argument}`.trimEnd());
  for (const option of [
    '--input',
    '--config',
    '--example',
    '--out',
    '--overwrite',
    '--json',
    '--quiet',
    '--log-display',
  ]) {
    expect(stdout).toContain(`  ${option} `);
  }
});

test('shows the defaults of the spec, and none where a crawl has values of its own', async () => {
  const { stdout } = await runCli(['crawl', '--help']);
  const defaults = [...stdout.replaceAll(/\s+/g, ' ').matchAll(/\(default: ([^)]*)\)/g)].map(([, value]) => value);
  const { ruleOptions, traverseOptions, ...others } = specDefaults;
  const ofSpec = Object.values({ ...others, ...ruleOptions, ...traverseOptions, quantumSeconds: '60s' });
  const shown = ofSpec.filter(value => value !== false && String(value) !== '');
  expect(defaults).toEqual(expect.arrayContaining(['no limit', ...shown.map(String)]));
  expect((await runCli(['resume', '--help'])).stdout).not.toContain('default');
});

test('shows the help as an error where no command is given', async () => {
  const run = await runCli([]);
  expect(run).toMatchObject({ exitCode: 4, stdout: '' });
  expect(run.stderr).toMatch(/^Usage: orbweaver/);
});

test('prints the schema of the spec', async () => {
  const { stdout, exitCode } = await runCli(['schema']);
  expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, { title: 'Orbweaver crawl spec' }]);
});

test('the help of every command fits into 80 columns', () => {
  const program = buildProgram(() => undefined);
  const commands = [program, ...program.commands.flatMap(each => [each, ...each.commands])];
  for (const command of commands) {
    const lines = `${command.helpInformation()}${commandTree(command).more}`.split('\n');
    // Rows of lists that a person copies are not folded.
    const wide = lines.filter(line => line.length > 80 && !line.startsWith('  '));
    expect(wide, command.name()).toEqual([]);
  }
  expect(program.commands.find(each => each.name() === 'watch')!.commands.length).toBeGreaterThan(5);
});

test('folds paragraphs of a help text, and nothing else', () => {
  const text = '\nOne two three\nfour.\nFive:\n  six seven eight nine\nten eleven twelve\n\nlast\n';
  expect(folded(text, 10)).toBe('\nOne two\nthree\nfour.\nFive:\n  six seven eight nine\nten eleven\ntwelve\n\nlast\n');
});

test('an option that is not known is told with the help of its command', async () => {
  expect((await runCli(['watch', 'sources', 'list', '--x', 'dir'])).stderr).toContain(
    '(orbweaver watch sources list --help shows what there is)',
  );
});
