/** A ministry of a region is not that of the country. */
import { describe, expect, test } from 'vitest';
import { dictionaryOf, reasons, shown } from './listed.ts';

const listed = dictionaryOf(
  { id: 'education', name: 'Министерство образования' },
  {
    id: 'health',
    name: 'Министерство здравоохранения Российской Федерации',
    aliases: ['Министерство здравоохранения', 'Минздрав'],
  },
  { id: 'police', name: 'МВД' },
  { id: 'chamber', name: 'Общественная палата' },
  { id: 'english', name: 'Ministry of Education' },
);

describe('a ministry of a region is another organization', () => {
  test.each([
    'Министерство образования Тверской области',
    'министерстве образования Пермского края',
    'министерство образования Республики Татарстан',
    'министерство образования и науки Удмуртской Республики',
    'министерство образования, спорта и туризма Калужской области',
    'министерство здравоохранения Ханты-Мансийского автономного округа',
    'министерство здравоохранения (Тверская область)',
    'министерство здравоохранения Башкирии',
    'министерство здравоохранения Татарстана',
    'Минздрав Республики Коми',
    'Минздрав Подмосковья',
    'Минздрав РТ',
    'МВД Чечни',
    'министерство здравоохранения области',
    'Минздрав региона',
  ])('%s', text => {
    expect(shown(`Это ${text} сообщило.`, listed)).toEqual([]);
    expect(reasons(`Это ${text} сообщило.`, listed)).toEqual(['longer-name']);
  });

  test.each([
    'тверское министерство образования',
    'татарстанского министерства здравоохранения',
    'областным министерством здравоохранения',
    'региональный Минздрав',
    'Республиканское министерство образования',
  ])('%s', text => {
    expect(reasons(`Об этом ${text} сообщило.`, listed)).toEqual(['other-place']);
  });

  test('also where the text names that of the country', () => {
    const text = 'Минздрав сообщил. Минздрав Тверской области ответил. Областное министерство здравоохранения ждёт.';
    expect(shown(text, listed)).toEqual(['health: Минздрав']);
  });
});

describe('German, French and English ministries of a region', () => {
  const names = ['Kultusministerium', 'Innenministerium', 'Ministerium für Bildung', 'Department of Health'];
  const federal = dictionaryOf(...names, 'Ministry of Education', "ministère de l'Éducation", 'ministère de la Santé');

  test.each([
    'Das Kultusministerium Hessen teilte mit.',
    'Das Innenministerium Nordrhein-Westfalens teilte mit.',
    'Das Innenministerium des Landes Brandenburg teilte mit.',
    'Das Ministerium für Bildung des Saarlandes teilte mit.',
    'Das Innenministerium (NRW) teilte mit.',
    'Das rheinland-pfälzische Ministerium für Bildung teilte mit.',
    'Das Hessische Kultusministerium teilte mit.',
    'Im Thüringer Innenministerium traf man sich.',
    "Le ministère de l'Éducation de l'Ontario a dit.",
    'Le ministère de l’Éducation du Québec a dit.',
    'Le ministère de la Santé du Nouveau-Brunswick a dit.',
    'The Ministry of Education of Ontario said.',
    "Ontario's Ministry of Education said.",
    'The North Dakota Department of Health said.',
  ])('are others: %s', text => {
    expect(shown(text, federal)).toEqual([]);
    expect(reasons(text, federal)).toHaveLength(1);
  });

  test.each([
    'Das Innenministerium teilte in Bayern mit.',
    'Das Innenministerium lobte Hessen.',
    'In Bayern sagte das Innenministerium zu.',
    'Das zuständige Kultusministerium teilte mit.',
    "Le ministère de l'Éducation nationale a dit.",
    'The new Ministry of Education said.',
  ])('are not meant: %s', text => {
    expect(shown(text, federal)).toEqual([expect.not.stringMatching(/\?$/)]);
  });

  test('may be so, with "in" and the region', () => {
    expect(shown('Das Innenministerium in Hessen teilte mit.', federal)).toEqual([
      'Innenministerium: Innenministerium?',
    ]);
  });

  test.each([
    ['Hessisches Kultusministerium', 'Das Hessische Kultusministerium lädt ein, das Kultusministerium Hessen auch.'],
    ['Kultusministerium Hessen', 'Im hessischen Kultusministerium, im Kultusministerium in Hessen.'],
    ['Texas Department of Health', 'The Texas Department of Health and the Department of Health of Texas.'],
  ])('are found where the list has them: %s', (name, text) => {
    const aliases = ['Kultusministerium', 'Department of Health'];
    expect(shown(text, dictionaryOf({ id: 'own', name, aliases }))).toHaveLength(2);
  });
});

