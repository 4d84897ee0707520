import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fieldGroups } from '../../../functions/console/spec/spec-fields.ts';
import { withValue } from '../../../functions/console/spec/spec-values.ts';
import { inRussian, type ToldRefusal } from '../../../functions/console/words/refusals-ru.ts';
import { dictionaries, type Text } from '../../../functions/console/words/word.ts';
import { crawlStates } from '../../../functions/http/views/crawl-view.ts';
import { linkStatuses } from '../../../shared/domain/link-rows.ts';
import { BadInput, englishSentence, type Refusal } from '../../../shared/domain/refusal/refusal.ts';
import { skipReasons } from '../../../shared/domain/skip-reason.ts';
import {
  builtInParts,
  durabilities,
  profiles,
  renderModes,
  siteGroups,
  siteSchemes,
  topics,
} from '../../../shared/domain/spec/crawl-spec.ts';
import { fieldPath } from '../../../shared/domain/spec/fields/field-path.ts';
import { readSpec } from '../../../shared/domain/spec/read-spec.ts';
import { partFaults } from '../../../shared/domain/spec/resolve/part-faults.ts';
import { resolveSpec } from '../../../shared/domain/spec/resolve/resolve-spec.ts';
import { ruleNames } from '../../../shared/domain/spec/rules.ts';
import { issueWords } from '../../../shared/wings/graph/issues/issue-words.ts';
import issuesRu from '../../../shared/wings/graph/issues/issue-words-ru.json' with { type: 'json' };

const { en, ru } = dictionaries;
const english: Readonly<Record<string, Text>> = en;
const russian: Readonly<Record<string, Text>> = ru;

function formsOf(text: Text): readonly string[] {
  return typeof text === 'string' ? [text] : Object.values(text);
}

function placesIn(text: string): readonly string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(match => match[1]!).sort();
}

const site = { url: 'https://example.org/' };

/** Texts that somebody may type into a field of each kind, and into the list of sites. */
const mistyped: Readonly<Record<string, readonly unknown[]>> = {
  number: ['many', -1, '1.5', 10 ** 14],
  text: ['\u00e9', 'x'.repeat(5_000), '-'],
  lines: [['('], ['a', '[']],
  words: [['.'], ['(']],
};
const wrongSites = [
  [],
  [{ url: 'x' }],
  [{ url: 'ftp://example.org/' }],
  [{ url: 'https://me:secret@example.org/' }],
  [{ url: `https://example.org/${'x'.repeat(3_000)}` }],
  [{ ...site, number: 0 }],
  [{ ...site, name: 'x'.repeat(1_000) }],
  [{ ...site, shortName: 'x\ny' }],
  [
    { ...site, number: 1 },
    { url: 'https://example.com/', number: 1 },
  ],
  Array.from({ length: 20 }, () => ({ url: 'x' })),
];

/** The refusals of the app for a spec. */
function refusalsOf(spec: object): readonly Refusal[] {
  try {
    resolveSpec([readSpec(spec, fieldPath)]);
    return [];
  } catch (error) {
    if (error instanceof BadInput) return error.refusals;
    throw error;
  }
}

const told = (refused: Refusal): ToldRefusal => ({ ...refused, message: englishSentence(refused) });

