import { expect, test } from 'vitest';
import { parseInputLines } from '../../../../shared/domain/spec/sites/input-lines.ts';
import { listText } from '../../../../shared/domain/spec/sites/list-text.ts';

const table = 'url;name\r\nhttps://a.example/;Институт прикладных математических исследований\r\n';
const sites = [{ url: 'https://a.example/', name: 'Институт прикладных математических исследований' }];
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
/** Capital and small letters of Russian in windows-1251; the rest is ASCII. */
const windows1251 = (text: string): Uint8Array =>
  Uint8Array.from(text, letter => (letter < '\x80' ? letter.charCodeAt(0) : letter.charCodeAt(0) - 0x410 + 0xc0));

test.each([
  ['UTF-8', Buffer.from(table), undefined],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${table}`), undefined],
  ['UTF-16, little end first, with tabulators', utf16(table.replaceAll(';', '\t')), undefined],
  ['UTF-16, big end first', utf16(table).swap16(), undefined],
  ['windows-1251', windows1251(table), 'windows-1251'],
  ["UTF-8 with Excel's line of the separator", Buffer.from(`\ufeffsep=;\r\n${table}`), undefined],
  ['UTF-8 with the line ends of old Macs', Buffer.from(`sep=;\r\n${table}`.replaceAll('\r\n', '\r')), undefined],
])('a list of sites is read as spreadsheets save it: %s', (_, bytes, guessed) => {
  const read = listText(bytes, '--input', 'list.csv');
  expect(read.guessed).toBe(guessed);
  expect(parseInputLines(read.text, 'list.csv').sites).toEqual(sites);
});

test.each([
  ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13)],
  ['half a unit of UTF-16', Uint8Array.of(0xff, 0xfe, 0x41)],
])('no text: %s', (_, bytes) => {
  expect(() => listText(bytes, '--input', 'list.csv')).toThrow(/--input.*list.csv/);
});
