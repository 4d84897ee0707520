import { describe, expect, test } from 'vitest';
import { fieldGroups } from '../../functions/console/spec-fields.ts';
import { en } from '../../functions/console/words-en.ts';
import { ru } from '../../functions/console/words-ru.ts';
import { crawlStates } from '../../functions/http/crawl-view.ts';
import { linkStatuses } from '../../shared/domain/link-tables.ts';
import { ruleNames } from '../../shared/domain/schedule/schedule.ts';
import { skipReasons } from '../../shared/domain/skip-reason.ts';
import { builtInParts, profiles, siteGroups, siteSchemes, topics } from '../../shared/domain/spec/crawl-spec.ts';

type Text = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
const english: Readonly<Record<string, Text>> = en;
const russian: Readonly<Record<string, Text>> = ru;

function formsOf(text: Text): readonly string[] {
  return typeof text === 'string' ? [text] : Object.values(text);
}

function placesIn(text: string): readonly string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(match => match[1]!).sort();
}

describe('the dictionaries', () => {
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
    for (const word of same) expect(String(english[word])).toMatch(/robots\.txt|BeeBot|UCB1|PageRank|^\{\w+\}/);
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
