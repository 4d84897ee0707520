import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BadInput } from '../../../../shared/domain/refusal/refusal.ts';
import { readSpec } from '../../../../shared/domain/spec/read-spec.ts';
import { parseInputLines } from '../../../../shared/domain/spec/sites/input-lines.ts';

const sitesOf = (text: string) => parseInputLines(text, 'urls.txt').sites;

function faultsOf(text: string): readonly string[] {
  try {
    const { sites, nameOf } = parseInputLines(text, 'urls.txt');
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

test('delays of a table are milliseconds, or as people write them', () => {
  const delays = sitesOf('url,delayMs\na.example,1500\nb.example,2s\nc.example,50ms\nd.example,\ne.example,2x\n');
  expect(delays.map(site => site['delayMs'])).toEqual([1_500, 2_000, 50, undefined, '2x']);
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

test.each([
  ['http://h.example/\t3\tСайт, первый\tС\tpublic; north', 'tabs'],
  ['http://h.example/ | 3 | Сайт, первый | С | public; north', 'bars'],
])('reads address, number, name, short name and tags: %s', line => {
  const site = { url: 'http://h.example/', number: 3, name: 'Сайт, первый', shortName: 'С', tags: ['public', 'north'] };
  expect(sitesOf(`${line}\nhttp://h.example/a|b\n`)).toEqual([site, { url: 'http://h.example/a|b' }]);
});

test('reads a target set as a table whose header names its columns, in any order and case', () => {
  const text = `\ufeff# the set of 2012
number,name,Short name,url,maxLevel
7,"Institute of Applied Mathematics, ""IAMR""",IAMR,https://mathem.example/,-1
# not now: 8,C,C,https://c.example/,

,C# Lab,,b.example/#part ,3
9,"two
lines",,"https://d.example/?a,b",
`;
  expect(sitesOf(text)).toEqual([
    {
      number: 7,
      name: 'Institute of Applied Mathematics, "IAMR"',
      shortName: 'IAMR',
      url: 'https://mathem.example/',
    },
    { name: 'C# Lab', url: 'b.example/#part', maxLevel: 3 },
    { number: 9, name: 'two\nlines', url: 'https://d.example/?a,b' },
  ]);
});

test.each([
  ['URL;NUMBER\r\nhttps://a.example/;3', [{ url: 'https://a.example/', number: 3 }]],
  ['"url"\t"short_name"\n"https://a.example/"\ta', [{ url: 'https://a.example/', shortName: 'a' }]],
  ['url\nhttps://a.example/', [{ url: 'https://a.example/' }]],
  [
    'Number;Full name;Short name;Start address\n5;Institute;I;https://a.example/',
    [{ number: 5, name: 'Institute', shortName: 'I', url: 'https://a.example/' }],
  ],
  [
    'url,tags\na.example,"public, north|old; small"\nb.example,',
    [{ url: 'a.example', tags: ['public', 'north', 'old', 'small'] }, { url: 'b.example' }],
  ],
  ['url,name', []],
  [
    '№;Полное название;Сокращение;Метки;Сайт\n5;Институт;И;север;https://a.example/',
    [{ number: 5, name: 'Институт', shortName: 'И', tags: ['север'], url: 'https://a.example/' }],
  ],
  ['Homepage,Organisation\na.example,A', [{ url: 'a.example', name: 'A' }]],
  ['\ufeffurl,name\n\u200bhttps://a.example/\u200e,A\u2060', [{ url: 'https://a.example/', name: 'A' }]],
])('reads the table %j', (text, sites) => {
  expect(sitesOf(text)).toEqual(sites);
});

test.each([
  ['url,nmae\n', 'urls.txt line 1: there is no column "nmae"; did you mean "name"?'],
  [
    '\nurl,country\n',
    'urls.txt line 2: there is no column "country"; allowed are url, name, shortName, tags, number, delayMs, maxDownloads, maxLevel, userAgent, limit, hosts.',
  ],
  [
    'url,website\n',
    'urls.txt line 1: there is no column "website"; allowed are url, name, shortName, tags, number, delayMs, maxDownloads, maxLevel, userAgent, limit, hosts.',
  ],
  ['Institute;Where\nA;https://a.example/', 'urls.txt line 1: there is no column "url"; needed are url.'],
  ['url,URL\n', 'urls.txt line 1: column "url" is there twice.'],
  [
    'url,name\na.example,A\nb.example,B, the second\n',
    'urls.txt line 3: 3 is refused; allowed are 2 fields, as in the header; a field with the separator needs quotation marks ("…").',
  ],
  ['url,name\na.example,"A\nb.example,B', 'urls.txt line 2: a quotation mark is opened and never closed.'],
  [
    'number,url\n"1","a.example"\n"x\ny",b.example\nz,c.example',
    'urls.txt line 3: number: "x\\ny" is refused; allowed is a whole number from 1 to 10000000 (number of the site).',
  ],
  [
    'url,name\n,A',
    'urls.txt line 2: url: a missing value is refused; allowed is an http or https address, for example https://example.org/.',
  ],
])('names the line of a table: %j', (text, sentence) => {
  expect(faultsOf(text)[0]).toBe(sentence);
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

test('keeps up with 200,000 lines and with a line of a million characters', () => {
  expect(sitesOf('https://example.org/\n'.repeat(200_000))).toHaveLength(200_000);
  expect(() => sitesOf('https://example.org/\n'.repeat(200_001))).toThrow('urls.txt: more than 200000 lines');
  for (const long of ['a', ';', ';1', ' ', '# ', '\ufeff']) {
    const [sentence = ''] = faultsOf(`x${long.repeat(1_000_000)}y`);
    expect(sentence).toMatch(/^urls\.txt line 1: /);
    expect(sentence.length).toBeLessThan(300);
  }
  expect(sitesOf(`url,name\n${'https://example.org/,"A ""B"" C"\n'.repeat(199_999)}`)).toHaveLength(199_999);
  for (const long of ['a', ',', '"', '\n', ' ', '""']) {
    const [sentence = ''] = faultsOf(`url,name\nx,"${long.repeat(1_000_000)}y`);
    expect(sentence).toMatch(/^urls\.txt line /);
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

test('resolves the references of lists that come from pages', () => {
  const { sites } = parseInputLines(
    'url,name,tags\nhttps://a.example/?a=1&amp;b=2,Tom &amp; J&eacute;r&#244;me,R&amp;D;own\n',
    'l.csv',
  );
  expect(sites).toEqual([{ url: 'https://a.example/?a=1&b=2', name: 'Tom & Jérôme', tags: ['R&D', 'own'] }]);
});
