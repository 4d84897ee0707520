import { describe, expect, test } from 'vitest';
import { type LabelRow, labelKey, subjectKey } from '../../../../../shared/wings/publications/labels/label.ts';
import {
  bySubject,
  effectiveClass,
  lastOwnLabel,
  opinionOf,
} from '../../../../../shared/wings/publications/labels/opinion.ts';

function row(id: number, annotator: string, more: Partial<LabelRow> = {}): LabelRow {
  return {
    ...{ id, publication: 1, version: 1, organization: 'msu', class: 'positive', isAdjudication: false, annotator },
    ...{ at: id * 1_000, sampling: 'random' as const, ...more },
  };
}

describe('what people say of a subject', () => {
  test('is nothing without labels', () => {
    expect(opinionOf([], 1)).toMatchObject({ class: undefined, by: undefined, isDisputed: false, standing: [] });
  });

  test('is the newest label of each annotator, if they agree', () => {
    const rows = [row(1, 'a', { class: 'negative' }), row(2, 'b'), row(3, 'a')];
    expect(opinionOf(rows, 1)).toMatchObject({ class: 'positive', by: 'agreement', isDisputed: false });
    expect(opinionOf(rows, 1).standing.map(({ id }) => id)).toEqual([3, 2]);
  });

  test('is disputed where two annotators disagree, until somebody decides', () => {
    const rows = [row(1, 'a'), row(2, 'b', { class: 'ambiguous' })];
    expect(opinionOf(rows, 1)).toMatchObject({ class: undefined, by: undefined, isDisputed: true });
    const decided = [...rows, row(3, 'c', { class: 'ambiguous', isAdjudication: true })];
    expect(opinionOf(decided, 1)).toMatchObject({ class: 'ambiguous', by: 'adjudication', isDisputed: false });
    expect(opinionOf(decided, 1).standing).toHaveLength(2);
  });

  test('has a withdrawn label no more, and the one before it again', () => {
    const rows = [row(1, 'a', { class: 'negative' }), row(2, 'a'), row(3, 'a', { class: undefined, withdraws: 2 })];
    expect(opinionOf(rows, 1).class).toBe('negative');
    expect(lastOwnLabel(rows, 'a')?.id).toBe(1);
    const all = [...rows, row(4, 'a', { class: undefined, withdraws: 1 })];
    expect(opinionOf(all, 1).class).toBeUndefined();
    expect(lastOwnLabel(all, 'a')).toBeUndefined();
  });

  test('is stale once the text has changed', () => {
    const rows = [row(1, 'a'), row(2, 'b', { isAdjudication: true })];
    const opinion = opinionOf(rows, 2);
    expect(opinion).toMatchObject({ class: undefined, by: undefined, standing: [], adjudication: undefined });
    expect(opinion.stale.map(({ id }) => id)).toEqual([1, 2]);
    expect(opinionOf([...rows, row(3, 'a', { version: 2, class: 'neutral' })], 2).class).toBe('neutral');
  });

  test('an import of older labels does not overrule newer ones', () => {
    const rows = [row(1, 'a', { at: 5_000 }), row(2, 'a', { at: 4_000, class: 'negative' })];
    expect(opinionOf(rows, 1).class).toBe('positive');
  });
});

describe('the class that counts', () => {
  const none = opinionOf([], 1);

  test('is adjudicated, else agreed, else of all mentions, else of the model', () => {
    const agreed = opinionOf([row(1, 'a'), row(2, 'b')], 1);
    expect(opinionOf([row(1, 'a')], 1)).toMatchObject({ class: 'positive', by: 'label' });
    const adjudicated = opinionOf([row(1, 'a'), row(2, 'b', { class: 'neutral', isAdjudication: true })], 1);
    expect(effectiveClass(adjudicated, ['negative'], 'negative')).toMatchObject({
      class: 'neutral',
      by: 'adjudication',
    });
    expect(effectiveClass(agreed, ['negative'], 'negative')).toMatchObject({ class: 'positive', by: 'agreement' });
    expect(effectiveClass(none, ['negative'], 'unclassified')).toMatchObject({ class: 'negative', by: 'mentions' });
    expect(effectiveClass(none, [], 'unclassified')).toMatchObject({ class: 'unclassified', by: 'model' });
    expect(effectiveClass(none, ['negative', undefined], 'neutral')).toMatchObject({ class: 'neutral', by: 'model' });
  });

  test('of disputed labels is the model’s, and says so', () => {
    const disputed = opinionOf([row(1, 'a'), row(2, 'b', { class: 'neutral' })], 1);
    expect(effectiveClass(disputed, ['negative'], 'neutral')).toEqual({
      class: 'neutral',
      by: 'model',
      isDisputed: true,
    });
  });

  test('of good and bad mentions is ambiguous', () => {
    expect(effectiveClass(none, ['positive', 'negative'], 'neutral').class).toBe('ambiguous');
    expect(effectiveClass(none, ['positive', 'neutral', 'not-about'], 'neutral').class).toBe('positive');
    expect(effectiveClass(none, ['not-about'], 'neutral').class).toBe('not-about');
    expect(effectiveClass(none, ['neutral', 'not-about'], 'positive').class).toBe('neutral');
  });
});

test('labels are joined by publication, organization and place', () => {
  const place = { field: 'text', start: 3, end: 6 } as const;
  const rows = [row(1, 'a'), row(2, 'b', { version: 2 }), row(3, 'a', { place }), row(4, 'a', { organization: 'x' })];
  expect([...bySubject(rows).values()].map(each => each.map(({ id }) => id))).toEqual([[1, 2], [3], [4]]);
  expect(subjectKey(rows[0]!)).not.toBe(subjectKey(rows[2]!));
  expect(labelKey(row(1, 'a'))).toBe(labelKey(row(9, 'a', { at: 1_000 })));
  expect(labelKey(row(1, 'a'))).not.toBe(labelKey(row(1, 'a', { class: 'neutral' })));
});
