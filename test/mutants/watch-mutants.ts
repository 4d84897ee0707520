import { type Mutant, mutantsOf } from './mutant.ts';

const watch = 'shared/wings/publications/watch';
const tests = 'test/pure/wings/publications/watch';

const judged = mutantsOf('shared/wings/publications/looks/judge-page.ts', `${tests}/publication-reading.test.ts`, [
  [
    '410 does not mean gone for good',
    "return { kind: 'gone', isForGood: status === 410 };",
    "return { kind: 'gone', isForGood: false };",
    'a publication that is looked at again > whose address answers 410 is gone for good',
  ],
  [
    'a page needs a score of 0.6 to be a publication',
    'leastScore = 0.2;',
    'leastScore = 0.6;',
    'a page that was found by a link > of a score of 0.20 is a publication',
  ],
  [
    'a page of nearly the least score is a publication',
    'leastScore = 0.2;',
    'leastScore = 0.19;',
    'a page that was found by a link > of a score of 0.19 is no publication',
  ],
  [
    'a page that asks for proof of a person is a publication',
    'page.hasText && !page.isChallenge && !isOther',
    'page.hasText && !isOther',
    'a page that an entry names as a publication > is none where it asks for proof of a person',
  ],
  [
    'a page that is back with its old text stays gone',
    "known.lost === undefined ? { kind: 'unchanged' } : { kind: 'version' }",
    "{ kind: 'unchanged' }",
    'a publication that is looked at again > is live again where the page is back, with the text of before too',
  ],
  [
    'an address that fails at its first look is not tried again',
    "{ kind: brought.mayPass ? 'later' : 'none', why: brought.why }",
    "{ kind: 'none', why: brought.why }",
    'an address whose first look fails > is a publication of its entry as soon as a look sees it',
  ],
]);

const lost = mutantsOf('shared/wings/publications/looks/judge-page.ts', `${tests}/lost-pages.test.ts`, [
  [
    'a page of errors that is sent with status 200 is a version',
    "return kept < leastKept && !isGrown ? 'other-text' : undefined;",
    'return undefined;',
    'a publication stays as it was, and is doubtful, where its address shows > a Russian page of errors with status 200',
  ],
  [
    'the home page takes the place of an article that redirects to it',
    'page.kept < leastKeptAtHome || !page.isAnnounced',
    'false',
    'a redirect of a publication > to the home page / says that it is gone',
  ],
  [
    'a page of another headline is the publication that a feed announces',
    'if (page.isForeign && !page.isTimed)',
    'if (page.isForeign && page.isTimed && !page.isTimed)',
    'a page that is not yet what its feed names at the first look is tried again, where it is > a Portuguese page of errors',
  ],
  [
    'the beginning that is left for all takes the place of the text',
    'page.isCut && page.kept >= leastKeptInCut',
    'false',
    'a known publication > keeps its text where only its beginning is for all now',
  ],
  [
    'a wall that all addresses show at first is a publication',
    'page.others > mostTwins',
    'false',
    'a wall that many addresses show at their first look is no publication, and each is tried again',
  ],
]);

const pages = [
  ...mutantsOf(`${watch}/publication-reading.ts`, `${tests}/publication-reading.test.ts`, [
    [
      'a page that shows a day alone is a publication',
      "(published !== null && published.precision !== 'day')",
      'published !== null',
      'a page that was found by a link > that is short and shows a day is no publication',
    ],
  ]),
  ...mutantsOf(`${watch}/publication-fold.ts`, `${tests}/publication-reading.test.ts`, [
    [
      'a page that is gone is asked for only if it has changed',
      '[state]: true, memory: newMemory',
      '[state]: true',
      'a publication that is looked at again > whose address answers 404 is gone, and is looked at again for its whole page',
    ],
    [
      'a further address of a publication is looked at again too',
      "if (outcome === 'address') return [];",
      '',
      'a publication that is looked at again > which is another address of a publication of the source is not looked at again',
    ],
  ]),
];

const entries = [
  ...mutantsOf('shared/wings/publications/watch/judge-entry.ts', `${tests}/entry-reading.test.ts`, [
    [
      'an empty part of a calendar leads on',
      'items.length > 0 || isFirst',
      'items.length >= 0 || isFirst',
      'a list of links > whose further part has no publication leads no further: an empty calendar has no end',
    ],
    [
      'one sitemap of an index too many is taken',
      'sitemaps.slice(0, mostOfIndex)',
      'sitemaps.slice(0, mostOfIndex + 1)',
      'a sitemap > that is an index of 101 sitemaps brings 100 of them, those that changed last',
    ],
    [
      'a feed is not left alone in the hours that it names',
      'skipHours: feed.skipHours',
      'skipHours: []',
      'a feed > is left alone in the hours that it names',
    ],
  ]),
  ...mutantsOf(`${watch}/entry-reading.ts`, `${tests}/entry-reading.test.ts`, [
    [
      'one part of an archive too many is named',
      'this.#archives.size >= mostArchives',
      'this.#archives.size > mostArchives',
      'a list of links > of which 4999 parts were named before names 1 more',
    ],
    [
      'headlines teach where publications are known',
      'this.#isByHeadlines ||= this.#notes.known.length === 0',
      'this.#isByHeadlines ||= true',
      'a list of links > teaches by its headlines where no publication is known, and only there',
    ],
    [
      'what a cut feed says of its version is believed',
      '...(failure === undefined && { answer',
      '...(true && { answer',
      'a feed > that is cut counts as failed, and the next request asks for what has changed since the last whole one',
    ],
  ]),
];

