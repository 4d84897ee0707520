import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BadInput } from '../../../shared/domain/spec/bad-input.ts';
import { parseInputLines } from '../../../shared/domain/spec/input-lines.ts';
import { readSpec } from '../../../shared/domain/spec/read-spec.ts';

const sitesOf = (text: string) => parseInputLines(text, 'urls.txt').sites;

function faultsOf(text: string): readonly string[] {
  const { sites, nameOf } = parseInputLines(text, 'urls.txt');
  try {
    readSpec({ sites }, nameOf);
  } catch (error) {
    if (error instanceof BadInput) return error.sentences;
    throw error;
  }
  return [];
}

test('reads one address per line, whatever the line ends, past byte order mark, comments and blank lines', () => {
  const text = '\ufeffhttps://a.example/\r\n\r\n# a comment\n  b.example  # another\r https://c.example/#part\n\n';
  expect(sitesOf(text)).toEqual([
    { url: 'https://a.example/' },
    { url: 'b.example' },
    { url: 'https://c.example/#part' },
  ]);
});

test.each([
  ['http://h.example;5;3;1500', { url: 'http://h.example', maxDownloads: 5, maxLevel: 3, delayMs: 1500 }],
  ['http://h.example/;5;-1;0', { url: 'http://h.example/', maxDownloads: 5, delayMs: 0 }],
  ['http://h.example; 5 ; 3 ; 1500', { url: 'http://h.example', maxDownloads: 5, maxLevel: 3, delayMs: 1500 }],
  ['http://h.example;;;', { url: 'http://h.example' }],
  ['http://h.example:8080;1;;20', { url: 'http://h.example:8080', maxDownloads: 1, delayMs: 20 }],
  ['http://h.example/dir/;1;2;3', { url: 'http://h.example/dir/', maxDownloads: 1, maxLevel: 2, delayMs: 3 }],
])("reads RCCrawler's line %s", (line, site) => {
  expect(sitesOf(line)).toEqual([site]);
});

test('leaves a semicolon within a path or query to the address', () => {
  for (const url of ['http://h.example/a;jsessionid=1', 'http://h.example/a;1;2', 'http://h.example/?a;b;c;d']) {
    expect(sitesOf(url)).toEqual([{ url }]);
  }
});

test.each([
  [
    'ok.example\n\nftp://h.example/',
    'urls.txt line 3: "ftp://h.example/" is refused; allowed are http and https, not ftp:.',
  ],
  [
    'http://h.example;0;3;1000',
    'urls.txt line 1: maxDownloadsAtTime: 0 is refused; allowed is a whole number from 1 to 256 (downloads at the same time).',
  ],
  [
    'http://h.example;2;x;1000',
    'urls.txt line 1: maxCrawlLevel: "x" is refused; allowed is a whole number from 0 to 1000000 (clicks from the start page).',
  ],
  [
    'http://h.example;2;3;-1',
    'urls.txt line 1: crawlDelay: -1 is refused; allowed is a whole number from 0 to 3600000 (milliseconds between the starts of two downloads).',
  ],
])('names the line of %j', (text, sentence) => {
  expect(faultsOf(text)).toEqual([sentence]);
});

test.each(['http://h.example;2;3', 'http://h.example;2;3;4;5'])('refuses %s, which has not four fields', line => {
  expect(faultsOf(line)[0]).toMatch(/^urls\.txt line 1: "http:\/\/h\.example;2;3.* is refused; /);
});

test('keeps up with a million lines and with a line of a million characters', () => {
  expect(sitesOf('https://example.org/\n'.repeat(1_000_000))).toHaveLength(1_000_000);
  for (const long of ['a', ';', ';1', ' ', '# ', '\ufeff']) {
    const [sentence = ''] = faultsOf(`x${long.repeat(1_000_000)}y`);
    expect(sentence).toMatch(/^urls\.txt line 1: /);
    expect(sentence.length).toBeLessThan(300);
  }
});

test('reads any text without failing, at most one site per line', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ';', '1', '\n', '\r', '#', ' ', '/', ':', '\ufeff') }), text => {
      expect(sitesOf(text).length).toBeLessThanOrEqual(text.split(/[\r\n]/).length);
    }),
  );
});
