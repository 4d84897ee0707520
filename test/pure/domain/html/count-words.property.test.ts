import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PageScan } from '../../../../shared/domain/html/page-scan.ts';
import { scanPage } from '../../../../shared/domain/html/scan-page.ts';
import { draws } from '../../draws.ts';

const pieces = [
  ...[
    'a',
    'bc',
    'word',
    'longerword',
    '7',
    ' ',
    '  ',
    '\n',
    ',',
    '-',
    '>',
    '"',
    'é',
    'слово',
    '中文',
    ' ',
    ' ',
    '—',
    '«x»',
  ],
  ...[
    '&',
    '&nbsp;',
    '&#160;',
    '&amp;',
    '&eacute;',
    '&nosuch',
    '<b>',
    '</b>',
    '<p>',
    '</p>',
    '<br>',
    '<i x="y">',
    '<!--x-->',
  ],
];

function wordsOf(page: string, signsText: boolean): number {
  const scan = new PageScan();
  scanPage(Buffer.from(page), scan, { elements: ['a'], signsText });
  return scan.words;
}

test('four bytes a round and byte by byte, as texts are signed, count the same words', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map(parts => parts.join('')),
      page => {
        expect(wordsOf(page, false)).toBe(wordsOf(page, true));
      },
    ),
    { numRuns: draws(3_000) },
  );
});

test('words at every place of a round count once', () => {
  for (let before = 0; before < 9; before += 1) {
    for (let letters = 1; letters < 9; letters += 1) {
      const word = 'w'.repeat(letters);
      expect(wordsOf(`${' '.repeat(before)}${word} ${word}<p>${word}</p>\n<b>${word}</b>${word}`, false)).toBe(4);
    }
  }
});
