import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PageScan } from '../../../../shared/domain/html/page-scan.ts';
import { scanPage } from '../../../../shared/domain/html/scan-page.ts';
import {
  anchorText,
  attributeIs,
  attributeOfTag,
  attributeText,
  baseTexts,
  proseText,
  titleText,
} from '../../../../shared/domain/html/scanned-text.ts';
import { specDefaults } from '../../../../shared/domain/spec/crawl-spec.ts';

describe('the text of a link', () => {
  it.each<[what: string, html: string, text: string]>([
    ['tags removed', '<a href=x>one <b>two</b><i>three</i></a>', 'one twothree'],
    ['blocks parted', '<a href=x><div>one</div><div>two</div>three<br>four</a>', 'one two three four'],
    ['white space collapsed', '<a href=x>\n  one\t two &nbsp; </a>', 'one two'],
    ['references resolved', '<a href=x>a &amp;lt; b &copy</a>', 'a &lt; b ©'],
    ['comments, scripts and styles left out', '<a href=x>a<!-- b --><script>c</script><style>d</style>e</a>', 'ae'],
    ['the next link not included', '<a href=x>one<a href=y>two</a>', 'one'],
    ['a lone < kept', '<a href=x>1 < 2</a>', '1 < 2'],
    ['images named', '<a href=x><img src=y alt="a &amp; b"> <img alt=c></a>', 'a & b c'],
    ['images passed over where there is text', '<a href=x><img alt=b>text</a>', 'text'],
    ['nothing', '<a href=x></a>', ''],
  ])('has %s', (_what, html, text) => {
    expect(anchorText(scanOf(html), 0, 'utf-8')).toBe(text);
  });

  it('is cut at 200 characters, not inside one', () => {
    expect(anchorText(scanOf(`<a href=x>${'x'.repeat(500)}</a>`), 0, 'utf-8')).toHaveLength(200);
    expect(anchorText(scanOf(`<a href=x>${'x'.repeat(199)}😀</a>`), 0, 'utf-8')).toBe('x'.repeat(199));
  });

  it('is none for a refresh', () => {
    expect(anchorText(scanOf('<meta http-equiv=refresh content="0;url=x">text'), 0, 'utf-8')).toBe('');
  });
});

describe('the value of a link', () => {
  it('is decoded by the charset, then its references are resolved as in attributes', () => {
    const scan = scanOf('<a href="\xcf?a&amp;b&copy=1">', 'latin1');
    expect(attributeText(scan, 0, 'windows-1251')).toBe('П?a&b&copy=1');
  });

  it('has line feeds for carriage returns and U+FFFD for NUL, as in the tree', () => {
    expect(attributeText(scanOf('<a href="a\r\nb\rc\0">'), 0, 'utf-8')).toBe('a\nb\nc\uFFFD');
  });
});

describe('the bases and the title', () => {
  it('are decoded', () => {
    const scan = scanOf('<title>\n Жизнь &lt;3\n</title><base href="/я&amp;b"><base href=c>');
    expect([titleText(scan, 'utf-8'), baseTexts(scan, 'utf-8')]).toEqual(['Жизнь <3', ['/я&b', 'c']]);
  });

  it('are cut at 500 characters', () => {
    expect(titleText(scanOf(`<title>${'x '.repeat(50_000)}`), 'utf-8').length).toBeLessThanOrEqual(500);
  });

  it('are empty where there is none', () => {
    expect([titleText(scanOf('<p>x'), 'utf-8'), baseTexts(scanOf('<p>x'), 'utf-8')]).toEqual(['', []]);
  });
});

describe('an attribute that is compared', () => {
  const nameEnd = '<meta'.length;

  it.each<[tag: string, is: boolean | undefined]>([
    ['<meta name=robots>', true],
    ['<meta name=" RoBots ">', true],
    ['<meta name="r&#111;bots">', true],
    ['<meta name="\xa0robots">', true],
    ['<meta name=robot>', false],
    ['<meta name=other name=robots>', false],
    ['<meta name>', false],
    ['<meta content=robots>', undefined],
  ])('%s', (tag, is) => {
    expect(attributeIs(Buffer.from(tag), nameEnd, 'name', 'robots', 'utf-8')).toBe(is);
  });

  it('is what its text says, whatever its bytes', () => {
    const part = fc.constantFrom(' ', '\t', '\r', '\0', '&nbsp;', '&#32;', 'ro', 'bots', 'RO', 'é', '\u2003', 'x');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), parts => {
        const page = Buffer.from(`<meta name="${parts.join('')}">`);
        const text = attributeOfTag(page, nameEnd, 'name', 'utf-8')!;
        expect(attributeIs(page, nameEnd, 'name', 'robots', 'utf-8')).toBe(text.trim().toLowerCase() === 'robots');
      }),
    );
  });
});

describe('the sample of prose', () => {
  const sentence = 'The institute was founded in 1999, and its scientists work on applied problems.';
  it.each<[what: string, html: string, text: string]>([
    ['long runs rather than words of a menu', `<li>Home<li>News<p>${sentence}<li>About`, sentence],
    ['inline elements within a run', `<div>${sentence.replace('its', '<b>its</b>')}</div>`, sentence],
    ['short runs where there is no long one', '<title>A</title><li>Home<li>News <li>About', 'Home News About'],
    [
      'no code, choices or styles',
      `<pre>int ${sentence}</pre><svg><style>a{${sentence}}</style></svg><p>${sentence}`,
      sentence,
    ],
    ['no more than is enough', `<p>${sentence}`.repeat(20), Array(6).fill(sentence).join(' ')],
    ['nothing', '<p></p>', ''],
  ])('has %s', (_what, html, text) => {
    expect(proseText(scanOf(html), 'utf-8').trim()).toBe(text);
  });

  it('looks once for the end of an element that does not end', () => {
    expect(proseText(scanOf(`${'<pre>'.repeat(1_900)}${sentence}`), 'utf-8')).toBe('');
  });
});

function scanOf(html: string, from: 'utf8' | 'latin1' = 'utf8'): PageScan {
  const scan = new PageScan();
  scanPage(Buffer.from(html, from), scan, { elements: specDefaults.elements });
  return scan;
}