describe('refusals of the app', () => {
  const fields = fieldGroups.flatMap(group => group.fields);
  const wrong = [
    ...wrongSites.map(sites => ({ sites })),
    ...fields.flatMap(({ path, kind }) =>
      (mistyped[kind] ?? []).map(value => withValue({ sites: [site] }, path, value)),
    ),
  ];

  test.each(wrong.map(spec => [JSON.stringify(spec).slice(0, 100), spec]))(
    'are Russian on a Russian page: %s',
    (_, spec) => {
      for (const refused of refusalsOf(spec)) {
        const russian = inRussian(told(refused));
        expect([refused, russian]).toEqual([refused, expect.stringMatching(/[а-я]/)]);
        expect(russian).not.toMatch(/refused|allowed|[{}]/);
      }
    },
  );

  test('tell in Russian which parts are deployed', () => {
    const none = { robots: [], finish: [], writers: [], analyzers: [] };
    const refusals = [none, { ...none, analyzers: ['headings', 'every-address'] }].map(
      deployed => partFaults({ analyzers: ['heading'] }, key => key, deployed)[0]!,
    );
    expect(refusals.map(told).map(inRussian)).toEqual([
      'Разбор страниц: "heading" не подходит; здесь таких частей не развёрнуто.',
      'Разбор страниц: "heading" не подходит; допустимы развёрнутые здесь: headings, every-address (может быть, headings?).',
    ]);
  });

  test('name field and value in Russian as in English', () => {
    const refusals = refusalsOf({ sites: [site, site, { url: 'file:///x' }], limit: 'many' }).map(told);
    expect(refusals.map(({ message }) => message)).toEqual([
      'sites[2].url: "file:///x" is refused; allowed are http and https, not file:.',
      'limit: "many" is refused; allowed is a whole number from 1 to 1000000000 (pages in all).',
    ]);
    expect(refusals.map(inRussian)).toEqual([
      'Адрес: "file:///x" не подходит; допустимы http и https, а не file:.',
      'Страниц всего: "many" не подходит; допустимо целое число от 1 до 1000000000.',
    ]);
  });

  test('of a newer server are told by its own sentence', () => {
    expect(inRussian({ code: 'nobody-knows-this', message: 'Nobody has translated this.' })).toBeUndefined();
  });
});

describe('the dictionaries', () => {
  test('name settings in the quotation marks of their language', () => {
    const marksOf = (texts: object) => new Set(JSON.stringify(texts).match(/[“”«»]/g));
    expect([marksOf(en), marksOf(ru)]).toEqual([new Set('“”'), new Set('«»')]);
    const files = readdirSync('functions/console', { recursive: true, encoding: 'utf8' });
    const code = files
      .filter(file => file.endsWith('.ts'))
      .map(file => [file, readFileSync(`functions/console/${file}`, 'utf8')] as const);
    expect(code.filter(([, text]) => /[“”«»]/.test(text)).map(([file]) => file)).toEqual([]);
  });

  test('say the same things, with the same values in them', () => {
    expect(Object.keys(russian)).toEqual(Object.keys(english));
    for (const [word, text] of Object.entries(english)) {
      const places = new Set(formsOf(text).flatMap(placesIn));
      for (const form of formsOf(russian[word]!))
        expect([word, placesIn(form).filter(place => !places.has(place))]).toEqual([word, []]);
      const last = formsOf(russian[word]!).at(-1)!;
      expect([word, placesIn(last)]).toEqual([word, placesIn(formsOf(text).at(-1)!)]);
    }
  });

  test.each([
    ['en', english],
    ['ru', russian],
  ] as const)('have every plural form that %s needs for whole numbers', (language, words) => {
    const rules = new Intl.PluralRules(language);
    const needed = new Set([0, 1, 2, 5, 11, 21, 22, 1_000].map(count => rules.select(count)));
    for (const [word, text] of Object.entries(words)) {
      if (typeof text === 'string') continue;
      const missing = [...needed].filter(form => text[form] === undefined && text.other === undefined);
      expect([word, missing, text.other]).toEqual([word, [], expect.any(String)]);
    }
  });

  test('leave nothing untranslated but names', () => {
    const same = Object.keys(english).filter(word => english[word] === russian[word]);
    for (const word of same)
      expect(String(english[word])).toMatch(/robots\.txt|BeeBot|RCCrawler|UCB1|PageRank|^\{\w+\}/);
  });

  test('name every value that the app gives', () => {
    const values: Readonly<Record<string, readonly string[]>> = {
      state: crawlStates,
      status: linkStatuses,
      skip: skipReasons,
      rule: [...ruleNames, 'auto'],
      topic: topics,
      profile: profiles,
      groupBy: siteGroups,
      durability: durabilities,
      render: renderModes,
      schemes: siteSchemes,
      robots: builtInParts.robots,
      field: fieldGroups.flatMap(({ fields }) => fields.map(({ path }) => path)),
    };
    const missing = Object.entries(values).flatMap(([kind, words]) =>
      words.map(word => `${kind}.${word}`).filter(word => !(word in english)),
    );
    expect(missing).toEqual([]);
  });
});

test('every check of issues has its title, reason and cure in Russian', () => {
  expect(Object.keys(issuesRu)).toEqual(issueWords.map(({ key }) => key));
  const texts = Object.values(issuesRu).flatMap(({ title, why, mend }) => [title, why, mend]);
  expect(texts.filter(text => !/[а-яё]/i.test(text))).toEqual([]);
});
