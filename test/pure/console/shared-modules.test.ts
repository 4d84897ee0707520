import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sharedModules } from '../../../functions/serve/page-files.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const console = join(root, 'functions/console');

/** The modules that a module loads when it runs, from the root of the project. */
function importsOf(file: string): readonly string[] {
  const source = readFileSync(file, 'utf8');
  const found = source.matchAll(/^(?:import|export) (?!type )[^;]*?from '(?<path>\.[^']+)'/gm);
  return [...found].map(({ groups }) => relative(root, join(dirname(file), groups!['path']!)));
}

test('the server gives the page every module of the product that the page imports', () => {
  const files = readdirSync(console, { recursive: true })
    .map(String)
    .filter(name => name.endsWith('.ts'));
  const own = [...files.map(name => join(console, name)), ...sharedModules.map(name => join(root, name))];
  const needed = own.filter(file => file.endsWith('.ts')).flatMap(importsOf);
  const shared = [...new Set(needed)].filter(path => !path.startsWith('functions/console/'));
  expect(shared.length).toBeGreaterThan(3);
  expect(shared.filter(path => !sharedModules.includes(path))).toEqual([]);
});

test('the package has each of them', () => {
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: readonly string[] };
  const isPacked = (path: string): boolean =>
    files.some(file => file === path || (file.endsWith('/') && path.startsWith(file)));
  expect(sharedModules.filter(path => !isPacked(path))).toEqual([]);
});
