import { describe, expect, it } from 'vitest';
import { PageScan } from '../../../../shared/domain/html/page-scan.ts';
import { scanPage } from '../../../../shared/domain/html/scan-page.ts';

/** A link in a table, outside of a cell: only the tree tells its place. */
const inDoubt = '<table><a href=0></a></table><a href=1></a>';

describe('the tree of a page', () => {
  it.each<[what: string, within: string, beyond: string]>([
    ['elements', '<i></i>'.repeat(145_000), '<i></i>'.repeat(155_000)],
    ['end tags', '</i>'.repeat(395_000), '</i>'.repeat(401_000)],
    ['less-than signs', '< '.repeat(395_000), '< '.repeat(401_000)],
    ['attributes of one tag', `<i ${names(9_000)}>`, `<i ${names(11_000)}>`],
    ['attributes of one end tag', `</i ${names(9_000)}>`, `</i ${names(11_000)}>`],
    ['attributes', `<i ${names(4_000)}>`.repeat(450), `<i ${names(4_000)}>`.repeat(550)],
    ['parts of an attribute', `<i x="${'&amp;'.repeat(140_000)}">`, `<i x="${'&amp;'.repeat(310_000)}">`],
    ['characters of a name', `<i${'x'.repeat(999_000)}>`, `<i${'x'.repeat(1_001_000)}>`],
    ['characters of the last name', `<i${'x'.repeat(999_000)}`, `<i${'x'.repeat(1_001_000)}`],
    ['characters of a doctype', `<!DOCTYPE ${'x '.repeat(4_000)}>`, `<!DOCTYPE ${'x '.repeat(6_000)}>`],
    ['characters of a doctype without an end', `<!DOCTYPE ${'x '.repeat(4_000)}`, `<!DOCTYPE ${'x '.repeat(6_000)}`],
    ['carriage returns', '\r\n'.repeat(999_000), '\r\n'.repeat(1_001_000)],
    ['open elements', '<div>'.repeat(500), '<div>'.repeat(520)],
    ['elements made again', reopened(200, 600), reopened(200, 3_000)],
    ['attributes copied', reopenedWith(1_000, 1_500), reopenedWith(1_000, 2_500)],
    ['bytes of links made again', longLink(1_000_000, 1), longLink(1_000_000, 100)],
  ])('is built up to a number of %s, beyond it the tags count as they stand', (_what, within, beyond) => {
    const [built, givenUp] = [read(`${inDoubt}${within}`), read(`${inDoubt}${beyond}`)];
    expect([built.usedTree, built.treeGivenUp, givenUp.usedTree, givenUp.treeGivenUp]).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(firstLinks(built)).toEqual(['0', '1']);
    expect(firstLinks(givenUp)).toEqual(['0', '1']);
  });

  it('is not built where a small page makes more than twice its length of elements', () => {
    const page = (formatting: number): string =>
      `<p><a href=x>${Array.from({ length: formatting }, (_, i) => `<b x=${i}>`).join('')}${'<p>x'.repeat(300)}`;
    expect(read(page(2)).usedTree).toBe(true);
    expect(read(page(9)).treeGivenUp).toBe(true);
  });
});

const scans = [new PageScan(), new PageScan()];

function read(html: string): PageScan {
  const scan = scans.reverse()[0]!;
  scanPage(Buffer.from(html, 'latin1'), scan, { elements: ['a'] });
  return scan;
}

function firstLinks(scan: PageScan): string[] {
  return [0, 1].map(link => scan.html.slice(scan.valueStart(link), scan.valueEnd(link)));
}

function numbered(count: number, piece: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => piece(i)).join('');
}

function names(count: number): string {
  return numbered(count, i => `a${i} `);
}

/** Each of the paragraphs has all of the formatting elements. The text keeps the page long enough for its elements. */
function reopened(formatting: number, paragraphs: number): string {
  return `<p>${numbered(formatting, i => `<b x=${i}>`)}${`<p>${'text '.repeat(200)}`.repeat(paragraphs)}`;
}

function reopenedWith(attributes: number, paragraphs: number): string {
  return `<p><b ${names(attributes)}>${`<p>${'text '.repeat(20)}`.repeat(paragraphs)}`;
}

/** The tree has the link once for each paragraph. */
function longLink(length: number, paragraphs: number): string {
  return `<p><a href="${'x/'.repeat(length / 2)}">${'<p>x'.repeat(paragraphs)}`;
}
