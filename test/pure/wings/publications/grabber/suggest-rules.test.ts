import { describe, expect, test } from 'vitest';
import { compareRules } from '../../../../../shared/wings/publications/grabber/compare-rules.ts';
import { readRules } from '../../../../../shared/wings/publications/grabber/rules/read-rules.ts';
import { suggestRules } from '../../../../../shared/wings/publications/grabber/suggest/suggest-rules.ts';
import { unseenMatches } from '../../../../../shared/wings/publications/grabber/suggest/unseen-matches.ts';
import { wordAgreement } from '../../../../../shared/wings/publications/grabber/word-agreement.ts';

const now = Date.UTC(2026, 0, 1);
const nouns = 'bridge harbour school market library station theatre hospital garden museum'.split(' ');

const body = (i: number) =>
  Array.from(
    { length: 5 },
    (_, n) =>
      `<p>The council decided on day ${i} that the ${nouns[i % 10]} in quarter ${n} is closed for ${i + n} weeks, because the ${nouns[(i + n) % 10]} needs it.</p>`,
  ).join('');

/** Pages of a source with a menu, a box of links within the article, and a teaser list. */
function page(i: number, { container = 'story', inside = '' } = {}): string {
  const teasers = nouns
    .map((noun, n) => `<li><a href=/${n}>Read more of the ${noun} and its year ${i + n}</a></li>`)
    .join('');
  return `<html lang=en><title>The ${nouns[i % 10]} closes ${i} - Town</title><body><ul class=menu>${teasers}</ul>
<div class="col-${i}23"><h1 class=head>The ${nouns[i % 10]} closes ${i}</h1><p class=when>${i + 1} May 2024, 10:1${i % 10}</p>
<div class="${container} n${i}">${body(i)}<div class=share>Share this page with your friends on all networks</div>${inside}</div></div>
<ul class=more>${teasers}</ul></body></html>`;
}

const source = Array.from({ length: 8 }, (_, i) => ({ html: page(i), url: `https://town.example/${i}` }));

describe('rules that are learnt', () => {
  test('name the places that all pages have in common', () => {
    const { rules, ...counts } = suggestRules(source, now);
    expect(counts).toEqual({ pages: 8, articles: 8, matched: 8 });
    const story = "//div[contains(concat(' ', normalize-space(@class), ' '), ' story ')]";
    expect(rules).toEqual({
      types: [
        {
          name: 'article',
          match: story,
          fields: {
            title: { xpath: "//h1[contains(concat(' ', normalize-space(@class), ' '), ' head ')]" },
            text: { xpath: story, drop: [".//div[contains(concat(' ', normalize-space(@class), ' '), ' share ')]"] },
            published: { xpath: "//p[contains(concat(' ', normalize-space(@class), ' '), ' when ')]" },
          },
        },
      ],
    });
  });

  test('give on other pages what they gave on those', () => {
    const rules = readRules(suggestRules(source.slice(0, 4), now).rules, path => path.join('.'));
    const compared = compareRules({ html: page(17), now, rules });
    expect(compared).toMatchObject({ pageType: 'article', isMatch: true, agreement: 1 });
    expect(compared.fields.map(({ name, isSame }) => [name, isSame])).toEqual([
      ['title', true],
      ['text', true],
      ['published', true],
    ]);
    expect(unseenMatches(source, now)).toEqual({ matched: 4, of: 4 });
    expect(unseenMatches(source.slice(0, 5), now)).toBeUndefined();
  });

  test('have a page type for each design', () => {
    const others = [20, 21, 22].map(i => ({ html: page(i, { container: 'notes' }) }));
    const { rules, matched } = suggestRules([...source, ...others], now);
    expect([rules?.types.length, matched]).toEqual([2, 11]);
    const read = readRules(rules, path => path.join('.'));
    expect(compareRules({ html: page(30, { container: 'notes' }), now, rules: read })).toMatchObject({ agreement: 1 });
    expect(compareRules({ html: page(31), now, rules: read })).toMatchObject({ agreement: 1 });
  });

  test('are none where there is no article, or one', () => {
    const none = { rules: null, articles: 0, matched: 0 };
    expect(suggestRules([], now)).toEqual({ ...none, pages: 0 });
    expect(suggestRules([{ html: '' }, { html: '<p>x' }], now)).toEqual({ ...none, pages: 2 });
    expect(suggestRules(source.slice(0, 1), now)).toEqual({ ...none, pages: 1, articles: 1 });
  });

  test('are the same for the same pages', () => {
    expect(suggestRules(source, now)).toEqual(suggestRules(source, now));
  });
});

test('texts agree by their words', () => {
  expect([
    wordAgreement('a b c', 'C B A!'),
    wordAgreement('a a', 'a'),
    wordAgreement('', ''),
    wordAgreement('a', ''),
  ]).toEqual([1, 2 / 3, 1, 0]);
});
