import { describe, expect, it } from 'vitest';
import { sniffEncoding } from '../../shared/domain/html/decode-text.ts';
import { linkElements } from '../../shared/domain/html/link-element.ts';
import { parseRefresh } from '../../shared/domain/html/meta-refresh.ts';
import { PageScan } from '../../shared/domain/html/page-scan.ts';
import { scanPage } from '../../shared/domain/html/scan-page.ts';
import { anchorText, titleText } from '../../shared/domain/html/scanned-text.ts';

const scan = new PageScan();

/** Pages built to be slow (adverse cases 29 and 35); `n` is their length in pieces. */
const SHAPES: ReadonlyArray<readonly [what: string, page: (n: number) => string]> = [
  ['nested blocks', n => '<div>'.repeat(n)],
  ['nested blocks in doubt', n => `<p><a href=x><p>${'<div>'.repeat(n)}`],
  ['attributes in one tag', n => `<a ${'x y '.repeat(n)}>`],
  ['different attributes in one tag in doubt', n => `<p><a href=1><p><a ${counted(n, i => `x${i} `)}>`],
  ['unclosed comments', n => '<!--'.repeat(n)],
  ['dashes in a comment', n => `<!--${'- --!'.repeat(n)}`],
  ['unclosed scripts', n => '<script>'.repeat(n)],
  ['scripts that open comments', n => '<script><!--</script>'.repeat(n)],
  ['scripts inside comments inside scripts', n => `<script>${'<!--<script></script>'.repeat(n)}`],
  ['unclosed titles', n => '<title>'.repeat(n)],
  ['end tags in raw text', n => `<title>${'</titl'.repeat(n)}`],
  ['unclosed quotes', n => '<a href="'.repeat(n)],
  ['unclosed tags', n => '<a '.repeat(n)],
  ['less-than signs', n => '<'.repeat(n)],
  ['links', n => '<a href=x>y</a>'.repeat(n)],
  ['one long link', n => `<a href="${'x'.repeat(n)}">`],
  ['one long line of text', n => 'text '.repeat(n)],
  ['misnested links', n => '<p><a href=x>y'.repeat(n)],
  ['misnested formatting', n => counted(n, i => `<p><b x=${i}><i y=${i}><a href=x>`)],
  ['areas and frames', n => '<area href=x><iframe src=y></iframe>'.repeat(n)],
  ['areas moved out of a table', n => `<table>${'<area href=x>'.repeat(n)}`],
  ['links moved out of a table', n => `<table>${'<a href=x></a>'.repeat(n)}`],
  ['nested tables', n => '<table><td>'.repeat(n)],
  ['nested SVG', n => '<svg><g>'.repeat(n)],
  ['SVG titles', n => '<svg><title>'.repeat(n)],
  ['templates', n => '<template>'.repeat(n)],
  ['closing tags', n => '</a></p>'.repeat(n)],
];

// Pages of some megabytes, read in less than a second. Steps that grow with the square of the pieces would be a hundred
// thousand million and outlast the limit, which is what these tests fail by, on a fast machine as on a busy one.
describe('the time a page takes', { timeout: 60_000 }, () => {
  it.each(SHAPES)('is linear in the number of %s', (_what, page) => {
    read(page(500_000));
  });

  it('is linear in the white space of a refresh', () => {
    expect(parseRefresh(`5${' '.repeat(1_000_000)}x`)).toEqual({ seconds: 5, url: 'x' });
  });
});

function read(html: string): void {
  const body = Buffer.from(html, 'latin1');
  scanPage(body, scan, { elements: linkElements });
  titleText(scan, 'utf-8');
  if (scan.linkCount > 0) anchorText(scan, 0, 'utf-8');
  sniffEncoding({ body, contentType: '' });
}

function counted(n: number, piece: (i: number) => string): string {
  return Array.from({ length: n }, (_, i) => piece(i)).join('');
}
