/** What a look says of a publication, by what it brought and what was known: one decision a row. */
import { describe, expect, test } from 'vitest';
import { type JudgedPage, judge, type Known } from '../../../../../shared/wings/publications/looks/judge-page.ts';

const article: JudgedPage = { hasText: true, articleScore: 0.9, isTimed: false, isChallenge: false, plainKey: 'a' };
const first: Known = { kind: 'first', isNamed: false };
const named: Known = { kind: 'first', isNamed: true };
const elsewhere: Known = { kind: 'named' };
const seen: Known = { kind: 'publication', plainKey: 'a', isGone: false };
const gone: Known = { ...seen, isGone: true };

function page(given: Partial<JudgedPage>) {
  return { kind: 'page', page: { ...article, ...given } } as const;
}

describe('a page of', () => {
  test.each<[string, Partial<JudgedPage>, Known, object]>([
    ['a link is new from the least score on', { articleScore: 0.2 }, first, { kind: 'new' }],
    ['a link is none below it', { articleScore: 0.19 }, first, { kind: 'none', why: 'no-article' }],
    ['a link is new below it where it tells its time', { articleScore: 0, isTimed: true }, first, { kind: 'new' }],
    ['a link is none without a text', { hasText: false, isTimed: true }, first, { kind: 'none', why: 'no-article' }],
    ['a link is none where it asks for a person', { isChallenge: true }, first, { kind: 'none', why: 'challenge' }],
    ['an entry is new whatever its score', { articleScore: 0 }, named, { kind: 'new' }],
    ['an entry is none without a text', { hasText: false }, named, { kind: 'none', why: 'no-article' }],
    ['another source is new whatever its score', { articleScore: 0 }, elsewhere, { kind: 'new' }],
    ['another source is none without a text', { hasText: false }, elsewhere, { kind: 'none', why: 'no-article' }],
    ['another source waits where it asks for a person', { isChallenge: true }, elsewhere, { kind: 'unchanged' }],
    ['a publication is unchanged with its text', {}, seen, { kind: 'unchanged' }],
    ['a publication is a version with another text', { plainKey: 'b', articleScore: 0 }, seen, { kind: 'version' }],
    ['a publication that was gone is a version with its text', {}, gone, { kind: 'version' }],
    ['a publication that was gone stays so without a text', { hasText: false }, gone, { kind: 'unchanged' }],
  ])('%s', (_, given, known, verdict) => {
    expect(judge(page(given), known)).toEqual(verdict);
  });
});

describe('an answer without a page', () => {
  test.each<[string, Parameters<typeof judge>[0], Known, object]>([
    ['that goes on says nothing', { kind: 'under-way' }, seen, { kind: 'waiting' }],
    ['says nothing of a publication', { kind: 'nothing' }, seen, { kind: 'unchanged' }],
    [
      'of 404 says that a publication is gone',
      { kind: 'missing', status: 404 },
      seen,
      { kind: 'gone', isForGood: false },
    ],
    ['of 410 says so for good', { kind: 'missing', status: 410 }, seen, { kind: 'gone', isForGood: true }],
    ['of 404 says so of nothing', { kind: 'missing', status: 404 }, elsewhere, { kind: 'none', why: 'status-404' }],
    ['at the first look is no publication', { kind: 'nothing' }, first, { kind: 'none', why: 'no-page' }],
    ['leaves what another source names waiting', { kind: 'nothing' }, elsewhere, { kind: 'unchanged' }],
  ])('%s', (_, brought, known, verdict) => {
    expect(judge(brought, known)).toEqual(verdict);
  });
});
