import { describe, expect, test } from 'vitest';
import { pageTree } from '../../../../../shared/domain/html/page-tree.ts';
import { PageNodes, RuleTooDear } from '../../../../../shared/domain/html/xpath/page-nodes.ts';
import { BadXPath, evaluateXPath, holdsXPath, readXPath } from '../../../../../shared/domain/html/xpath/xpath.ts';

const html =
  '<html lang=ru><title>T</title><body><div id=a class="x y"><p>one<p>two <b>bold</b></div>' +
  '<div class=z><p>three</p><a href=/q rel=author>A. B</a></div>';
const pageOf = (text: string) => new PageNodes(pageTree(text).document);

function found(expression: string, text = html): string | readonly string[] {
  const page = pageOf(text);
  const value = evaluateXPath(readXPath(expression), page);
  return typeof value === 'string' ? value : value.map(node => page.textOf(node));
}

describe('an expression', () => {
  test.each([
    ['//p', ['one', 'two bold', 'three']],
    ['//P[2]', ['two bold']],
    ['(//p)[3]', ['three']],
    ['//div[@id="a"]/p[last()]', ['two bold']],
    ['//div[contains(concat(" ", @class, " "), " y ")]/p[1]', ['one']],
    ['//b/ancestor::div/@class', ['x y']],
    ['//b/ancestor::*[1]', ['two bold']],
    ['//p[2]/following::p', ['three']],
    ['//a/preceding::p', ['one', 'two bold', 'three']],
    ['//b/preceding::div', []],
    ['//a/preceding-sibling::p[1]', ['three']],
    ['//p/following-sibling::*', ['two bold', 'A. B']],
    ['//@href/..', ['A. B']],
    ['//@rel/preceding::b', ['bold']],
    ['//p | //a | //p', ['one', 'two bold', 'three', 'A. B']],
    ['//div//p//b | //div/descendant::b', ['bold']],
    ['id("a")/p', ['one', 'two bold']],
    ['//p[lang("ru")][3]', []],
    ['//div//p[b]', ['two bold']],
    ['//p[not(b)][2]', []],
    ['//p[not(b) and position() = 1]', ['one', 'three']],
    ['//p[count(following-sibling::p)]', ['one']],
    ['//body//*[@rel = "author"]', ['A. B']],
    ['//p/text()', ['one', 'two ', 'three']],
    ['count(//div//p)', '3'],
    ['string(//a/@href)', '/q'],
    ['normalize-space(//p[2])', 'two bold'],
    ['substring-after("a: b", ": ")', 'b'],
    ['translate("abc", "ab", "x")', 'xc'],
    ['//p = "three"', 'true'],
    ['count(//div) > 2', 'false'],
  ])('%s selects what XPath 1.0 says', (expression, expected) => {
    expect(found(expression)).toEqual(expected);
  });

  test('holds where it selects something, or is true', () => {
    const page = pageOf(html);
    const holds = (expression: string) => holdsXPath(readXPath(expression), page);
    expect(['//b', '//i', 'count(//p) = 3', '"x"', '""', '0'].map(holds)).toEqual([
      true,
      false,
      true,
      true,
      false,
      false,
    ]);
  });

  test.each([
    ['//div[', 'the bracket [ is not closed'],
    ['//p]', 'the bracket ] closes none'],
    ["//p[.='x]", "the quotation mark ' is not closed"],
    ['//p//', 'it does not follow the grammar'],
    ['//p{', 'the character { cannot stand where it does'],
    ['', 'it does not follow the grammar'],
    ['//p[lower-case(.) = "x"]', 'XPath 1.0 has no function lower-case'],
    ['//p[$x]', 'there are no variables'],
    ['//svg:path', 'there is no namespace svg'],
    ['//namespace::*', 'the axis namespace is not supported'],
    [`//p[${'1+'.repeat(500)}1]`, 'it has more than 1000 characters'],
  ])('%s is refused: %s', (expression, why) => {
    expect(() => readXPath(expression)).toThrow(new BadXPath(why));
  });

  test('that gives a function what it cannot take is told', () => {
    expect(() => evaluateXPath(readXPath('count(1)'), pageOf(html))).toThrow(BadXPath);
  });
});

describe('a hostile page or expression ends', () => {
  const flat = '<p class=a>x'.repeat(60_000);
  const deep = '<div>'.repeat(400) + 'x'.repeat(1_000_000);

  test.each([
    ['//*[count(//*) > 1]', flat],
    ['//p[preceding::p[preceding::p]]', flat],
    ['//p[preceding-sibling::p = following-sibling::p]', flat],
    ['//*[contains(., "y")]', deep],
    ['//*[translate(normalize-space(.), "x", "y") = .]', deep],
    [`//*[${'1+'.repeat(450)}1 = count(//p)]`, flat],
  ])('%s is too dear', (expression, page) => {
    expect(() => evaluateXPath(readXPath(expression), pageOf(page))).toThrow(RuleTooDear);
  });

  test.each([
    ['count(//p)', flat, '60000'],
    ['count(//div//div//div//div//div)', deep, '396'],
    ['count(//p/following-sibling::p[1])', flat, '59999'],
    ['string-length(string(/))', deep, '1000000'],
  ])('%s is not', (expression, page, expected) => {
    expect(found(expression, page)).toBe(expected);
  });
});
