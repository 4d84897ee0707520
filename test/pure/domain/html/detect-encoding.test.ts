import { describe, expect, test } from 'vitest';
import { detectEncoding } from '../../../../shared/domain/html/encoding/detect-encoding.ts';

const pangram = 'Съешь ещё этих мягких французских булок, да выпей чаю';
const russian: readonly string[] = [
  ...[pangram, `${pangram} `.repeat(20), 'В чащах юга жил бы цитрус? Да, но фальшивый экземпляр!'],
  ...[
    'Институт математики',
    'ЮЖНО-УРАЛЬСКИЙ УНИВЕРСИТЕТ',
    'HTML-страница и файлы PDF',
    'Ёжик в тумане',
    'Жужжащий шмель',
  ],
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
    ['windows-1251', 'СПбГУ, кафедра'],
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

/** Sentences of our own, in the encodings of the Standard that pages were written in; the first names what is as good. */
const hebrew = 'אוניברסיטת תל אביב: לימודי מתמטיקה ומדעי המחשב';
test.each([
  [['windows-1255', 'iso-8859-8'], hebrew],
  [['windows-1255', 'iso-8859-8'], 'שלום עולם'],
  [['iso-8859-8', 'windows-1255'], [...hebrew].reverse().join('')],
  [['windows-1253', 'iso-8859-7'], 'ΠΑΝΕΠΙΣΤΗΜΙΟ ΑΘΗΝΩΝ, Τμήμα Μαθηματικών'],
  [['windows-1254'], 'İstanbul Üniversitesi öğrencileri için çalışma programı'],
  [['windows-1256'], 'جامعة القاهرة كلية العلوم قسم الرياضيات'],
  [['iso-8859-6'], 'جامعة القاهرة كلية العلوم قسم الرياضيات'],
  [['windows-874'], 'มหาวิทยาลัยกรุงเทพ คณะวิทยาศาสตร์'],
  [['windows-1250'], 'Příliš žluťoučký kůň úpěl ďábelské ódy'],
  [['iso-8859-2'], 'Wydział Matematyki, źródła, łąka, śnieg, życie'],
  [['windows-1250', 'iso-8859-2'], 'Magyarország népessége, az őszi erdő és a hűvös idő'],
  [['windows-1257', 'iso-8859-13'], 'Lietuvos mokslų akademija, žmonės ir šalys, ąžuolas'],
  [['windows-1257', 'iso-8859-13'], 'Latvijas Universitāte: zinātne, māksla un tehnoloģija'],
  [['windows-1258'], 'Trươ\u0300ng đa\u0323i ho\u0323c khoa ho\u0323c va\u0300 công nghê\u0323 Viê\u0323t Nam'],
  [['windows-1252'], 'Les élèves français étudient à l’université où naît l’été'],
  [['windows-1252'], 'Über die Größe der Universität München: Prüfungen'],
  [['x-mac-cyrillic'], 'Московский государственный университет. Я знаю это'],
  [['koi8-u'], 'Київський університет: історія, її дні'],
  [['windows-1251'], 'Српски језик и књижевност у Београду'],
] as const)('undeclared text is told in %s: %s', (encodings, text) => {
  const bytes = encoded(encodings[0], text);
  expect(encodings).toContain(detectEncoding(bytes));
  expect(new TextDecoder(detectEncoding(bytes)).decode(bytes)).toBe(text);
});

test.each([
  ['euc-kr', 'vK2/77Trx9CxsyC89sfQsPogv6yxuLzSILzSsLM='],
  ['euc-kr', 'x9GxucDHILD6x9Cw+iCx4rz6'],
])('Korean in %s is told', (encoding, base64) => {
  expect(detectEncoding(Buffer.from(base64, 'base64'))).toBe(encoding);
});

test('UTF-8 with a fault is UTF-8, be it a cut character or a byte of another page', () => {
  const text = Buffer.from('Институт математики и её отделы. '.repeat(50));
  expect(detectEncoding(Buffer.concat([text, Buffer.from([0xd0])]))).toBe('utf-8');
  expect(detectEncoding(Buffer.concat([text, Buffer.from([0x20, 0xe9, 0x20]), text]))).toBe('utf-8');
});

test('text behind a long beginning of ASCII is told', () => {
  const head = Buffer.alloc(200_000, '<script src="/x.js"></script>\n');
  expect(detectEncoding(Buffer.concat([head, encoded('koi8-r', russian[0]!)]))).toBe('koi8-r');
});

test('bytes that are no text are not told', () => {
  const noise = Uint8Array.from({ length: 5_000 }, (_, i) => 128 + ((i * i * 31 + i * 17) % 127));
  expect(detectEncoding(noise)).toBeUndefined();
});

/** In an encoding of one byte for each character. */
function encoded(encoding: string, text: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  return Uint8Array.from([...text].map(char => byteOf.get(char)!));
}
