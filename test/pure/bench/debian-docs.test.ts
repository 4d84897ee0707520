import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defaultRoot } from '../../../bench/crawls/debian-docs.ts';

test('the folder that measurements serve by default is named once', () => {
  const named = globSync('bench/**/*.ts').filter(file => /\/usr\/share\/doc\//.test(readFileSync(file, 'utf8')));
  expect(named).toEqual(['bench/crawls/debian-docs.ts']);
  const users = globSync('bench/**/*.ts').filter(file => readFileSync(file, 'utf8').includes("'./debian-docs.ts'"));
  expect(users.toSorted()).toEqual(['bench/crawls/cores.ts', 'bench/crawls/crawl.ts', 'bench/crawls/since.ts']);
  expect(defaultRoot).toMatch(/^\/usr\/share\/doc\//);
});
