import { describe, expect, test } from 'vitest';
import { prettyJson } from '../../../shared/report/pretty-json.ts';

describe('JSON in pieces', () => {
  test.each<[string, object]>([
    ['nothing', {}],
    ['lists of nothing', { a: [], b: [[]], c: {} }],
    ['what is left out', { a: undefined, b: [undefined, 1], c: { d: undefined }, e: [{ f: undefined, g: 1 }] }],
    ['texts with lines', { 'a\nb': 'c\nd', list: ['e\nf', { 'g\n': '\n' }] }],
    ['values of all kinds', { a: null, b: 1.5, c: true, d: 'ü\u{1f600}', e: [null, [1, [2, { f: [3] }]], { g: {} }] }],
    ['objects in objects', { spec: { sites: [{ url: 'a', tags: ['x', 'y'] }], limits: { pages: 1 } }, files: ['a'] }],
  ])('%s is the text that JSON.stringify makes', (_, content) => {
    expect([...prettyJson(content)].join('')).toBe(JSON.stringify(content, undefined, 2));
  });

  test('a long text comes in many pieces', () => {
    const content = { files: Array.from({ length: 100_000 }, (_, index) => `reports/${index}.csv`) };
    const pieces = [...prettyJson(content)];
    expect(pieces.join('')).toBe(JSON.stringify(content, undefined, 2));
    expect(pieces.length).toBeGreaterThan(20);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(70_000);
  });
});