const states = mutantsOf(`${watch}/entry-state.ts`, 'test/pure/publications/watch/entry-state.test.ts', [
  [
    'the pause after a failed look is doubled once too often',
    'Math.min(failures - 1, mostDoublings)',
    'Math.min(failures, mostDoublings)',
    'an entry after a look > that failed waits twice as long each time, and keeps what it knew',
  ],
  [
    'a feed that always lacks its end is hardly looked at',
    'items > 0 ? Math.min(pause, learnt) : pause',
    'pause',
    'an entry after a look > that always lacks its end and brings items is looked at as one that is whole, for all its failures',
  ],
]);

const others = [
  ...mutantsOf(`${watch}/recheck.ts`, 'test/pure/publications/watch/entry-state.test.ts', [
    [
      'a look at the very instant of the next one does not count for it',
      'state.first + afterS * 1000 <= at',
      'state.first + afterS * 1000 < at',
      'looks at a publication > that were slept through are left out, one whose instant it is too',
    ],
  ]),
  ...mutantsOf(`${watch}/gathered-looks.ts`, `${tests}/gathered-looks.test.ts`, [
    [
      'looks at entries that come more often are gathered too',
      'watched.due - now < every - soonerMs',
      'watched.due - now < 0',
      'a look of a place where visits are paid for > at an entry that is looked at more often is left alone',
    ],
  ]),
  ...mutantsOf(`${watch}/sighted-page.ts`, `${tests}/published-time.test.ts`, [
    [
      'a day of a page and an entry of the next day but one are one',
      '36 * 3_600_000',
      '48 * 3_600_000',
      'a day of a page is told more exactly by an entry up to a day and a half apart',
    ],
  ]),
  ...mutantsOf(`${watch}/source-memory.ts`, `${tests}/source-memory.test.ts`, [
    [
      'the first hints of a source are kept in place of the last',
      '.slice(-mostHints)',
      '.slice(0, mostHints)',
      'the latest 500 hints are kept, but of pages that were read',
    ],
  ]),
  ...mutantsOf('shared/wings/publications/grabber/rule-health.ts', `${tests}/publication-reading.test.ts`, [
    [
      'an alarm begins anew with each page',
      'since ?? at',
      'at',
      'rules of a source > that no page fits any more raise an alarm once, and it is known since when',
    ],
  ]),
];

const parse = mutantsOf(
  'shared/wings/publications/visits/visit-parser.ts',
  'test/pure/wings/publications/visits/visit-parser.test.ts',
  [
    [
      'an address is claimed before it is known where the source of its host is',
      "if (row?.status === 'active' && row.phase.level === 0 && row.waiting !== 'rest') continue;",
      '',
      'an address that a feed names at the host of another source > waits while it is not known where that source is, and is claimed by nobody',
    ],
    [
      'an address that waits is remembered as claimed',
      'site.known.addAll(claims.tried.map(',
      'site.known.addAll(reading.elsewhere.map(',
      'an address that a feed names at the host of another source > is handed to that source as soon as it is known where it is',
    ],
    [
      'an address is handed over each time that it is named',
      'addresses.filter(({ identity }) => won.has(identity))',
      'addresses',
      'an address that a feed names at the host of another source > is handed over once, however often it is named',
    ],
  ],
);

const portions = mutantsOf(
  'shared/wings/publications/visits/claim-named.ts',
  'test/pure/wings/publications/visits/visit-parser.test.ts',
  [
    [
      'addresses that nobody requests fill no portion',
      'won.length < 10 * most',
      'won.length < 20 * most',
      'addresses of the source that are named > by the thousand > do not fill the portion with addresses that are never requested, up to 4,000',
    ],
  ],
);

const shared = mutantsOf(
  'shared/wings/publications/looks/judge-page.ts',
  'test/pure/wings/publications/looks/judge-page.test.ts',
  [
    [
      'a text that two addresses show at once is a version of both',
      "if (others > 0) return 'shared-text';",
      '',
      'a page of > a publication is doubtful with the text of another',
    ],
  ],
);

const kept = mutantsOf('shared/place/reread-pages.ts', 'test/pure/wings/publications/kept/reread-pages.test.ts', [
  [
    'pages are requested to be read again',
    'const sighting = await read(page);',
    "void fetch('http://127.0.0.1:59999/').catch(() => undefined); const sighting = await read(page);",
    'reading again sends no request',
  ],
]);

export const watchMutants: readonly Mutant[] = [
  ...kept,
  ...shared,
  ...judged,
  ...lost,
  ...pages,
  ...entries,
  ...states,
  ...others,
  ...parse,
  ...portions,
];
