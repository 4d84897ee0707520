import { type Mutant, mutantsOf } from './mutant.ts';

const publications = 'shared/wings/publications';
const tests = 'test/pure/wings/publications';
const dates = `${tests}/extraction/dates-of-pages.test.ts`;

/** Faults that users have seen at real sites, planted again. */
export const faultMutants: readonly Mutant[] = [
  ...mutantsOf(`${publications}/watch/publication-fold.ts`, `${tests}/watch/lost-pages.test.ts`, [
    [
      'a change of the text wipes what the feed said',
      'const hint = before.hint ?? this.#notes.memory.hints[identity];',
      'const hint = undefined;',
      'what a feed said of a publication > holds for its later versions',
    ],
    [
      'what a feed said of an address is lost where that redirects',
      'if (hint !== undefined && target !== identity)',
      'if (hint !== undefined && target === identity)',
      'what a feed said of a publication > goes along a redirect within the source',
    ],
  ]),
  ...mutantsOf(`${publications}/extraction/metadata/article-object.ts`, dates, [
    [
      'the first article of JSON-LD is that of the page',
      'return best < 0 ? undefined : articles[scores.indexOf(best)];',
      'return best < 0 ? undefined : articles[0];',
      'of the objects of JSON-LD that of this page counts: the second object has the address and the headline of the page',
    ],
    [
      'an object of another page is that of the page where it is alone',
      'return best < 0 ? undefined : articles[scores.indexOf(best)];',
      'return articles[scores.indexOf(best)];',
      'of the objects of JSON-LD that of this page counts: an object of another page is of no use',
    ],
  ]),
  ...mutantsOf(`${publications}/times/read-date.ts`, dates, [
    [
      'a word for a day in a sentence is a date',
      '(relative ?? ago) === undefined || standsForDate(',
      '(relative ?? ago) === undefined || true || standsForDate(',
      'no date of publication, in en: <p class="info">What matters today</p>',
    ],
  ]),
  ...mutantsOf(`${publications}/times/relative-words.ts`, `${tests}/extraction/forms-of-dates.test.ts`, [
    [
      'a word for a day counts in any language',
      'if (word !== undefined && !isSpoken(word, languageOf(language))) return false;',
      '',
      'how long ago > de: "Hier" is no date',
    ],
  ]),
  ...mutantsOf(`${publications}/search/read-time.ts`, `${tests}/search/read-period.test.ts`, [
    [
      'a period that ends before it begins gives an empty table',
      'period.since >= period.until',
      'false',
      'a period that ends before it begins is refused, not an empty table',
    ],
  ]),
  ...mutantsOf(`${publications}/extraction/metadata/lines-around.ts`, dates, [
    [
      'the date of a caption is that of the publication',
      "if (at.name === 'figcaption' || at.name === 'figure') return !hasHeadline(at);",
      '',
      'no date of publication, in en: <figure><img src="/a.jpg"><figcaption>The bridge on 3 January 2026</figcaption></figure>',
    ],
  ]),
  ...mutantsOf(`${publications}/addresses.ts`, `${tests}/finding/escaped-addresses.test.ts`, [
    [
      'an address that is escaped twice is requested as it is written',
      "text.replace(/&(?:amp;|#0*38;|#x0*26;)+/gi, '&')",
      'text',
      'of a feed: a link in CDATA',
    ],
  ]),
  ...mutantsOf(`${publications}/sitemaps/newest-first.ts`, 'test/pure/publications/listed-addresses.test.ts', [
    [
      'sitemaps without a time are read from the beginning of their index',
      '...fromBothEnds(undated)',
      '...undated',
      'reads an index of sitemaps by times, and what has no time from both ends',
    ],
  ]),
  ...mutantsOf(`${publications}/finding/address-shape.ts`, `${tests}/finding/publication-rules.test.ts`, [
    [
      'parameters of trackers are part of the shape of addresses',
      'const url = withoutTracking(parsed);',
      'const url = parsed;',
      'addresses of publications > are the same with and without tracking parameters',
    ],
  ]),
  ...mutantsOf('shared/domain/protocol/watched-address.ts', `${tests}/visits/shared-looks.test.ts`, [
    [
      'what one entry knows of a document counts for all',
      'fields: isAlike ? look.fields : {}',
      'fields: look.fields',
      'looks at one address > are of the whole document, unless all know the same of it',
    ],
  ]),
  ...mutantsOf('shared/place/reread-pages.ts', `${tests}/kept/reread-pages.test.ts`, [
    [
      'labels are left behind where a process ends behind a correction',
      'if (before?.title === row.title &&',
      'if (false && before?.title === row.title &&',
      'pages that are read again > keep the words of people where title and text are the same > labels, once each, whichever process ends behind a correction',
    ],
  ]),
  ...mutantsOf('shared/adapters/aws/dynamo/links/link-log.ts', 'test/pure/adapters/aws/dynamo-layout.test.ts', [
    [
      'an entry of the log of links is written over that of another worker',
      "await calls.write({ ...write, condition: 'attribute_not_exists(pk)' })",
      'await calls.write(write)',
      'the log of links > a worker that knows it reads nothing, until another has written',
    ],
  ]),
  ...mutantsOf(
    'shared/adapters/aws/publications/dynamo-publications.ts',
    'test/pure/adapters/aws/remove-watch.test.ts',
    [
      [
        'a look keeps what it has found after its watch was deleted',
        'if (head.isRemoved) throw',
        'if (false && head.isRemoved) throw',
        'a failed watch that is deleted while looks run > keeps nothing of a look that is cut short before its change is made',
      ],
    ],
  ),
  ...mutantsOf(`${publications}/finding/json-part.ts`, `${tests}/finding/json-part.test.ts`, [
    [
      'HTML in a part that comes as JSON is not read',
      "typeof member === 'string' && markup.test(member)",
      'false',
      'a part that comes as JSON has links of HTML',
    ],
  ]),
  ...mutantsOf(`${publications}/watch/entry-reading.ts`, `${tests}/watch/entry-reading.test.ts`, [
    [
      'a part that repeats another leads on for ever',
      '!this.#lists.includes(list)',
      'true',
      'a list of links > leads to parts that scripts request, until a part repeats what another named',
    ],
  ]),
  ...mutantsOf(`${publications}/looks/judge-page.ts`, `${tests}/looks/judge-page.test.ts`, [
    [
      'a home page with the words of an article is a version of it',
      ' || !page.isAnnounced)',
      ')',
      'a page of > a publication is gone where a home page of other titles has its words',
    ],
  ]),
];
