import { describe, expect, test } from 'vitest';
import { searchVersion } from '../../../../../shared/wings/publications/mentioned/search-version.ts';
import {
  languageOfTone,
  sentenceLanguage,
} from '../../../../../shared/wings/publications/mentioned/sentence-language.ts';
import { dictionaryOf } from '../mentions/listed.ts';

const asked: string[] = [];
const search = {
  list: 'l',
  dictionary: dictionaryOf('Siemens', 'Нафтогаз'),
  teller: {
    name: 'm',
    tell: async (sentences: readonly { readonly language: string }[]) => {
      asked.push(...sentences.map(({ language }) => language));
      return sentences.map(() => undefined);
    },
  },
};

const german = 'Der Konzern Siemens hat am Montag einen neuen Vorstand bekommen und will Stellen streichen.';
const english = 'On Monday Siemens appointed a new board, and it wants to cut jobs in several of its plants.';
const ukrainian = 'Правління компанії Нафтогаз оголосило про нові тарифи, і споживачі залишилися незадоволені.';
const russian = 'Правление компании Нафтогаз объявило новые тарифы, и потребители остались недовольны этим.';

describe('a tone is asked of the models for Russian and English alone', () => {
  test.each([
    [german, undefined, []],
    [german, 'de-AT', []],
    [german, 'und', []],
    [english, undefined, ['en']],
    [ukrainian, undefined, []],
    [ukrainian, 'ru', []],
    [russian, undefined, ['ru']],
    [russian, 'ru', ['ru']],
  ])('%s declared as %s', async (text, language, languages) => {
    asked.length = 0;
    const { mentions } = await searchVersion(search, { title: '', text, language, datedAt: 0 });
    expect(mentions.length).toBe(1);
    expect(asked).toEqual(languages);
  });

  test('a text that says nothing has no language of a model', async () => {
    expect(
      sentenceLanguage('2026', await languageOfTone({ title: '2026', text: '', language: undefined })),
    ).toBeUndefined();
  });
});
