import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Things that go wrong, by their numbers in the project's list of them. */
const required = numbers(1, 72);

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Case numbers at the ends of test titles: `… (adverse 1, 8)`. */
function casesIn(text: string): number[] {
  return [...text.matchAll(/\(adverse (\d+(?:, \d+)*)\)['"`]/g)].flatMap(([, list = '']) =>
    list.split(', ').map(Number),
  );
}

test('each thing that is known to go wrong has a test that names it', () => {
  const folder = new URL('../', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.test.ts'));
  const named = new Set(files.flatMap(name => casesIn(readFileSync(new URL(name, folder), 'utf8'))));
  expect(required.filter(number => !named.has(number))).toEqual([]);
});