test.each([
  'Министерство здравоохранения РФ сообщило.',
  'российский Минздрав сообщил.',
  'федеральное министерство образования сообщило.',
  'В Министерстве образования Тверскую область хвалят.',
  'Московское совещание министерства образования прошло.',
  'Министерство образования Анна Иванова покинула.',
  'представители министерства образования и администрации Тверской области',
])('a region that is not of the name changes nothing: %s', text => {
  expect(shown(text, listed)).toHaveLength(1);
  expect(shown(text, listed)[0]).not.toMatch(/\?$/);
});

test.each([
  'МВД по Республике Карелия сообщило.',
  'Общественная палата Тверской области ждёт.',
  'The Ministry of Education of Tatarstan said so.',
])('what may be a part or a namesake is a candidate: %s', text => {
  expect(shown(text, listed)).toEqual([expect.stringMatching(/\?$/)]);
});

test('the ministry of a region that is in the list is found by its region', () => {
  const regional = dictionaryOf({
    id: 'tver',
    name: 'Министерство образования Тверской области',
    aliases: ['Министерство образования'],
  });
  for (const text of [
    'Министерство образования Тверской области',
    'тверское министерство образования',
    'министерство образования области',
  ])
    expect(shown(text, regional)).toHaveLength(1);
  expect(reasons('министерство образования Калужской области', regional)).toEqual(['longer-name']);
});

describe('a ministry of another country', () => {
  const own = dictionaryOf(
    'Innenministerium',
    'Finanzministerium',
    'Министерство обороны',
    'МИД',
    'Ministry of Defence',
    {
      id: 'health',
      name: "Міністерство охорони здоров'я",
    },
  );

  test.each([
    'Das österreichische Innenministerium teilte das mit.',
    'Nach Angaben des ukrainischen Innenministeriums gab es Tote.',
    'Das Schweizer Finanzministerium teilte mit.',
    'Das Innenministerium der Ukraine teilte mit.',
    'Das Innenministerium Österreichs teilte mit.',
    'Украинское министерство обороны сообщило.',
    'Министерство обороны Германии сообщило.',
    'МИД Польши ответил.',
    'МИД Южной Кореи ответил.',
    'німецьке Міністерство охорони здоров’я повідомило.',
    'The Polish Ministry of Defence said.',
    'Ukraine’s Ministry of Defence said.',
    'The Ministry of Defence of Ukraine said.',
  ])('is another organization: %s', text => {
    expect(shown(text, own)).toEqual([]);
    expect(reasons(text, own)).toHaveLength(1);
  });

  test.each([
    'Das deutsche Innenministerium teilte das mit.',
    'Das zuständige Innenministerium teilte das mit.',
    'Российское министерство обороны сообщило.',
    'Українське Міністерство охорони здоров’я повідомило.',
    'The new Ministry of Defence said.',
    'The British Ministry of Defence said.',
  ])('is none of those: %s', text => {
    expect(shown(text, own)).toHaveLength(1);
  });

  test('is that of the list, where the list is of this country', () => {
    const austrian = dictionaryOf('Innenministerium', 'Österreichische Bundesbahnen');
    expect(shown('Das österreichische Innenministerium teilte das mit.', austrian)).toHaveLength(1);
  });
});
