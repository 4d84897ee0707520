import { type Mutant, mutantsOf } from './mutant.ts';

const mentions = 'shared/wings/publications/mentions';
const tests = 'test/pure/wings/publications/mentions/guards.test.ts';

const guards = mutantsOf(`${mentions}/guards.ts`, tests, [
  [
    'a year behind an abbreviation makes a thing of it',
    String.raw`return inCapitals(last) && !/^(?:19|20)\d\d$/.test(next);`,
    'return inCapitals(last);',
    'a hyphen behind a name > and a number make a year or another number of a name that is no abbreviation',
  ],
  [
    'a number behind any name makes a thing of it',
    'return inCapitals(last) && !/^',
    'return !/^',
    'a hyphen behind a name > and a number make a year or another number of a name that is no abbreviation',
  ],
  [
    'an excluded word counts only nearby',
    'export const nearCharacters = 300;',
    'export const nearCharacters = 299;',
    'conditions of an alias > an excluded word behind it within 300 characters',
  ],
  [
    'a town makes another of each name behind it',
    'institutions.isPlaceAdjective(before) && !dictionary.knows',
    '!dictionary.knows',
    'the words around a name > a town makes another of an abbreviation that many towns have, and not of a whole name',
  ],
  [
    'an institute that is in no list is its academy',
    "if (!isPart || (folded === 'и' && word === first - 1)) return false;",
    'return false;',
    'the words around a name > an institute that is in no list is not its academy, however far the name begins, up to fourteen words',
  ],
]);

const search = mutantsOf(`${mentions}/find-mentions.ts`, tests, [
  [
    'the last day of a name is none of it',
    'validTo !== undefined && date > validTo',
    'validTo !== undefined && date >= validTo',
    'conditions of an alias > the first and the last day of a name are days of it',
  ],
  [
    'another person makes no other organization',
    "if (honoured.isKnown) return { name, start, end, verdict: 'other-person' };",
    '',
    'who a name honours > another person makes it another organization, where its own is known',
  ],
  [
    'a place that two organizations are called by is certain for both',
    'counts.get(spanOf(one))! > 1',
    'false',
    'the words around a name > one place that two organizations of the list are called by is certain for none of them',
  ],
  [
    'a building is who sits there',
    'guards.isPlaceUse(name, scan, this.#dictionary);',
    'false;',
    'the words around a name > a preposition makes a place of a building, and leaves a longer name alone',
  ],
]);

const longer = mutantsOf(`${mentions}/longer-names.ts`, 'test/pure/wings/publications/mentions/longer-names.test.ts', [
  [
    'a genitive in doubt is another organization',
    "return genitives.test(after) ? 'doubtful' : 'none';",
    "return genitives.test(after) ? 'longer-name' : 'none';",
    'a genitive that may belong to either is a candidate, and nothing is silent > Московский институт планирования открыт.',
  ],
  [
    'what inspectors find goes on with a name',
    'noContinuation.has(folded) || subjects.test(folded)',
    'noContinuation.has(folded)',
    'what inspectors find, what there is in an institution and who is in it never go on with its name > Прокуратура нашла у Воронежского государственного университета нарушения при закупках.',
  ],
  [
    'adjectives of quality are doubtful',
    "return isQuality || wordFolded(scan, first).endsWith('ои') ? 'none' : 'doubtful';",
    "return 'doubtful';",
    'what inspectors find, what there is in an institution and who is in it never go on with its name > Ректору Полярного геофизического института уголовного дела не простят.',
  ],
]);

export const mentionMutants: readonly Mutant[] = [...guards, ...search, ...longer];
