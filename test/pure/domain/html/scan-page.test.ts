import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import type { LinkElement } from '../../../../shared/domain/html/link-element.ts';
import { PageScan } from '../../../../shared/domain/html/page-scan.ts';
import { scanPage } from '../../../../shared/domain/html/scan-page.ts';
import { specDefaults } from '../../../../shared/domain/spec/crawl-spec.ts';
import { profileDefaults } from '../../../../shared/domain/spec/profiles.ts';

describe('the links of a page', () => {
  it.each<[what: string, html: string, hrefs: string[]]>([
    ['quoted, single-quoted and unquoted values', `<a href="1"><a href='2'><a href=3>`, ['1', '2', '3']],
    ['names in any case, with white space and line ends', '<A\n\tHREF\r=\n"1" >', ['1']],
    ['a slash in an unquoted value as part of it', '<a href=x/>', ['x/']],
    ['the first of two attributes of the same name', '<a href=1 href=2>', ['1']],
    ['attributes without white space between them', '<a id="x"href="1">', ['1']],
    ['a > inside quotes as part of the value', '<a title="a>b" href="c>d">', ['c>d']],
    ['an empty value', '<a href>x</a><a href="">', ['', '']],
    ['a quote inside an attribute name as part of the name', '<a x"y href=1>', ['1']],
    ['an equals sign at the start of a name as part of it', '<a =href=1 href=2>', ['2']],
    ['links in SVG', '<svg><a href="1"><path d="M0"/></a></svg>', ['1']],
    [
      'xlink:href of SVG alone',
      '<a xlink:href=0><svg><a xlink:href="1"></a><a xlink:href=2 href=3></a></svg>',
      ['1', '3'],
    ],
    ['no xlink:href of MathML', '<math><a xlink:href="1">', []],
    ['links in noscript, because no script runs', '<noscript><a href=1></a></noscript>', ['1']],
    ['no tag that the page ends in', '<a href=1>x</a><a href="2', ['1']],
    ['no link in a comment', '<!-- <a href=1> --><a href=2>', ['2']],
    ['comments that end at once', '<!--><a href=1><!---><a href=2>', ['1', '2']],
    ['comments that end with a bang', '<!-- --!><a href=1>', ['1']],
    ['bogus comments up to the next >', '<!x "> <a href=1><?x <a href=2> <a href=3></ <a href=4>', ['1', '3']],
    ['no link in raw text', '<style><a href=1></style><xmp><a href=2></XMP ><a href=3>', ['3']],
    ['no link in a title or textarea', '<title><a href=1></title><textarea><a href=2></textarea>', []],
    ['no link in iframe, noembed, noframes', '<iframe><a href=1></iframe><noembed><a href=2></noembed>', []],
    ['no link behind plaintext', '<a href=1></a><plaintext></plaintext><a href=2>', ['1']],
    ['no link in a script', '<script>"<a href=1>"</script><a href=2>', ['2']],
    [
      'a script inside a comment inside a script',
      '<script><!--<script></script><a href=1>--></script><a href=2>',
      ['2'],
    ],
    ['a script whose comment is closed', '<script><!----></script><a href=1>', ['1']],
    ['no link in a template', '<template><a href=1></template><a href=2>', ['2']],
    ['a CDATA section only inside SVG', '<![CDATA[<a href=1>]]><svg><![CDATA[<a href=2>]]></svg>', []],
    ['a < that starts no tag as text', '1 < 2 <<a href=1>', ['1']],
    ['NUL bytes in a name as another name', '<a\0 href=1><a hr\0ef=2>', []],
  ])('takes %s', (_what, html, hrefs) => {
    expect(hrefsOf(html)).toEqual(hrefs);
  });

  it.each<[what: string, html: string, hrefs: string[]]>([
    ['a link that a new block opens again', '<p><a href=1>x<p>y', ['1', '1']],
    ['a link around a block in a paragraph', '<p><a href=1><div>x</div></a>', ['1', '1']],
    ['a link around an item of the list around it', '<ul><li><a href=1>x<li>y</li></a></ul>', ['1', '1']],
    ['a link moved before its table', '<table><tr><td><a href=1></a></td></tr><a href=2></a></table>', ['2', '1']],
    ['a frameset that takes the place of the body', '<a href=1></a><frameset><noframes><a href=2>', []],
    ['a link that outlives its template', '<template><p><a href=1><object></p></template><i></i>', ['1']],
    [
      'white space between words behind a frameset',
      '<a href=1><p><frameset></frameset></html><a href=2><p>x <p>',
      ['1'],
    ],
    ['plaintext behind a paragraph that has ended MathML', '<math><p><plaintext></plaintext></p><a href=1></a>', []],
    ['text that a select drops the tags around', '<select><plaintext></select><a href=1>', ['1']],
    ['a select in a template', '<template><select><iframe></select></template><a href=1>', ['1']],
    [
      'shadow trees, open and closed, in one another',
      '<div><template shadowrootmode=open><a href=1></a><x-y><template shadowrootmode=CLOSED><a href=2></a></template><a href=3></a></x-y></template></div><a href=4>',
      ['1', '2', '3', '4'],
    ],
    [
      'templates that are no shadow trees: another mode, host, the second of a host, in a template',
      '<div><template shadowrootmode=no><a href=1></a></template></div><b><template shadowrootmode=open><a href=2></a></template></b><p><template shadowrootmode=open><i></i></template><template shadowrootmode=open><a href=3></a></template></p><template><div><template shadowrootmode=open><a href=4></a></template></div></template><a href=5>',
      ['5'],
    ],
    [
      'no base, title and refresh of a shadow tree',
      '<div><template shadowrootmode=open><base href=x><meta http-equiv=refresh content="0;url=r"><a href=1></a></template></div><a href=2>',
      ['1', '2'],
    ],
    ['a slash that closes nothing behind a broken SVG', '<p><math></p><a href=1><p /></a>', ['1', '1']],
    ['raw text names that are plain elements in SVG', '<svg><style><a href=1></style></svg>', ['1']],
  ])('builds the tree for %s', (_what, html, hrefs) => {
    expect(hrefsOf(html)).toEqual(hrefs);
    expect(scan.usedTree).toBe(true);
  });

  it.each([
    ['blocks inside a link', '<div><a href=1><div><p>x</p></div></a></div>'],
    ['an icon inside a link', '<p><a href=1><svg><path d="M0"/></svg> x</a></p>'],
    [
      'links in a list and in the cells of a table',
      '<ul><li><a href=1>x</a><li></ul><table><td><a href=2>x</a></table>',
    ],
  ])('does not need the tree for %s', (_what, html) => {
    scanPage(Buffer.from(html), scan, { elements: specDefaults.elements });
    expect(scan.usedTree).toBe(false);
  });
});

