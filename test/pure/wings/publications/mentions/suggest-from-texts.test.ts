import { describe, expect, test } from 'vitest';
import { withSuggestion } from '../../../../../shared/wings/publications/mentioned/accept-suggestion.ts';
import {
  suggestedPlaces,
  suggestionKey,
  TextSuggestions,
} from '../../../../../shared/wings/publications/mentions/suggest-from-texts.ts';
import { dictionaryOf } from './listed.ts';

const listed = dictionaryOf({
  id: 'msu',
  name: 'Московский государственный университет',
  aliases: ['Московский университет'],
});

function shown(text: string): readonly string[] {
  return suggestedPlaces(text, listed).map(
    ({ kind, organization, start, end }) => `${kind} ${organization ?? '-'} ${text.slice(start, end)}`,
  );
}

describe('a text that names an organization of the list suggests', () => {
  test.each([
    ['Студенты Московского государственного университета (МГУ) вышли.', ['explained msu МГУ']],
    ['Студенты Московского государственного университета (далее — МГУ) вышли.', ['explained msu МГУ']],
    ['Московский университет (США) открыт.', []],
    ['Ректор Московского университета Виктор Садовничий выступил.', ['role msu Виктор Садовничий']],
    ['Декан факультета Московского университета В. А. Рыбин ушёл.', ['role msu В. А. Рыбин']],
    ['В Московский университет приехал Виктор Садовничий.', []],
    ['Московский университет и компания «Северный ветер» подписали договор.', ['named - Северный ветер']],
    ['Московский университет и компания Oracle подписали договор.', ['named - Oracle']],
    ['Московский университет ответил, что ОБСЕ не права, а США молчат.', ['abbreviation - ОБСЕ']],
    [
      'Московский университет и Тверской государственный университет (ТвГУ) подписали договор.',
      ['titled - Тверской государственный университет', 'explained-other - ТвГУ'],
    ],
  ])('%s', (text, suggested) => {
    expect(shown(text)).toEqual(suggested);
  });

  test('nothing where no name is sure, and nothing in a name', () => {
    expect(shown('ОБСЕ и компания «Северный ветер» подписали договор.')).toEqual([]);
    expect(shown('Московский государственный университет открыт.')).toEqual([]);
  });
});

describe('the suggestions of texts', () => {
  const text = 'Московский университет ответил, что ОБСЕ не права.';
  const collected = (texts: readonly string[], dismissed: readonly string[] = []) => {
    const all = new TextSuggestions(listed, key => dismissed.includes(key));
    for (const each of texts) all.add(each);
    return all.result();
  };

  test('count texts, not places, and give an example', () => {
    expect(collected([`${text} ОБСЕ!`, text])).toMatchObject([
      {
        kind: 'abbreviation',
        text: 'ОБСЕ',
        organization: null,
        texts: 2,
        example: expect.stringContaining('что ОБСЕ не права'),
      },
    ]);
  });

  test('are without those that a person has dismissed, however they are written', () => {
    expect(suggestionKey({ kind: 'named', organization: null, text: 'Северный-Ветер' })).toBe(
      suggestionKey({ kind: 'named', organization: null, text: 'северный ветер' }),
    );
    expect(collected([text], [suggestionKey({ kind: 'abbreviation', organization: null, text: 'ОБСЕ' })])).toEqual([]);
  });

  test('are bounded, and read 100,000 characters of a text', () => {
    const letters = [...'АБВГДЕЖЗИКЛМНОПРСТ'];
    const names = letters.flatMap(a => letters.map(b => `Ф${a}${b}Щ`));
    expect(collected([`${text} ${names.map(each => `Вот ${each}, и`).join(' ')}`])).toHaveLength(200);
    expect(collected([`Московский университет. ${'а '.repeat(50_000)} ОБСЕ`])).toEqual([]);
  });

  test.each(['(', '«', 'Аб', 'компания ', 'Тверской ', 'АБВ '])(
    'are found in linear time in 100,000 characters of %s',
    piece => {
      const began = performance.now();
      collected([`Московский университет ${piece.repeat(100_000 / piece.length)}`]);
      expect(performance.now() - began).toBeLessThan(5_000);
    },
  );
});

describe('an accepted suggestion', () => {
  const { organizations } = listed;

  test('of an abbreviation is a name of its organization, of a person one that needs another beside it', () => {
    const more = withSuggestion(organizations, { kind: 'explained', text: 'МГУ', organization: 'msu' });
    expect(more[0]!.aliases.at(-1)).toMatchObject({ text: 'МГУ', certainty: 'certain' });
    const role = withSuggestion(organizations, { kind: 'role', text: 'Виктор Садовничий', organization: 'msu' });
    expect(role[0]!.aliases.at(-1)).toMatchObject({ text: 'Виктор Садовничий', certainty: 'needs-evidence' });
    expect(withSuggestion(more, { kind: 'explained', text: 'МГУ', organization: 'msu' })).toBe(more);
  });

  test('of another is an organization with a free id, once', () => {
    const order = { kind: 'named', text: 'Северный ветер', organization: null } as const;
    const more = withSuggestion([...organizations, { id: 'северный-ветер', name: 'X', aliases: [] }], order);
    expect(more.at(-1)).toMatchObject({ id: 'северный-ветер-2', name: 'Северный ветер' });
    expect(withSuggestion(more, order)).toBe(more);
  });

  test('of an organization that the list lacks is refused', () => {
    expect(() => withSuggestion(organizations, { kind: 'role', text: 'A B', organization: 'x' })).toThrow(
      'not in the list',
    );
  });
});

test('what one text explains is no unknown organization of another, and a compound gives two letters', () => {
  const texts = [
    'Казанский федеральный университет (КФУ) открылся.',
    'Грант получил КФУ. Казанский федеральный университет рад.',
  ];
  const all = new TextSuggestions(
    dictionaryOf(
      { id: 'kfu', name: 'Казанский федеральный университет' },
      { id: 'n', name: 'Новосибирский завод химконцентратов' },
    ),
    () => false,
  );
  for (const text of [...texts, 'Новосибирский завод химконцентратов (НЗХК) и завод вырос.']) all.add(text);
  expect(all.result().map(({ kind, text, organization }) => [kind, text, organization])).toEqual([
    ['explained', 'КФУ', 'kfu'],
    ['explained', 'НЗХК', 'n'],
  ]);
});

test('the name of an institute has the person whom it honours', () => {
  const all = new TextSuggestions(dictionaryOf({ id: 'm', name: 'МФТИ' }), () => false);
  all.add('Директор Института ядерной физики имени Г. И. Будкера СО РАН посетил МФТИ.');
  expect(all.result().map(({ text }) => text)).toEqual(['Института ядерной физики имени Г. И. Будкера СО РАН']);
});
