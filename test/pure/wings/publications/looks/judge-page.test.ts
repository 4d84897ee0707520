/** The verdict of a look on a publication, by its answer and the earlier state: one decision a row. */
import { describe, expect, test } from 'vitest';
import { type JudgedPage, judge, type Known } from '../../../../../shared/wings/publications/looks/judge-page.ts';

const article: JudgedPage = {
  ...{ hasText: true, articleScore: 0.9, isTimed: false, isChallenge: false, isHidden: false, plainKey: 'a' },
  ...{ isDrawn: false, isUndrawn: false, kept: 1, others: 0, isAnnounced: false, lands: 'here' },
  ...{ isForeign: false, isCut: false, isGrown: false },
};
const first: Known = { kind: 'first', isNamed: false };
const named: Known = { kind: 'first', isNamed: true };
const seen: Known = { kind: 'publication', plainKey: 'a', lost: undefined };
const gone: Known = { ...seen, lost: 'gone' };
const doubted: Known = { ...seen, lost: 'doubtful' };
const isGone = { kind: 'gone', isForGood: false };
const rest = { plainKey: 'b', kept: 0.49 } as const;
const half = { plainKey: 'b', kept: 0.5 } as const;
const other = { plainKey: 'b', kept: 0.1 } as const;

const later = (why: string) => ({ kind: 'later', why });
const doubtful = (why: string) => ({ kind: 'doubtful', why });

const missing = (status: 404 | 410) => ({ kind: 'missing', status }) as const;
const nothing = (mayPass: boolean) => ({ kind: 'nothing', why: 'timeout', mayPass }) as const;

function page(given: Partial<JudgedPage>) {
  return { kind: 'page', page: { ...article, ...given } } as const;
}

