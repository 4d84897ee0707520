import { expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { settings } from '../../../shared/domain/spec/settings.ts';
import { runCli } from './run-cli.ts';

test('prints the version and the help on standard output', async () => {
  expect(await runCli(['--version'])).toEqual({ exitCode: 0, stdout: `${manifest.version}\n`, stderr: '' });
  const help = await runCli(['--help']);
  expect(help).toMatchObject({ exitCode: 0, stderr: '' });
  expect(help.stdout).toMatch(/^Usage: orbweaver .*Crawl a site:\n {2}crawl /s);
});

test.each([[['crawl', '--help', '--all']], [['help', 'crawl', '--all']]])(
  '%j shows every setting as an option',
  async args => {
    const { stdout } = await runCli(args);
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
    ])
      expect(stdout).toContain(`  ${option} `);
  },
);

test('shows the help as an error where no command is given', async () => {
  const run = await runCli([]);
  expect(run).toMatchObject({ exitCode: 4, stdout: '' });
  expect(run.stderr).toMatch(/^Usage: orbweaver/);
});

test('prints the schema of the spec', async () => {
  const { stdout, exitCode } = await runCli(['schema']);
  expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, { title: 'Orbweaver crawl spec' }]);
});

test.each([
  [
    ['crawl', '--cookie', 'a=b', 'example.org'],
    /^orbweaver: --cookie: --cookies takes a file of cookies.*\. \(orbweaver crawl --help shows what there is\)\n$/,
  ],
  [
    ['crawl', '--format', 'csv,json', 'example.org'],
    /^orbweaver: --format: "json" is refused; there is no graph in JSON; .*\.\n$/,
  ],
])('%j is answered in one line', async (args, line) => {
  const run = await runCli(args);
  expect(run).toMatchObject({ exitCode: 4, stdout: '' });
  expect(run.stderr).toMatch(line);
});
