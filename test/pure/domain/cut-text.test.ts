import { expect, test } from 'vitest';
import { cellText, cutText } from '../../../shared/domain/cut-text.ts';

test('a cut never goes through a character', () => {
  expect(cutText('ab😀', 4)).toBe('ab😀');
  expect(cutText('ab😀', 3)).toBe('ab');
  expect(cutText('ab😀c', 4)).toBe('ab😀');
  // Half a character of the text itself stays.
  expect(cutText('a\ud83dbc', 3)).toBe('a\ud83db');
});

test('a cell says how long its text was, and two long texts stay two', () => {
  expect(cellText('x'.repeat(500), 500)).toBe('x'.repeat(500));
  const [one, other] = ['1', '2'].map(end => cellText(`${'x'.repeat(1_000_000)}${end}`, 500));
  expect(one).toMatch(/^x{500}… \(1000001 characters, SHA-256 [0-9a-f]{16}…\)$/);
  expect(other).not.toBe(one);
});
