import { describe, expect, test } from 'vitest';
import { compareRules } from '../../../../../shared/wings/publications/grabber/compare-rules.ts';
import { grabPage } from '../../../../../shared/wings/publications/grabber/grab-page.ts';
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

/** Three designs without classes for title, authors and service lines. */
const people = ['Ann Lee', 'John Carter', 'Zoe Adams', 'Peter Holm'];
const plain = {
  'of a table with its title in the second h3': {
    page: (i: number) => `<html lang=ru><title>Новости города</title><table><tr><td><h3>Популярное</h3>
<ul>${nouns.map(noun => `<li><a href=/${noun}>Что пишут о ${noun} сегодня и вчера</a></li>`).join('')}</ul></td>
<td><h1 id=pagetitle>Новости</h1><div class=news-detail><span class=news-date-time>${i + 1} марта 2026, 14:05</span>
<h3>On day ${i} the council closes the ${nouns[i % 10]}</h3>${body(i).replace(/<.?p>/g, '<br>')}Это <i>дорогое</i> решение номер ${i}, считают эксперты.<br>
<i>Автор: ${people[i % 4]}</i><br>Просмотров: ${i * 7}<br><a href=?print=Y>Версия для печати</a></div></td></tr></table>`,
    title: (i: number) => `On day ${i} the council closes the ${nouns[i % 10]}`,
    authors: (i: number) => [people[i % 4]],
    last: 'Это дорогое решение номер 17, считают эксперты.',
  },
  'of paragraphs alone, with two names': {
    page: (
      i: number,
    ) => `<html lang=de><title>Die Brücke ${i} wird gesperrt | Stadtblatt</title><div id=kopf><h2>Stadtblatt</h2></div>
<div id=inhalt><h2>Die Brücke ${i} wird gesperrt</h2><p>${i + 1}. März 2026</p><p>Von ${people[i % 4]} und ${people[(i + 1) % 4]}</p>${body(i)}
<p>Der Rat hat das am Tag ${i} beschlossen.</p><p>Gelesen: ${i * 13} mal</p><p><a href=#>Drucken</a> | <a href=#>Teilen</a></p></div>`,
    title: (i: number) => `Die Brücke ${i} wird gesperrt`,
    authors: (i: number) => [people[i % 4], people[(i + 1) % 4]],
    last: 'Der Rat hat das am Tag 17 beschlossen.',
  },
  'with the name under the text': {
    page: (
      i: number,
    ) => `<html lang=en><title>School ${i} gets a new roof</title><main><h1>School ${i} gets a new roof</h1>
<div>${i + 1} May 2026</div><div class=c>${body(i)}<p>The <em>old</em> roof was leaking for ${i} years.</p><p>Text: ${people[i % 4]}</p>
<p>Views: ${i * 31}</p><p>Share this article</p></div></main>`,
    title: (i: number) => `School ${i} gets a new roof`,
    authors: (i: number) => [people[i % 4]],
    last: 'The old roof was leaking for 17 years.',
  },
};

describe.each(Object.entries(plain))(
  'rules that are learnt from pages %s',
  (_, { page: made, title, authors, last }) => {
    const pages = Array.from({ length: 10 }, (_, i) => ({ html: made(i), url: `https://town.example/n/${i}` }));
    const { rules } = suggestRules(pages, now + 300 * 86_400_000);

    test('give title, authors without their label, and the text without service lines', () => {
      expect(Object.keys(rules!.types[0]!.fields)).toEqual(expect.arrayContaining(['title', 'text', 'authors']));
      const grabbed = grabPage({ html: made(17), now, rules: readRules(rules, path => path.join('.')) });
      expect(grabbed).toMatchObject({ title: title(17), authors: authors(17), method: 'grabber' });
      expect(grabbed.sources).toMatchObject({ title: 'rule', authors: 'rule' });
      expect(grabbed.text).toMatch(/^The council decided on day 17/);

      expect(grabbed.text.split('\n').at(-1)).toBe(last);
    });

    test('take nobody for an author where nobody is named', () => {
      const html = made(18).replace(/<(\w+)>(?:Автор|Von|Text).*?<\/\1>/, '');
      expect(grabPage({ html, now, rules: readRules(rules, path => path.join('.')) }).authors).toEqual([]);
    });
  },
);

test('authors by a rule lose a label, and a family name keeps its particle', () => {
  const rules = readRules({ types: [{ name: 'a', match: '//p', fields: { authors: '//p' } }] }, path => path.join('.'));
  const authors = (value: string) => grabPage({ html: `<p>${value}</p>`, now, rules }).authors;
  expect(authors('Автор:Иван Петров')).toEqual(['Иван Петров']);
  expect(authors('By Ann Lee and John Carter')).toEqual(['Ann Lee', 'John Carter']);
  expect(authors('Автор: пресс-служба')).toEqual(['пресс-служба']);
  expect(authors('Von Trapp')).toEqual(['Von Trapp']);
  expect(authors('Lee, Ann')).toEqual(['Lee, Ann']);
});

test('texts agree by their words', () => {
  expect([
    wordAgreement('a b c', 'C B A!'),
    wordAgreement('a a', 'a'),
    wordAgreement('', ''),
    wordAgreement('a', ''),
  ]).toEqual([1, 2 / 3, 1, 0]);
});
