import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildProgram } from '../../../functions/cli/program.ts';
import { newDirectory, workFolder } from '../../crawl/crawl-run.ts';
import { runCli } from './run-cli.ts';

function isThere(shell: string): boolean {
  return spawnSync(shell, ['-c', 'true']).status === 0;
}

const script = async (shell: string): Promise<string> => {
  const { exitCode, stdout, stderr } = await runCli(['completion', shell]);
  expect(`${exitCode} ${stderr}`).toBe('0 ');
  const path = join(workFolder, `completion-${newDirectory().split('-').at(-1)}.${shell}`);
  writeFileSync(path, stdout);
  return path;
};

test.each([
  [['cra'], 'crawl'],
  [['watch', 'sou'], 'sources'],
  [['watch', 'sources', 'int'], 'interval'],
  [['crawl', '--sitem'], '--sitemaps'],
  [['crawl', '--scope', ''], 'host domain prefix list'],
  [['watch', 'new', '--least'], '--least-interval'],
  [['crawl', 'https://example.org', '--durabil'], '--durability'],
  [['crawl', '--render', ''], 'never auto always'],
  [['resume', 'somewhere', '--time-'], '--time-limit'],
  [['crawl', '--rule', ''], 'adaptive sequential quantum equal gittins ucb1 auto'],
  [['crawl', '--robots', 'o'], 'obey'],
  [['export', 'somewhere', '--format', 'g'], 'gexf graphml'],
  [['diff', 'a', 'b', '--format', ''], 'text csv json html'],
  [['crawl', '--normalization', ''], ''],
  [['completion', ''], 'bash zsh fish'],
])('bash completes %j to %s', async (words, answer) => {
  const path = await script('bash');
  const line = ['orbweaver', ...words].map(word => `'${word}'`).join(' ');
  const program = `source ${path}; COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _orbweaver; echo "\${COMPREPLY[*]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', program], { encoding: 'utf8' });
  expect([stdout.trim(), stderr]).toEqual([answer, '']);
});

test.each(['zsh', 'fish'])('the script for %s can be read by it, and names every command', async shell => {
  const path = await script(shell);
  if (isThere(shell))
    expect(spawnSync(shell, ['-n', path], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  const { stdout } = await runCli(['completion', shell]);
  for (const { name } of buildProgram(() => undefined).commands.map(each => ({ name: each.name() })))
    expect(stdout).toContain(name);
});

test.each(['fish'].filter(isThere))('%s offers the words of an option and of an argument', async shell => {
  const path = await script(shell);
  const offered = (line: string): readonly string[] =>
    spawnSync(shell, ['--no-config', '-c', `source ${path}; complete -C '${line}'`], { encoding: 'utf8' })
      .stdout.split('\n')
      .map(each => each.split('\t')[0]!);
  expect(offered('orbweaver completion ')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
  expect(offered('orbweaver crawl --topic ')).toEqual(
    expect.arrayContaining(['unknown', 'universities', 'institutes']),
  );
  expect(offered('orbweaver watch sources i')).toContain('interval');
});

test('another shell is refused by one sentence', async () => {
  const { exitCode, stderr } = await runCli(['completion', 'csh']);
  expect(exitCode).toBe(4);
  expect(stderr).toContain('there is no completion for "csh"; allowed are bash, zsh, fish.');
});