describe('a page of', () => {
  test.each<[string, Partial<JudgedPage>, Known, object]>([
    ['a link is new from the least score on', { articleScore: 0.2 }, first, { kind: 'new' }],
    ['a link is none below it', { articleScore: 0.19 }, first, { kind: 'none', why: 'no-article' }],
    ['a link is new below it where it tells its time', { articleScore: 0, isTimed: true }, first, { kind: 'new' }],
    ['a link is none without a text', { hasText: false, isTimed: true }, first, { kind: 'none', why: 'no-article' }],
    ['a link is tried later where it asks for a person', { isChallenge: true }, first, later('challenge')],
    ['a link is tried later where scripts draw it', { hasText: false, isDrawn: true }, first, later('drawn')],
    ['a link is new with a text, whatever its scripts draw', { isDrawn: true }, first, { kind: 'new' }],
    ['a link is tried later where its scripts could not draw it', { isUndrawn: true }, first, later('undrawn')],
    [
      'an entry is tried later where they could not, whatever text it has',
      { isUndrawn: true },
      named,
      later('undrawn'),
    ],
    ['a publication is unchanged where they could not', { isUndrawn: true, ...other }, seen, { kind: 'unchanged' }],
    ['an entry is new whatever its score', { articleScore: 0 }, named, { kind: 'new' }],
    ['an entry is tried later without a text', { hasText: false }, named, { kind: 'later', why: 'no-article' }],
    ['an entry is tried later where it asks for a person', { isChallenge: true }, named, later('challenge')],
    ['an entry is new with the text of three others', { others: 3 }, named, { kind: 'new' }],
    ['an entry is tried later with the text of four others', { others: 4 }, named, later('shared-text')],
    [
      'an entry is new with the text of four others, if it says the title',
      { others: 4, isAnnounced: true },
      named,
      { kind: 'new' },
    ],
    ['an entry is tried later with a text of another headline', { isForeign: true }, named, later('other-text')],
    [
      'an entry is new with another headline where it tells its time',
      { isForeign: true, isTimed: true },
      named,
      { kind: 'new' },
    ],
    [
      'a publication is doubtful where subscribers are offered a text without its words',
      { ...other, kept: 0.09, isCut: true },
      seen,
      doubtful('other-text'),
    ],
    [
      'a publication is unchanged where its rest is for subscribers now',
      { ...other, isCut: true },
      seen,
      { kind: 'unchanged' },
    ],
    [
      'a publication is a version where it grew and has other words',
      { ...other, isGrown: true },
      seen,
      { kind: 'version' },
    ],
    [
      'a publication is doubtful where it grew to the text of another',
      { ...other, isGrown: true, others: 1 },
      seen,
      doubtful('shared-text'),
    ],
    ['a publication is unchanged with its text', {}, seen, { kind: 'unchanged' }],
    ['a publication is a version with another text', { plainKey: 'b', articleScore: 0 }, seen, { kind: 'version' }],
    ['a publication that was gone is a version with its text', {}, gone, { kind: 'version' }],
    ['a publication that was gone stays so without a text', { hasText: false, kept: 0 }, gone, { kind: 'unchanged' }],
    ['a publication that was doubtful is a version with its text', {}, doubted, { kind: 'version' }],
    ['a publication that was doubtful stays so with another', other, doubted, { kind: 'unchanged' }],
    [
      'a publication is unchanged where it asks for a person',
      { isChallenge: true, kept: 0 },
      seen,
      { kind: 'unchanged' },
    ],
    ['a publication is doubtful without a text', { hasText: false, kept: 0 }, seen, doubtful('no-text')],
    ['a publication is a version with a fifth of its words', { plainKey: 'b', kept: 0.2 }, seen, { kind: 'version' }],
    ['a publication is doubtful with fewer', { plainKey: 'b', kept: 0.19 }, seen, doubtful('other-text')],
    ['a publication is doubtful with the text of another', { ...rest, others: 1 }, seen, doubtful('shared-text')],
    ['a publication is a version with it and half of its words', { ...half, others: 1 }, seen, { kind: 'version' }],
    ['a publication is doubtful where robots are kept off', { ...rest, isHidden: true }, seen, doubtful('hidden')],
    [
      'a publication is doubtful where a redirect leads above it',
      { ...rest, lands: 'above' },
      seen,
      doubtful('folder'),
    ],
    ['a publication is gone where a redirect leads home', { ...rest, lands: 'home' }, seen, isGone],
    ['a publication is gone where the home page has its beginning', { ...half, lands: 'home' }, seen, isGone],
    [
      'a publication is a version at home with nearly all of its words and its title',
      { ...half, kept: 0.95, lands: 'home', isAnnounced: true },
      seen,
      { kind: 'version' },
    ],
    [
      'a publication is gone where a home page of other titles has its words',
      { ...half, kept: 0.95, lands: 'home' },
      seen,
      isGone,
    ],
  ])('%s', (_, given, known, verdict) => {
    expect(judge(page(given), known)).toEqual(verdict);
  });
});

describe('an answer without a page', () => {
  test.each<[string, Parameters<typeof judge>[0], Known, object]>([
    ['that goes on says nothing', { kind: 'under-way' }, seen, { kind: 'waiting' }],
    ['says nothing of a publication', nothing(true), seen, { kind: 'unchanged' }],
    ['of 404 says that a publication is gone', missing(404), seen, isGone],
    ['of 404 says so once', missing(404), gone, { kind: 'unchanged' }],
    ['of 404 says so of one that was doubtful', missing(404), doubted, isGone],
    ['of 410 says so for good', missing(410), gone, { kind: 'gone', isForGood: true }],
    ['of 404 is tried later at the first look', missing(404), named, later('status-404')],
    ['of 410 is not', missing(410), named, { kind: 'none', why: 'status-410' }],
    ['that may pass is tried later', nothing(true), first, later('timeout')],
    ['that lasts is not', nothing(false), first, { kind: 'none', why: 'timeout' }],
    ['that leads to another host makes a publication doubtful', { kind: 'away' }, seen, doubtful('moved-away')],
    ['that leads to another host is no publication', { kind: 'away' }, first, { kind: 'none', why: 'moved-away' }],
  ])('%s', (_, brought, known, verdict) => {
    expect(judge(brought, known)).toEqual(verdict);
  });
});
