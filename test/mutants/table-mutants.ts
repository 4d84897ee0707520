import { type Mutant, mutantsOf } from './mutant.ts';

const publications = 'shared/wings/publications';
const table = `${publications}/table`;
const counted = 'test/pure/wings/publications/table/counted-table.test.ts';
const shares = 'test/pure/wings/publications/table/tone-table.test.ts';

export const tableMutants: readonly Mutant[] = [
  ...mutantsOf(`${table}/judged-mentions.ts`, counted, [
    [
      'a publication whose names were all rejected is a candidate',
      "candidates > 0 ? 'candidate' : 'not-about'",
      "'candidate'",
      'a publication is > not-about by model',
    ],
    [
      'mentions in longer names need labels where they do not count',
      'nestedIn === null || this.#options.isNested',
      'true',
      'a publication is > judged by its mentions in longer names only where these count',
    ],
  ]),
  ...mutantsOf(`${table}/read-table.ts`, counted, [
    [
      'every publication is disputed',
      'if (pair.isDisputed) this.disputed += 1;',
      'this.disputed += 1;',
      'the table > counts publications on which people disagree, and no others',
    ],
  ]),
  ...mutantsOf(`${table}/table-queries.ts`, counted, [
    [
      'a second period is within the first',
      'isPeriod ? { ...rest, ...other } : { ...first, ...other }',
      '{ ...first, ...other }',
      'two tables that are compared > are of two periods, the second in place of the whole first one, or by two models in one period',
    ],
  ]),
  ...mutantsOf(`${table}/tone-table.ts`, counted, [
    [
      'a long time has months without publications up to a bound',
      'all.at(-1) === last ? all : sorted',
      'all',
      'months > are listed without a gap up to two hundred years, and beyond them only those with publications',
    ],
  ]),
  ...mutantsOf(`${table}/share.ts`, shares, [
    [
      'a change is a share of the first whole',
      'second.count / second.of]',
      'second.count / first.of]',
      'the change of a share > has the interval of Newcombe from {"count":48,"of":80} to {"count":56,"of":70}',
    ],
    [
      'per cent are cut in place of rounded',
      '(2000 * count + of)',
      '(2000 * count)',
      'shares > {"count":1,"of":16} is 6.3 per cent',
    ],
    [
      'an interval is for 90 %',
      'const z = 1.959963984540054;',
      'const z = 1.645;',
      'shares > the interval of {"count":5,"of":10}',
    ],
  ]),
  ...mutantsOf(
    `${publications}/tone/publication-tone.ts`,
    'test/pure/wings/publications/tone/publication-tone.test.ts',
    [
      [
        'a score at the bound is polar',
        'score > polarScore ?',
        'score >= polarScore ?',
        'the class of a score > 0.2 is neutral',
      ],
      [
        'the least confidence is not enough',
        'p[said] < leastConfidence',
        'p[said] <= leastConfidence',
        'the class of a score > is said where its probability is the least that was asked for, and not below',
      ],
      [
        'a single mention is mixed',
        'mentions.length < 2 ? 0 : ',
        '',
        'a publication > is mixed where a mention is positive and another negative',
      ],
      [
        'a title counts as any sentence',
        'const titleWeight = 1.5;',
        'const titleWeight = 1;',
        'a publication > counts a title half as much again',
      ],
    ],
  ),
  ...mutantsOf(`${publications}/looks/conditional-look.ts`, 'test/pure/publications/looks.test.ts', [
    [
      'an address is disbelieved after four lies',
      'const mostLies = 3;',
      'const mostLies = 4;',
      'conditional requests > an equal ETag with new items three times is not believed any more',
    ],
  ]),
  ...mutantsOf(`${publications}/looks/look-history.ts`, 'test/pure/publications/looks.test.ts', [
    [
      "the interval of the user doesn't win",
      'if (fixedS !== undefined) return at + fixedS * 1000;',
      '',
      "what looks teach > the user's interval wins, a feed's wishes bound the others",
    ],
  ]),
];
