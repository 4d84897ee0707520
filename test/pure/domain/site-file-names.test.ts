import { expect, test } from 'vitest';
import { siteFileNames } from '../../../shared/steps/unload/site-file-names.ts';

test('cuts names of hosts that no file system takes, and tells their files apart', () => {
  const host = (end: string) => `http://${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${end.repeat(57)}`;
  const sites = [host('d'), host('e'), 'http://short.example'].map((origin, index) => ({ site: index + 1, origin }));
  const names = [...siteFileNames(sites).values()];
  expect(new Set(names).size).toBe(3);
  expect(names.map(name => name.length)).toEqual([182, 182, 13]);
  expect(names[0]).toMatch(/~1$/);
});
