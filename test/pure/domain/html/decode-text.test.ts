import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import {
  decodeEntities,
  decodeLatin1,
  pageText,
  sniffEncoding,
  toScannable,
} from '../../../../shared/domain/html/decode-text.ts';

const RUSSIAN = 'Петрозаводский государственный университет: учёные, кафедры, новости';

/** The encoding of an ASCII page that declares nothing. */
const NONE = ['windows-1252', 'default'] as const;

describe('the encoding of a page', () => {
  it.each<[what: string, body: Uint8Array, contentType: string, encoding: string, source: string]>([
    ['mark before header', Buffer.from('\uFEFFя'), 'text/html; charset=koi8-r', 'utf-8', 'bom'],
    ['UTF-16 mark', Buffer.from([0xfe, 0xff, 0, 0x41]), '', 'utf-16be', 'bom'],
    [
      'header before markup',
      Buffer.from('<meta charset=koi8-r>'),
      'text/html;charset=cp1251',
      'windows-1251',
      'header',
    ],
    ['wrong header, because it is declared', encoded('windows-1251'), 'text/html; charset=utf-8', 'utf-8', 'header'],
    [
      'markup where the header has an unknown label',
      Buffer.from('<meta charset=koi8-r>'),
      'charset=x',
      'koi8-r',
      'meta',
    ],
    ['UTF-16 in markup as UTF-8', Buffer.from('<meta charset=utf-16>'), '', 'utf-8', 'meta'],
    ['x-user-defined in markup', Buffer.from('<meta charset=x-user-defined>'), '', 'windows-1252', 'meta'],
    ['XML declaration', Buffer.from('<?xml version="1.0" encoding="koi8-r"?>'), '', 'koi8-r', 'meta'],
    ['no more where its first encoding is none', Buffer.from('<?xml encoding encoding="koi8-r"?>'), '', ...NONE],
    ['an XML declaration that ends', Buffer.from('<?xml encoding="koi8-r"'), '', ...NONE],
    [
      'nothing of a charset that is unknown, whatever the content says',
      Buffer.from('<meta charset=x http-equiv=content-type content="charset=koi8-r">'),
      '',
      ...NONE,
    ],
    [
      'nothing of a content whose first charset is unknown',
      Buffer.from('<meta http-equiv=content-type content="charset=; charset=koi8-r">'),
      '',
      ...NONE,
    ],
    [
      'nothing of a content with an open quote',
      Buffer.from(`<meta http-equiv=content-type content="charset='; charset=koi8-r">`),
      '',
      ...NONE,
    ],
    [
      'a meta behind a name with a slash and a quote',
      Buffer.from('<a/b="><meta charset=koi8-r>'),
      '',
      'koi8-r',
      'meta',
    ],
    [
      'UTF-16 of an XML declaration before text that is not ASCII',
      Buffer.from(`<?xml version="1.0"?>${RUSSIAN.repeat(20)}`, 'utf16le'),
      '',
      'utf-16le',
      'detected',
    ],
    ['replacement labels', Buffer.from(''), 'text/html; charset=iso-2022-kr', 'replacement', 'header'],
    ['valid UTF-8', Buffer.from(`<p>${RUSSIAN}`), '', 'utf-8', 'detected'],
    ['undeclared windows-1251', encoded('windows-1251'), '', 'windows-1251', 'detected'],
    ['undeclared koi8-r', encoded('koi8-r'), '', 'koi8-r', 'detected'],
    ['undeclared iso-8859-5', encoded('iso-8859-5'), '', 'iso-8859-5', 'detected'],
    ['undeclared cp866', encoded('ibm866'), '', 'ibm866', 'detected'],
    ['one Cyrillic word', encoded('windows-1251', 'Новости'), '', 'windows-1251', 'detected'],
    ['capitals', encoded('koi8-r', RUSSIAN.toUpperCase()), '', 'koi8-r', 'detected'],
    [
      'UTF-16 without a mark',
      Buffer.from(`<p>${RUSSIAN}</p><a href=x>english text as well</a>`, 'utf16le'),
      '',
      'utf-16le',
      'detected',
    ],
    ['ASCII', Buffer.from('<p>x'), '', 'windows-1252', 'default'],
    ['undeclared ISO-2022-JP', Buffer.from('<p>\x1b$BF|K\\8l\x1b(B'), '', 'iso-2022-jp', 'detected'],
    ['an escape in a script', Buffer.from('<script>"\x1b$B\x1b[0m"</script>'), '', 'windows-1252', 'default'],
  ])('is found: %s', (_what, body, contentType, encoding, source) => {
    expect(sniffEncoding({ body, contentType })).toEqual({ encoding, source });
  });

  it('of Western text is not taken for a Cyrillic one', () => {
    const body = Buffer.from(
      '<p>Die Bücher der Universität Tübingen können über die Fakultät geliehen werden',
      'latin1',
    );
    expect(['windows-1252', 'windows-1250']).toContain(sniffEncoding({ body, contentType: '' }).encoding);
  });

  it.each([
    ['utf-16le', Buffer.from('<a href=я>', 'utf16le')],
    ['iso-2022-jp', Buffer.from('\x1b$B$"\x1b(B<a>', 'latin1')],
  ])('%s is made scannable as UTF-8', (encoding, body) => {
    const { bytes, ...scanned } = toScannable(body, encoding);
    expect(Buffer.from(bytes).toString()).toBe(new TextDecoder(encoding).decode(body));
    expect(scanned).toEqual({ encoding: 'utf-8', sentIn: encoding });
  });

  it('of the replacement kind leaves nothing to scan', () => {
    expect(Buffer.from(toScannable(Buffer.from('<a href=x>'), 'replacement').bytes).toString()).toBe('\uFFFD');
  });
});

