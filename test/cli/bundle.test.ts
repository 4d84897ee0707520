import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { newDirectory } from '../crawl/crawl-run.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A copy of the program with a bundle of its own. */
function bundledCopy(): string {
  const copy = newDirectory();
  for (const name of ['functions', 'shared', 'scripts', 'package.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const { status, stderr } = run(copy, 'scripts/bundle.js');
  expect([status, stderr]).toEqual([0, '']);
  return copy;
}

function run(folder: string, program: string, ...args: readonly string[]) {
  return spawnSync(process.execPath, [join(folder, program), ...args], { encoding: 'utf8', timeout: 60_000 });
}

describe('the bundle', () => {
  test('runs while its files are as they were, gives the same files, and gives way to a file that was edited', () => {
    const copy = bundledCopy();
    appendFileSync(join(copy, 'dist/functions.cli.main.js'), ";process.stderr.write('of the bundle\\n');");
    const bundled = run(copy, 'functions/orbweaver.js', '--version');
    expect([bundled.status, bundled.stderr]).toEqual([0, 'of the bundle\n']);

    const crawl = ['crawl', '--example', '--delay', '0', '--quiet', '--out'] as const;
    expect(run(copy, 'functions/orbweaver.js', ...crawl, join(copy, 'a')).stderr).toBe('of the bundle\n');

    appendFileSync(join(copy, 'shared/domain/protocol/protocol.ts'), '\n');
    const edited = run(copy, 'functions/orbweaver.js', '--version');
    expect([edited.status, edited.stdout, edited.stderr]).toEqual([0, bundled.stdout, '']);
    expect(run(copy, 'functions/orbweaver.js', ...crawl, join(copy, 'b')).stderr).toBe('');

    const [a, b] = ['a', 'b'].map(name => filesOf(join(copy, name, 'graph')));
    expect(a!.length).toBeGreaterThan(3);
    expect(a).toEqual(b);
  });
});

function filesOf(folder: string): [name: string, text: string][] {
  return readdirSync(folder).map(name => [name, readFileSync(join(folder, name), 'latin1')]);
}
