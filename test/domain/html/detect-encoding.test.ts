import { describe, expect, test } from 'vitest';
import { detectEncoding } from '../../../shared/domain/html/detect-encoding.ts';

const pangram = 'Съешь ещё этих мягких французских булок, да выпей чаю';
const russian: readonly string[] = [
  ...[pangram, `${pangram} `.repeat(20), 'В чащах юга жил бы цитрус? Да, но фальшивый экземпляр!'],
  ...['Институт математики', 'ЮЖНО-УРАЛЬСКИЙ УНИВЕРСИТЕТ', 'HTML-страница и файлы PDF', 'Ёжик', 'Жужжащий шмель'],
];

describe('undeclared Cyrillic text', () => {
  const encodings = ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5'];
  test.each(encodings.flatMap(encoding => russian.map(text => [encoding, text] as const)))(
    'in %s is told: %s',
    (...[encoding, text]) => {
      expect(detectEncoding(encoded(encoding, text))).toBe(encoding);
    },
  );

  test.each([
    ['windows-1251', 'СПбГУ'],
    ['windows-1251', 'ФЫВА'],
    ['windows-1251', '«Цена» — №5'],
    ['windows-1251', 'Київський національний університет імені Тараса Шевченка'],
    ['windows-1251', 'Україна'],
    ['koi8-u', 'Її їжа є, ґанок'],
    ['windows-1251', 'Беларускі дзяржаўны ўніверсітэт'],
    ['windows-1251', 'Софийски университет'],
  ])('in %s is told where it is short or not Russian: %s', (encoding, text) => {
    expect(detectEncoding(encoded(encoding, text))).toBe(encoding);
  });
});

test.each([
  ['windows-1252', 'Päivää hyvää ääliö työ'],
  ['windows-1252', 'Føroyar Århus Ærø blåbær'],
  ['windows-1252', 'São João é às três'],
  ['windows-1252', 'UNIVERSITÉ DE GENÈVE: École «normale» — été…'],
  ['windows-1252', '………'],
  ['windows-1252', '———'],
  ['windows-1250', 'Příliš žluťoučký kůň úpěl ďábelské ódy'],
  ['iso-8859-2', 'Zażółć gęślą jaźń, Łódź'],
  ['windows-1253', 'Καλημέρα κόσμε, αυτή είναι μια ελληνική σελίδα του πανεπιστημίου'],
  ['windows-1253', 'Τμήμα Μαθηματικών'],
  ['windows-1254', 'Türkçe sayfa: çalışma öğrenci üniversite şığ İstanbul'],
  ['windows-1256', 'جامعة القاهرة كلية العلوم'],
])('text in %s is not taken for Cyrillic: %s', (encoding, text) => {
  expect(detectEncoding(encoded(encoding, text)) ?? 'unknown').not.toMatch(/1251|koi8|866|8859-5|mac-cyrillic|utf/);
});

test.each([
  ['gb18030', 'ztLDx7XE0afQo9PQuty24NGnyfq6zcDPyqajrMv7w8fDv8zstrzU2tGnz7DQwrXE1qrKtqGj'],
  ['shift_jis', 'grGC6oLNk/qWe4zqgsWPkYKpguqCvZWBksqCzIN5gVuDV4LFgUGR5Yp3gsyIxJPggsaCqJJtgueCuYLwjdqCuYLEgqKC3IK3gUI='],
])('text in %s is told', (encoding, base64) => {
  expect(detectEncoding(Buffer.from(base64, 'base64'))).toBe(encoding);
});

/** In an encoding of one byte for each character. */
function encoded(encoding: string, text: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  return Uint8Array.from([...text].map(char => byteOf.get(char)!));
}
