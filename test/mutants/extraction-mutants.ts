import { type Mutant, mutantsOf } from './mutant.ts';

const extraction = 'shared/wings/publications/extraction';
const tests = 'test/pure/wings/publications/extraction/thresholds.test.ts';

export const extractionMutants: readonly Mutant[] = [
  ...mutantsOf(`${extraction}/article-test.ts`, tests, [
    [
      'an article needs a score of more than a half',
      'const bar = 0.5;',
      'const bar = 0.51;',
      'a page is an article > of 470 characters without a word of its title is one',
    ],
    [
      'an article needs one character more',
      'const leastText = 250;',
      'const leastText = 251;',
      'a page is an article > of 250 characters is one',
    ],
    [
      'what a page calls itself counts for nothing',
      'if (isCalled) score += 0.4;',
      '',
      'a page is an article > of 150 that calls itself an article in its card is one',
    ],
    [
      'eight headlines among texts make no list',
      'const leastHeadlines = 8;',
      'const leastHeadlines = 9;',
      'a page is an article > that has eight headlines among its texts is none',
    ],
  ]),
  ...mutantsOf(`${extraction}/metadata/page-dates.ts`, tests, [
    [
      'the day in an address counts only where a month lies between',
      'const mostApart = 2 * 86_400_000;',
      'const mostApart = 30 * 86_400_000;',
      'the time of publication > is that of a program up to two days from the day in the address, and else the day in the address',
    ],
    [
      'the day of creation is that of publication',
      "linked(parts, 'datePublished') ?? linked(parts, 'dateCreated')",
      "linked(parts, 'dateCreated') ?? linked(parts, 'datePublished')",
      'the time of publication > is that of publication before that of creation, and before that of a change',
    ],
  ]),
  ...mutantsOf(`${extraction}/metadata/said-date.ts`, tests, [
    [
      'a date that is to come is believed',
      'if (Date.parse(at) > reading.now) return undefined;',
      '',
      'the time of publication > in seconds or milliseconds since 1970 is one, unless it is to come',
    ],
  ]),
  ...mutantsOf(`shared/wings/publications/times/read-date.ts`, tests, [
    [
      'a date of next week is believed',
      'reading.now + 2 * day',
      'reading.now + 7 * day',
      'a date in words > is believed up to two days ahead',
    ],
    [
      'a day of next week without a year is of this year',
      'thisYear > today + day',
      'thisYear > today + 7 * day',
      'a date in words > without a year is of this year up to a day ahead, and else of the year before',
    ],
  ]),
  ...mutantsOf(`shared/wings/publications/times/relative-words.ts`, tests, [
    ['vorgestern is today', '?.[word] ?? 0', '?.[word] === 1 ? 1 : 0', 'a date in words > vorgestern'],
  ]),
  ...mutantsOf(`${extraction}/metadata/title.ts`, tests, [
    [
      'a heading with half of the words of the title is the headline',
      'const leastWords = 0.6;',
      'const leastWords = 0.5;',
      'the headline > a heading that has three of the six words of the title is not',
    ],
    [
      'a long end of a title is the name of the site',
      'wordsOf(last).length <= 4',
      'wordsOf(last).length <= 5',
      'the headline > of a title without the name of the site keeps an end of five words',
    ],
  ]),
  ...mutantsOf(`${extraction}/metadata/authors.ts`, tests, [
    [
      'an organization is an author',
      'people: authors.filter(author => !isOrganization(author)).flatMap(namesIn),',
      'people: authors.flatMap(namesIn),',
      'the authors > are people, and no organization',
    ],
  ]),
];