describe('what else a page holds', () => {
  it('is every base in document order', () => {
    scanPage(Buffer.from('<base target=x><base href=1><body><BASE HREF="2">'), scan, {
      elements: specDefaults.elements,
    });
    expect(scan.bases.map((start, i) => (i % 2 === 0 ? scan.html.slice(start, scan.bases[i + 1]) : ''))).toEqual([
      '1',
      '',
      '2',
      '',
    ]);
  });

  it('is its first title, not that of an image', () => {
    scanPage(Buffer.from('<svg><title>no</title></svg><title>yes</title><title>no</title>'), scan, {
      elements: specDefaults.elements,
    });
    expect(scan.html.slice(scan.titleStart, scan.titleEnd)).toBe('yes');
  });

  it.each<[elements: readonly LinkElement[], records: string[]]>([
    [
      ['a', 'refresh'],
      ['refresh 0;url=6', 'a 2'],
    ],
    [
      ['a', 'refresh', 'frame'],
      ['refresh 0;url=6', 'frame 1', 'a 2'],
    ],
    [
      ['a', 'area', 'link', 'frame'],
      ['link 5', 'frame 1', 'a 2', 'area 3'],
    ],
    [['a'], ['a 2']],
    [['area'], ['area 3']],
    [['link'], ['link 5']],
  ])('is of the elements %j alone', (elements, records) => {
    const html = `<base href=0><link rel=stylesheet href=5><link rel=x><meta http-equiv=refresh content="0;url=6">
      <iframe src=1></iframe><iframe></iframe><a href=2>x</a><map><area href=3><area alt=x></map>`;
    expect(recordsOf(html, elements)).toEqual(records);
  });

  it.each<[what: string, html: string, records: string[]]>([
    ['the frames of a frameset', '<frameset><frame src=1><frame src=2></frameset>', ['frame 1', 'frame 2']],
    ['no frame outside a frameset', '<frame src=1><a href=2>', ['a 2']],
    ['areas and links in any case, closed or not', '<AREA HREF=1/><LINK HREF="2" />', ['area 1/', 'link 2']],
    ['an empty href', '<area href><link href="">', ['area ', 'link ']],
    ['links in the body and behind the head', '</head><link href=1><body><link href=2>', ['link 1', 'link 2']],
    ['areas inside a link', '<a href=1><area href=2></a>', ['a 1', 'area 2']],
    ['links in noscript', '<head><noscript><link href=1></noscript>', ['link 1']],
    ['an area moved before its table', '<table><tr><td><a href=1></a><tr><area href=2>', ['area 2', 'a 1']],
    ['a link moved before its table', '<table><td><a href=1></a></td><link href=2></table>', ['link 2', 'a 1']],
    ['nothing that a select drops', '<select><area href=1><link href=2></select>', []],
    ['nothing of SVG and MathML', '<svg><area href=1><link href=2></svg><math><link href=3></math>', []],
    ['HTML inside SVG', '<svg><foreignObject><area href=1></foreignObject></svg>', ['area 1']],
    ['nothing of a template', '<template><area href=1><link href=2><iframe src=3></iframe></template>', []],
    ['nothing in comments and raw text', '<!-- <area href=1> --><style><link href=2></style>', []],
    ['no base', '<base href=1><area href=2>', ['area 2']],
  ])('takes as BeeBot does %s', (_what, html, records) => {
    expect(recordsOf(html, profileDefaults.beebot.elements)).toEqual(records);
  });

  it('is its meta refresh', () => {
    expect(recordsOf('<meta content="5;url=x" http-equiv=Refresh><meta name=refresh content=y>')).toEqual([
      'refresh 5;url=x',
    ]);
  });
});

describe('a page with too many links', () => {
  it('keeps the first ones and counts the rest', () => {
    const small = new PageScan(3);
    scanPage(Buffer.from('<a href=x></a>'.repeat(10)), small, { elements: specDefaults.elements });
    expect([small.linkCount, small.linksDropped]).toEqual([3, 7]);
  });

  it('is forgotten when the scan is used again', () => {
    scanPage(Buffer.from('<base href=x><title>t</title><a href=1><p><a href=2><p>'), scan, {
      elements: specDefaults.elements,
    });
    scanPage(Buffer.from('<a href=3>'), scan, { elements: specDefaults.elements });
    expect([scan.linkCount, scan.bases.length, scan.titleEnd, scan.usedTree]).toEqual([1, 0, 0, false]);
  });
});

const scan = new PageScan();

function hrefsOf(html: string): string[] {
  return recordsOf(html).map(record => record.slice(2));
}

function recordsOf(html: string, elements: readonly LinkElement[] = specDefaults.elements): string[] {
  scanPage(Buffer.from(html), scan, { elements });
  return Array.from(
    { length: scan.linkCount },
    (_, link) => `${scan.kind(link)} ${html.slice(scan.valueStart(link), scan.valueEnd(link))}`,
  );
}
