import { expect, test } from 'vitest';
import { sourceNamed } from '../../../functions/cli/publications/source-named.ts';
import type { SourceStatus } from '../../../shared/wings/publications/watch/source-status.ts';

const sources = [
  { number: 1, name: 'Herald', origin: 'https://www.herald.example' },
  { number: 2, name: 'courier.example', origin: 'https://courier.example' },
  { number: 3, name: 'herald-south.example', origin: 'http://herald-south.example:8080' },
] as unknown as readonly SourceStatus[];
const numbered = (text: string): number => sourceNamed('--source', text, sources).number;

test.each([
  ['1', 1],
  ['Herald', 1],
  ['herald', 1],
  ['www.herald.example', 1],
  ['herald.example', 1],
  ['https://herald.example/news/', 1],
  ['HTTPS://WWW.HERALD.EXAMPLE', 1],
  ['cour', 2],
  ['herald-south.example:8080', 3],
  ['herald-s', 3],
])('%s is source %i', (text, number) => {
  expect(numbered(text)).toBe(number);
});

test('what begins more than one name is refused with these names, and what is no name with all', () => {
  expect(() => numbered('heral')).toThrow(
    '--source: "heral" means several sources, 1 (www.herald.example), 3 (herald-south.example:8080); allowed is one of them.',
  );
  expect(() => numbered('tribune')).toThrow('"tribune" is not known; allowed is one of 1 (www.herald.example), 2 (');
  expect(() => numbered('')).toThrow('is not known');
});
