import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allMutants } from '../mutants/all-mutants.ts';
import { planted } from '../mutants/mutant.ts';

const repository = new URL('../../', import.meta.url);

/** A refactoring takes the mutants along: each names a piece of text, which has to be in its file exactly once. */
test('each mutant of the third job can be planted where it stands', () => {
  const faults = allMutants.flatMap(mutant => {
    try {
      planted(readFileSync(new URL(mutant.file, repository), 'utf8'), mutant);
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
  expect(faults).toEqual([]);
});

test('each mutant changes something, and has a name of its own', () => {
  expect(allMutants.filter(({ from, to }) => from === to)).toEqual([]);
  expect(new Set(allMutants.map(({ name }) => name)).size).toBe(allMutants.length);
});
