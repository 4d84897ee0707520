/** Faults of one place each, planted one by one in the third job: a named test catches each of them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allMutants } from './all-mutants.ts';
import { MutantRunner, type TestRun } from './mutant-runner.ts';

let runner: MutantRunner;
let sound: TestRun;

beforeAll(async () => {
  runner = await MutantRunner.open();
  sound = await runner.sound([...new Set(allMutants.map(mutant => mutant.test))]);
});

afterAll(async () => await runner.close());

test('without a fault all of these tests pass', () => {
  expect([...sound.failed, ...sound.broken]).toEqual([]);
  expect(allMutants.map(({ title }) => title).filter(title => !sound.passed.has(title))).toEqual([]);
});

describe('a test catches', () => {
  test.each(allMutants.map(mutant => [mutant.name, mutant] as const))('%s', async (_, mutant) => {
    const { failed, broken } = await runner.caught(mutant);
    expect({ failed: [...failed], broken }).toEqual({ failed: [mutant.title], broken: [] });
  });
});
