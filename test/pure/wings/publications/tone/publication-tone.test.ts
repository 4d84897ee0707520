/** The tone of a publication, of the tones of its mentions, and how well tones are told. */
import { describe, expect, test } from 'vitest';
import { classF1, macroF1, polarF1 } from '../../../../../shared/wings/publications/tone/judge-tone.ts';
import {
  classOf,
  type MentionTone,
  publicationTone,
} from '../../../../../shared/wings/publications/tone/publication-tone.ts';

const p = (negative: number, neutral: number, positive: number) => ({ negative, neutral, positive });

function mention(given: Partial<MentionTone> = {}): MentionTone {
  return { p: p(0.1, 0.3, 0.6), sentence: 'The council is praised.', isTitle: false, ...given };
}

describe('the class of a score', () => {
  test.each([
    [0.2, 'neutral'],
    [0.2001, 'positive'],
    [-0.2, 'neutral'],
    [-0.2001, 'negative'],
    [0, 'neutral'],
  ])('%f is %s', (score, expected) => {
    expect(classOf({ score, p: p(0.3, 0.4, 0.3) }, 0)).toBe(expected);
  });

  test('is said where its probability is the least that was asked for, and not below', () => {
    const figures = { score: 1, p: p(0.1, 0.4, 0.5) };
    expect([classOf(figures, 0.5), classOf(figures, 0.51)]).toEqual(['positive', 'unclassified']);
  });
});

describe('a publication', () => {
  test('without a mention has no class', () => {
    expect(publicationTone([])).toMatchObject({ class: 'unclassified', mentions: 0, score: 0, mixed: 0 });
  });

  test('with several mentions is surer than with one: a score grows with the root of their number', () => {
    const sentences = ['a', 'b', 'c', 'd'].map(sentence => mention({ sentence }));
    expect(publicationTone([mention()]).score).toBeCloseTo(0.5, 12);
    expect(publicationTone(sentences).score).toBeCloseTo(1, 12);
    expect(publicationTone(sentences).p).toEqual({
      negative: expect.closeTo(0.1, 12),
      neutral: expect.closeTo(0.3, 12),
      positive: expect.closeTo(0.6, 12),
    });
  });

  test('counts a title half as much again', () => {
    expect(publicationTone([mention({ isTitle: true })]).score).toBeCloseTo(0.5 * Math.sqrt(1.5), 12);
    const both = [mention({ isTitle: true, sentence: 'x', p: p(1, 0, 0) }), mention({ sentence: 'y', p: p(0, 0, 1) })];
    expect(publicationTone(both).p.negative).toBeCloseTo(0.6, 12);
  });

  test.each([
    [3, 0.5],
    [4, 0.75 / 1.75],
    [6, 1 / 3],
  ])('counts a sentence that names %i so that its share is %f', (named, share) => {
    const mentions = [mention({ sentence: 'x', p: p(0, 0, 1) }), mention({ sentence: 'y', p: p(1, 0, 0), named })];
    expect(publicationTone(mentions).p.negative).toBeCloseTo(share, 12);
  });

  test('counts a sentence that comes again once, whatever its signs and letters, and as a title if it is one', () => {
    const again = [mention({ isTitle: true }), mention({ sentence: 'THE COUNCIL – is praised' })];
    expect(publicationTone(again)).toMatchObject({ mentions: 1, mixed: 0 });
    expect(publicationTone(again).score).toBeCloseTo(0.5 * Math.sqrt(1.5), 12);
  });

  test('is mixed where a mention is positive and another negative', () => {
    const mentions = [mention({ sentence: 'x', p: p(0.5, 0, 0.5) }), mention({ sentence: 'y', p: p(0.2, 0.2, 0.6) })];
    expect(publicationTone(mentions).mixed).toBeCloseTo(1 - 0.5 * 0.8, 12);
    expect(publicationTone(mentions.slice(0, 1)).mixed).toBe(0);
  });

  test('has no class below the confidence that is asked for', () => {
    expect([publicationTone([mention()], 0.6).class, publicationTone([mention()], 0.61).class]).toEqual([
      ...['positive', 'unclassified'],
    ]);
  });
});

test('F1 is the harmonic mean of precision and recall, 0 where there is neither', () => {
  const said = (pairs: string) => pairs.split(' ').map(pair => ({ label: Number(pair[0]), said: Number(pair[1]) }));
  // Of three that are negative one is found, of two that are said to be one is.
  const all = said('00 01 01 10 22');
  expect(classF1(all, 0)).toBeCloseTo(0.4, 12);
  expect(classF1(all, 1)).toBe(0);
  expect(classF1(said('00'), 2)).toBe(0);
  expect(polarF1(all)).toBeCloseTo((0.4 + 1) / 2, 12);
  expect(macroF1(all)).toBeCloseTo((0.4 + 0 + 1) / 3, 12);
});
