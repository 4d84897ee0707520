import { expect, test } from 'vitest';
import type { ApplicationAnswer } from '../../../../../shared/wings/publications/applications/application-runner.ts';
import {
  type ApplicationStanding,
  afterAnswer,
  isOff,
  withPardon,
} from '../../../../../shared/wings/publications/applications/application-standing.ts';
import { checkedRecords } from '../../../../../shared/wings/publications/applications/checked-records.ts';

const code = { digest: 'a' };
const died: ApplicationAnswer = { kind: 'failed', reason: 'time-limit', detail: 'too long' };
const threw: ApplicationAnswer = { kind: 'failed', reason: 'threw', detail: 'no' };
const read: ApplicationAnswer = { kind: 'read', rows: [] };

function after(answers: readonly ApplicationAnswer[], of = code): ApplicationStanding | undefined {
  return answers.reduce<ApplicationStanding | undefined>(
    (standing, answer, at) => afterAnswer(standing, of, answer, { at, address: `/${at}`, records: 0 }),
    undefined,
  );
}

test('five deaths in a row switch an application off; what throws stays on', () => {
  expect(isOff(after([died, died, died, died]), code)).toBe(false);
  expect(after([died, died, died, died, died])).toMatchObject({ offSince: 4, failures: { 'time-limit': 5 } });
  expect(isOff(after(Array.from({ length: 100 }, () => threw)), code)).toBe(false);
});

test('a page for which there was no time is counted, and is no death', () => {
  const late: ApplicationAnswer = { kind: 'failed', reason: 'no-time', detail: 'late' };
  const standing = after(Array.from({ length: 100 }, () => late));
  expect([isOff(standing, code), standing?.failures]).toEqual([false, { 'no-time': 100 }]);
});

test('one death in ten pages is borne, one in five is not', () => {
  const every = (pages: number) => Array.from({ length: 200 }, (_, n) => (n % pages === 0 ? died : read));
  expect(isOff(after(every(11)), code)).toBe(false);
  expect(isOff(after(every(5)), code)).toBe(true);
});

test('other code and a person who switches it on begin anew', () => {
  const off = after([died, died, died, died, died]);
  expect(isOff(off, code)).toBe(true);
  expect(isOff(off, { digest: 'b' })).toBe(false);
  expect(isOff(off, code, 5)).toBe(false);
  expect(withPardon(off, 5)).toMatchObject({ trouble: 0 });
  expect(withPardon(off, 3)).toBe(off);
});

test.each([
  ['text', 'a', 'a'],
  ['text', 1, undefined],
  ['real', 1.5, 1.5],
  ['real', Number.NaN, undefined],
  ['integer', 3, 3],
  ['integer', 3.5, undefined],
  ['boolean', false, 0],
  ['instant', '2026-11-01T12:00:00+03:00', Date.UTC(2026, 10, 1, 9)],
  ['instant', '2026-11-01 12:00', Date.UTC(2026, 10, 1, 12)],
  ['instant', new Date(5), 5],
  ['instant', 'yesterday', undefined],
] as const)('a column of %s takes %o as %o', (type, given, kept) => {
  const checked = checkedRecords({ it: type }, { it: given });
  expect(checked).toEqual(
    kept === undefined
      ? { kind: 'fault', detail: expect.stringContaining(`is no ${type}`) }
      : { kind: 'rows', rows: [[kept]] },
  );
});

test('too many records of a page, and columns that nobody declared, are told', () => {
  expect(
    checkedRecords(
      { n: 'integer' },
      Array.from({ length: 1_001 }, () => ({ n: 1 })),
    ),
  ).toMatchObject({ kind: 'fault' });
  expect(checkedRecords({ n: 'integer' }, [{ m: 1 }])).toEqual({
    kind: 'fault',
    detail: 'record 1 has "m", which is no column; allowed are n',
  });
  expect(checkedRecords({ n: 'integer' }, null)).toEqual({ kind: 'rows', rows: [] });
});
