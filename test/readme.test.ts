import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'orbweaver-readme-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lines of the code block whose fence says `language name`. */
function linesOf(name: string): readonly string[] {
  const block = new RegExp(`\`\`\`sh ${name}\\n([^\`]+)\`\`\``).exec(readme)?.[1];
  if (block === undefined) throw new Error(`README.md has no block "sh ${name}"`);
  return block.trim().split('\n');
}

/** Arguments as a shell would part them; the README quotes with single quotes only. */
function argumentsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

describe('README', () => {
  test('its tour of the bundled site works as written', { timeout: 120_000 }, async () => {
    for (const line of linesOf('tour')) {
      const [npx, orbweaver, ...options] = argumentsOf(line);
      expect([npx, orbweaver]).toEqual(['npx', 'orbweaver']);
      const environment = { ...process.env, ORBWEAVER_STATE: join(folder, 'state') };
      const program = join(root, 'functions', 'orbweaver.js');
      const { stdout } = await run(process.execPath, [program, ...options], { cwd: folder, env: environment });
      expect(stdout, line).not.toBe('');
    }
  });

  test('its guide to plugins leads to each example, which is short', () => {
    const guide = readFileSync(join(root, 'docs/plugins.md'), 'utf8');
    for (const name of readdirSync(join(root, 'test/plugins'))) {
      expect(guide).toContain(`(../test/plugins/${name})`);
      const lines = readFileSync(join(root, 'test/plugins', name), 'utf8')
        .trim()
        .split('\n');
      expect(lines.length).toBeLessThanOrEqual(30);
    }
    const [, shown] = /```ts\n(.*?)```/s.exec(guide)!;
    const example = readFileSync(join(root, 'test/plugins/headings.ts'), 'utf8');
    expect(example.replace(': readonly PageAnalyzer[]', '')).toContain(shown!.trim());
  });

  test('its table of folders has every door, wing and layer', () => {
    const rows = [...readme.matchAll(/^\| `((?:shared|functions)\/[^`]*)` \| (.*) \|$/gm)];
    const named = new Set(
      rows.flatMap(([, path, what]) => [
        path!,
        ...[...what!.matchAll(/`([\w-]+\/)`/g)].map(([, name]) => path! + name),
      ]),
    );
    const foldersOf = (folder: string): readonly string[] =>
      readdirSync(join(root, folder), { withFileTypes: true })
        .filter(entry => entry.isDirectory())
        .map(({ name }) => `${folder}${name}/`);
    const all = ['shared/', 'shared/steps/', 'shared/wings/', 'shared/wings/sets/', 'functions/'].flatMap(foldersOf);
    expect(all.filter(folder => !['shared/wings/'].includes(folder) && !named.has(folder))).toEqual([]);
    expect([...named].filter(path => path.endsWith('/') && !existsSync(join(root, path)))).toEqual([]);
  });

  test('names the command that runs the tests', () => {
    const scripts = (
      JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
    ).scripts;
    expect(linesOf('test')).toEqual(['npm ci && npm test']);
    expect(scripts['check']).toMatch(/npm test$/);
  });
});
