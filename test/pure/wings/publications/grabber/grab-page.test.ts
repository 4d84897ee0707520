import { describe, expect, test } from 'vitest';
import { grabPage } from '../../../../../shared/wings/publications/grabber/grab-page.ts';
import { readRules } from '../../../../../shared/wings/publications/grabber/rules/read-rules.ts';

const sentence = 'The city council decided on Tuesday to close the old bridge for the winter because of ice.';
const html = `<html lang=en><head><title>Bridge closed - Town</title><base href=/images/></head><body>
<nav><a href=/>Home</a></nav><h1>Old bridge closed</h1><span id=when>12.09.2017 15:34</span>
<span class=by>Ann Lee</span><span class=by>Bo Ek</span>
<div id=story><h1>Old bridge closed</h1><p>${sentence}</p><ul><li>ice<li>wind</ul><div class=ad>Buy boots</div><p>Second part.</p></div>
<div id=price>12 <b>EUR</b></div><img id=lead src=bridge.jpg></body></html>`;
const url = 'https://town.example/news/1';
const now = Date.UTC(2026, 0, 1);

const fields = {
  title: '//h1',
  text: { xpath: '//div[@id="story"]', drop: ['.//div[@class="ad"]'] },
  authors: '//span[@class="by"]',
  published: { xpath: '//span[@id="when"]', date: { zone: 'MSK' } },
  image: '//img[@id="lead"]/@src',
  price: '//div[@id="price"]',
  names: { xpath: '//span[@class="by"]', join: ' & ' },
  day: { xpath: '//span[@id="when"]', date: {} },
  nothing: '//i',
};
const rulesOf = (...types: readonly object[]) => readRules({ types }, path => path.join('.'));
const article = { name: 'article', address: '/news/', fields };
const grab = (rules: ReturnType<typeof rulesOf>, page = html) => grabPage({ html: page, url, now, rules });

describe('rules on a page', () => {
  test('give the fields that they name, and the automatic extractor the others', () => {
    const found = grab(rulesOf(article));
    expect(found).toMatchObject({
      ...{ method: 'grabber', pageType: 'article', article: true, language: 'en', warnings: [] },
      ...{ title: 'Old bridge closed', authors: ['Ann Lee', 'Bo Ek'], image: 'https://town.example/images/bridge.jpg' },
      published: {
        at: '2017-09-12T12:34:00.000Z',
        precision: 'minute',
        offset: 180,
        words: '12.09.2017 15:34',
        source: 'rule',
      },
      fields: { price: '12 EUR', names: 'Ann Lee & Bo Ek', day: '2017-09-12T15:34:00.000Z', nothing: null },
    });
    expect(found.text).toBe(`${sentence}\n\nice\nwind\n\nSecond part.`);
    expect(found.sources).toMatchObject({ title: 'rule', authors: 'rule', image: 'rule' });
  });

  test('are those of the first page type that fits', () => {
    const other = { name: 'other', match: '//article', fields: { text: '//article' } };
    const elsewhere = { ...article, name: 'elsewhere', address: '/sport/' };
    const both = { ...article, name: 'both', match: '//article' };
    expect(grab(rulesOf(other, elsewhere, both, article)).pageType).toBe('article');
  });

  test('leave the page to the automatic extractor where no page type fits', () => {
    const found = grab(rulesOf({ ...article, address: '/sport/' }));
    expect(found).toMatchObject({ method: 'readability', pageType: null, fields: {}, warnings: ['no-page-type'] });
    expect(found.text).toContain(sentence);
  });

  test('leave the text to the automatic extractor where theirs is empty', () => {
    const found = grab(rulesOf({ ...article, fields: { ...fields, text: '//article' } }));
    expect(found).toMatchObject({ method: 'readability', pageType: 'article', warnings: ['no-rule-text'] });
    expect(found).toMatchObject({ title: 'Old bridge closed', sources: { title: 'rule' } });
    expect(found.text).toContain(sentence);
  });

  test.each([
    ['//*[count(//*[count(//*) > 1]) > 1]', '<p>x'.repeat(3_000), 'rule-too-dear'],
    ['count(1)', '', 'rule-failed'],
  ])('that cannot be asked of a page are told: %s', (xpath, more, warning) => {
    const found = grab(rulesOf({ ...article, fields: { text: xpath } }), html + more);
    expect(found).toMatchObject({ method: 'readability', pageType: null });
    expect(found.warnings).toContain(warning);
  });

  test('take nested elements once, in the order of the page', () => {
    const page = '<body><div><p>one</p><div><p>two</p></div></div><p>three</p>';
    const rules = rulesOf({ name: 'a', match: '//p', fields: { text: '//p | //div' } });
    expect(grab(rules, page).text).toBe('one\n\ntwo\n\nthree');
  });
});
