import { describe, expect, test } from 'vitest';
import { fieldValues, readField } from '../../../../shared/domain/html/xpath/page-fields.ts';
import { BadInput } from '../../../../shared/domain/refusal/refusal.ts';
import { readSpec } from '../../../../shared/domain/spec/read-spec.ts';

const html = `<title> A  page </title><h1 class="big head">First <b>title</b></h1><h1>Second</h1>
  <div id=shop><p class=price data-value="12">12 €<p class="price old">15 €</div>
  <a href="/a">one</a><a href="/b">two</a><script type="application/ld+json">{"a": 1}</script><script>x = 1</script>`;

function valueIn(field: string, page = html): string {
  return fieldValues([readField(field)], page).values[0]!;
}

describe('fields of a page', () => {
  test.each([
    ['t=//h1', 'First title | Second'],
    ['t=(//h1)[1]', 'First title'],
    ['t=//a/@href', '/a | /b'],
    ['t=count(//a)', '2'],
    ['t=string(//title)', 'A page'],
    ['t=//script[@type="application/ld+json"]', '{"a": 1}'],
    ['t=//nothing', ''],
    ['t=css:h1', 'First title | Second'],
    ['t=css:.price', '12 € | 15 €'],
    ['t=css:#shop > p.price:not(.old)', '12 €'],
    ['t=css:p[data-value="12"] + p', '15 €'],
    ['t=css:p:nth-child(2)', '15 €'],
    ['t=css:div:has(.old)', '12 € 15 €'],
    ['t=css:a:contains("two")', 'two'],
    ['t=css:a::attr(href)', '/a | /b'],
    ['t=css:H1.big', 'First title'],
  ])('%s gives %s', (field, value) => {
    expect(valueIn(field)).toBe(value);
  });

  test('are cut where they are long, and say so', () => {
    const long = valueIn('t=//p', `<p>${'x'.repeat(5_000)}`);
    expect(long).toMatch(/^x{1000}… \(5000 characters, SHA-256 [0-9a-f]{16}…\)$/);
    expect(valueIn('t=//i', '<i>a</i>'.repeat(150))).toMatch(/^(?:a \| ){100}… \(150 places\)$/);
  });

  test.each(['t=//*[count(//*) > count(//*//*)]', 't=css:p:has(~ p ~ p ~ p ~ i)'])(
    'cost no more than a page may cost: %s',
    field => {
      const before = performance.now();
      const read = fieldValues([readField(field), readField('u=//title')], `<title>a</title>${'<p><b>'.repeat(8_000)}`);
      expect(read.isUnread).toBe(true);
      expect(read.values[0]).toBe('');
      // Without a bound it would take minutes.
      expect(performance.now() - before).toBeLessThan(30_000);
    },
  );
});

function refusalsOf(extract: unknown): readonly string[] {
  try {
    readSpec({ extract }, () => '--extract');
  } catch (error) {
    if (error instanceof BadInput) return error.sentences;
    throw error;
  }
  return [];
}

test('fields that cannot be used are refused by one sentence each', () => {
  expect(refusalsOf(['a=//h1', 'b=css:.p'])).toEqual([]);
  const form = 'allowed is NAME=XPATH or NAME=css:SELECTOR, the name of letters, digits, "_" and "-"';
  const expression = 'allowed behind NAME= is an XPath 1.0 expression, or css: and a selector of CSS';
  expect(refusalsOf(['//h1'])).toEqual([`--extract: "//h1" is refused; ${form}.`]);
  expect(refusalsOf(['a=//h1['])).toEqual([
    `--extract: "a=//h1[" is refused; the bracket [ is not closed; ${expression}.`,
  ]);
  expect(refusalsOf(['a=css:p:unheard'])).toEqual([
    `--extract: "a=css:p:unheard" is refused; unknown pseudo-class :unheard; ${expression}.`,
  ]);
  for (const [selector, why] of [
    ['[', 'a name is missing at its end'],
    ['p > #', 'a name is missing at "#"'],
    ['p[x', 'the bracket [ is not closed'],
    ['p[x="y', 'a quotation mark is not closed'],
    ['p:not(.x', 'the parenthesis ( is not closed'],
    ['p,,q', 'a part of it is empty'],
    ['p !', 'nothing in CSS begins like "!"'],
  ])
    expect(refusalsOf([`a=css:${selector}`])).toEqual([
      `--extract: ${JSON.stringify(`a=css:${selector}`)} is refused; ${why}; ${expression}.`,
    ]);
  for (const text of [
    'a=css:',
    'a=css:p >',
    'a=css:> p',
    'a=css:p,',
    'a=css:p::before',
    'a=',
    '1=//p',
    'a=nothing()',
    'a=css:[',
  ]) {
    expect(refusalsOf([text])).toHaveLength(1);
    expect(refusalsOf([text])[0]).not.toContain('\n');
  }
  expect(refusalsOf(['a=//h1', 'A=//h2'])).toEqual(['--extract: "A=//h2" is refused; allowed is each name once.']);
  const many = Array.from({ length: 21 }, (_, index) => `f${index}=//h1`);
  expect(refusalsOf(many)[0]).toMatch(/allowed is a list of at most 20 fields\.$/);
});
