import { expect, test } from 'vitest';
import { formatTable } from '../../../functions/cli/terminal/print.ts';
import { cutToColumns, foldText, padColumns, textWidth } from '../../../shared/domain/text-columns.ts';

test.each([
  ['', 0],
  ['Ломоносов', 9],
  ['東京大学', 8],
  ['서울대', 6],
  ['ｱｲ', 2],
  ['ＡＢ（', 6],
  ['й и\u0306', 3],
  ['\u200eab\u00ad', 2],
  ['🎓a', 3],
])('%j takes %i columns', (text, columns) => {
  expect(textWidth(text)).toBe(columns);
});

test('a text is cut and filled up by columns, and no letter is split', () => {
  expect([cutToColumns('東京大学', 5), cutToColumns('ab東', 2), cutToColumns('🎓🎓', 3)]).toEqual(['東京', 'ab', '🎓']);
  expect(padColumns('東京', 6)).toBe('東京  ');
  expect(foldText('東京 大学 の', 9)).toEqual(['東京 大学', 'の']);
});

test('columns of a table stand below each other', () => {
  expect(
    formatTable([
      ['name', 'n'],
      ['東大', '10'],
      ['Лес', '2'],
    ]),
  ).toEqual(['name   n', '東大  10', 'Лес    2']);
});
