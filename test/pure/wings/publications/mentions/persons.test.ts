/** Persons who have the name of a firm: who has an office, a given name or an age is no firm. */
import { expect, test } from 'vitest';
import { dictionaryOf, reasons, shown } from './listed.ts';

const firms = dictionaryOf(
  { id: 'jl', name: 'John Lewis' },
  { id: 'ford', name: 'Ford' },
  { id: 'bosch', name: 'Bosch' },
  { id: 'magnit', name: 'Магнит' },
);

test.each([
  'Congressman John Lewis marched.',
  'Sheriff John Lewis said nobody was hurt.',
  'John Lewis, 47, was jailed.',
  'Senator Ford called for calm.',
  'Actor Harrison Ford broke his ankle.',
  'Former President Gerald Ford died.',
  'Der Abgeordnete Bosch stellte eine Frage.',
  'Frau Dr. Bosch übernimmt die Praxis.',
  'Le sénateur Serge Bosch était présent.',
  'M. Bosch n’a pas répondu.',
  'Депутат Магнит не пришёл.',
  'Сенатор Сергей Петрович Магнит внёс поправку.',
  'Магнит, 47 лет, задержан.',
])('%s names a person', text => {
  expect(shown(text, firms)).toEqual([]);
  expect(reasons(text, firms)).toEqual(['other-person']);
});

test.each(['Harrison Ford is here.', 'Coach Ford resigned.', 'J. Ford is here.', 'Сергея Магнита нет.'])(
  '%s perhaps names a person',
  text => {
    expect(shown(text, firms)).toHaveLength(1);
    expect(shown(text, firms)[0]).toMatch(/\?$/);
  },
);

test.each([
  'Retailer John Lewis cut jobs.',
  'Carmaker Ford cut 800 jobs.',
  'President Trump said Ford would build cars.',
  'Der Konkurrent Bosch zieht nach.',
  'Президент Магнита ушёл.',
  'Депутат «Магнит» не любит.',
])('%s names the firm', text => {
  expect(shown(text, firms)).toHaveLength(1);
  expect(shown(text, firms)[0]).not.toMatch(/\?$/);
});

test('a court or university has its town behind `in`, or before it as an adjective', () => {
  const bodies = dictionaryOf(
    { id: 'olg', name: 'Oberlandesgericht Köln' },
    { id: 'vg', name: 'Verwaltungsgericht München' },
    { id: 'uni', name: 'Universität zu Lübeck' },
    { id: 'lg', name: 'Landgericht Frankfurt am Main' },
  );
  const text =
    'Das Oberlandesgericht in Köln und das Kölner OLG, das Münchner Verwaltungsgericht, die Lübecker Uni, die Universität ' +
    'Lübeck und das Frankfurter Landgericht; nicht das Landgericht in Hanau.';
  expect(shown(text, bodies)).toEqual([
    'olg: Oberlandesgericht in Köln',
    'olg: Kölner OLG',
    'vg: Münchner Verwaltungsgericht',
    'uni: Lübecker Uni',
    'uni: Universität Lübeck',
    'lg: Frankfurter Landgericht',
  ]);
});

test('an institute of the academy is named without its person, and without the academy', () => {
  const institute = dictionaryOf({ id: 'bin', name: 'Ботанический институт имени В. Л. Комарова РАН' });
  expect(shown('В Ботаническом институте РАН и в Ботаническом институте им. Комарова цветёт.', institute)).toEqual([
    'bin: Ботаническом институте РАН',
    'bin: Ботаническом институте им. Комарова',
  ]);
});