describe('decoding', () => {
  it.each([
    ['windows-1251', '\xcf\xf0\xe8', 'При'],
    ['windows-1252', '\x80\x99', '€™'],
    ['utf-8', '\xd0\x9f\xd1', 'П\uFFFD'],
    ['euc-kr', '\xb0\xa1\x8c\x63\xb9\xe6\x81A\xc6R\xa2\xe6', '가똠방갂힣€'],
    ['euc-kr', '\xff<\x81@\xc9\xa1a\xb0', '\uFFFD<\uFFFD@\uFFFDa\uFFFD'],
  ])('reads %s', (encoding, latin1, text) => {
    expect(decodeLatin1(latin1, encoding)).toBe(text);
  });
});

describe('character references', () => {
  it.each([
    ['&amp;lt;', '&lt;', '&lt;'],
    ['&notit;', '¬it;', '&notit;'],
    ['&copy=1', '©=1', '&copy=1'],
    ['&copy 1', '© 1', '© 1'],
    ['?a=1&lt=2', '?a=1<=2', '?a=1&lt=2'],
    ['&#0;', '\uFFFD', '\uFFFD'],
    ['&#x110000;', '\uFFFD', '\uFFFD'],
    ['&#xD800;', '\uFFFD', '\uFFFD'],
    ['&#128;', '€', '€'],
    ['&#65x', 'Ax', 'Ax'],
    ['&#;&#x;&;&x;', '&#;&#x;&;&x;', '&#;&#x;&;&x;'],
  ])('in %s follow the standard', (text, inText, inAttribute) => {
    expect(decodeEntities(text, { attribute: false })).toBe(inText);
    expect(decodeEntities(text, { attribute: true })).toBe(inAttribute);
  });
});

describe('the text of a page for people', () => {
  const utf8 = 'text/html; charset=utf-8';
  const page = `<html><p>${RUSSIAN}</p>`;

  it.each([
    ['windows-1251 that is sent as UTF-8', encoded('windows-1251'), utf8, page],
    [
      'KOI8-R that says in its markup that it is UTF-8',
      encoded('koi8-r', `<meta charset=utf-8>${page}`),
      '',
      `<meta charset=utf-8>${page}`,
    ],
    ['UTF-8 that is sent as windows-1251', Buffer.from(page), 'text/html; charset=windows-1251', page],
    ['UTF-8 with a byte that is none', Buffer.concat([Buffer.from(page), Buffer.of(0xff)]), utf8, `${page}\ufffd`],
    [
      'windows-1251 that is sent as KOI8-R, as it is declared',
      encoded('windows-1251', 'При'),
      'text/html; charset=koi8-r',
      'оПХ',
    ],
    ['ASCII', Buffer.from('<p>Plain'), utf8, '<p>Plain'],
  ])('of %s', (_, body, contentType, text) => {
    expect(pageText({ body, contentType })).toBe(text);
  });
});

function encoded(encoding: string, text = `<html><p>${RUSSIAN}</p>`): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  return Uint8Array.from([...text].map(char => byteOf.get(char)!));
}
