import { describe, expect, test } from 'vitest';
import { BadInput } from '../../../../../shared/domain/refusal/refusal.ts';
import { fieldPath } from '../../../../../shared/domain/spec/fields/field-path.ts';
import { readRules } from '../../../../../shared/wings/publications/grabber/rules/read-rules.ts';

const read = (value: unknown) => readRules(value, path => ['rules.yaml', fieldPath(path)].filter(Boolean).join(': '));
const type = (parts: object) => ({
  types: [{ name: 'article', address: '^https', fields: { text: '//article' }, ...parts }],
});

function sentences(value: unknown): readonly string[] {
  try {
    read(value);
    return [];
  } catch (error) {
    if (error instanceof BadInput) return error.sentences;
    throw error;
  }
}

describe('rules of a source', () => {
  test('are read with their page types in order', () => {
    const rules = read({
      types: [
        {
          name: 'news',
          address: '^https://news\\.example/\\d+/',
          match: '//article',
          fields: {
            title: '//h1',
            text: { xpath: '//article', drop: ['.//aside'], join: '\n' },
            published: { xpath: '//time', date: { language: 'ru', zone: 'MSK' } },
          },
        },
        { name: 'note', match: '//div[@id="note"]', fields: { text: '//div[@id="note"]' } },
      ],
    });
    expect(rules.map(({ name }) => name)).toEqual(['news', 'note']);
    expect(rules[0]!.isAddress!('https://news.example/12/a')).toBe(true);
    expect(rules[0]!.isAddress!('https://news.example/about')).toBe(false);
    expect(rules[0]!.fields.get('published')!.date).toEqual({ language: 'ru', zone: 'MSK' });
    expect(rules[0]!.fields.get('text')).toMatchObject({ join: '\n', drop: [{ text: './/aside' }] });
    expect(rules[1]!.isAddress).toBeUndefined();
  });

  test.each([
    [null, 'rules.yaml: null is refused; allowed is a mapping types.'],
    [{ types: [] }, 'rules.yaml: types: [] is refused; allowed is a list of 1 to 4 page types.'],
    [{ ...type({}), typs: [] }, 'there is no setting "typs"; did you mean "types"?'],
    [type({ adress: 'x' }), 'rules.yaml: types[0].adress: there is no setting "adress"; did you mean "address"?'],
    [type({ name: 'a b' }), 'types[0].name: "a b" is refused; allowed is a name of letters'],
    [
      type({ address: '(' }),
      'types[0].address: "(" is refused; allowed is a regular expression (RE2), and here: missing',
    ],
    [type({ address: undefined }), 'types[0]: it has neither address nor match'],
    [
      type({ match: '//a[' }),
      'types[0].match: "//a[" is refused; allowed is an XPath 1.0 expression, and here: the bracket [ is not closed.',
    ],
    [type({ fields: {} }), 'types[0].fields: {} is refused; allowed is a mapping of 1 to 50 fields'],
    [
      type({ fields: { text: 5 } }),
      'types[0].fields.text: 5 is refused; allowed is a mapping xpath, drop, join, date.',
    ],
    [type({ fields: { text: '//p[' } }), 'rules.yaml: types[0].fields.text: "//p[" is refused; allowed is an XPath'],
    [type({ fields: { text: { xpath: '//p[' } } }), 'rules.yaml: types[0].fields.text.xpath: "//p[" is refused'],
    [
      type({ fields: { text: { drop: ['.//a'] } } }),
      'types[0].fields.text.xpath: a missing value is refused; allowed is an XPath',
    ],
    [
      type({ fields: { text: { xpath: '//p', dorp: [] } } }),
      'text.dorp: there is no setting "dorp"; did you mean "drop"?',
    ],
    [
      type({ fields: { text: { xpath: '//p', drop: ['a:b'] } } }),
      'text.drop[0]: "a:b" is refused; allowed is an XPath',
    ],
    [type({ fields: { 'my field': '//p' } }), '"my field" is refused; allowed is a name of letters'],
    [
      type({ fields: { at: { xpath: '//p', date: { zone: 'constructor' } } } }),
      'at.date.zone: "constructor" is refused; allowed is a time zone',
    ],
    [{ types: [type({}).types[0], type({}).types[0]] }, 'types[1].name: "article" is refused; allowed is each id once'],
  ])('%j is refused in one sentence', (value, sentence) => {
    const told = sentences(value);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(sentence);
  });
});
