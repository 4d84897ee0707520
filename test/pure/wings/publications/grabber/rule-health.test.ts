import { describe, expect, test } from 'vitest';
import {
  acceptRules,
  alarmOf,
  endRules,
  matchOf,
  noteMatch,
  type RuleHealth,
  versionAt,
} from '../../../../../shared/wings/publications/grabber/rule-health.ts';
import type { RulesData } from '../../../../../shared/wings/publications/grabber/rules/rules-schema.ts';

const rulesOf = (xpath: string): RulesData => ({
  types: [{ name: 'article', match: xpath, fields: { text: { xpath } } }],
});
const [monday, tuesday, friday] = [
  '2024-01-01T00:00:00.000Z',
  '2024-01-02T00:00:00.000Z',
  '2024-01-05T00:00:00.000Z',
] as const;

describe('accepted rules', () => {
  test('are versions with the time in which each held', () => {
    const versions = acceptRules(acceptRules([], rulesOf('//article'), monday), rulesOf('//main'), tuesday);
    expect(versions.map(({ revision, validFrom, validUntil }) => [revision, validFrom, validUntil])).toEqual([
      [1, monday, tuesday],
      [2, tuesday, null],
    ]);
    expect(versionAt(versions, '2023-12-31T23:59:59.999Z')).toBeUndefined();
    expect(versionAt(versions, monday)?.revision).toBe(1);
    expect(versionAt(versions, tuesday)?.revision).toBe(2);
    expect(versionAt(versions, friday)?.revision).toBe(2);
  });

  test('that are the same are the same version', () => {
    const versions = acceptRules([], rulesOf('//article'), monday);
    expect(acceptRules(versions, rulesOf('//article'), tuesday)).toBe(versions);
  });

  test('end when they are switched off, and may be accepted again', () => {
    const ended = endRules(acceptRules([], rulesOf('//article'), monday), tuesday);
    expect(versionAt(ended, tuesday)).toBeUndefined();
    expect(endRules(ended, friday)).toBe(ended);
    const again = acceptRules(ended, rulesOf('//article'), friday);
    expect(again.map(({ validUntil }) => validUntil)).toEqual([tuesday, null]);
    expect(versionAt(again, friday)?.revision).toBe(2);
  });

  test('never hold at two versions at once, though a clock goes back', () => {
    const versions = acceptRules(acceptRules([], rulesOf('//a'), tuesday), rulesOf('//b'), monday);
    expect(versions.map(({ validFrom, validUntil }) => [validFrom, validUntil])).toEqual([
      [tuesday, tuesday],
      [tuesday, null],
    ]);
    expect(versionAt(versions, tuesday)?.revision).toBe(2);
  });
});

describe('the alarm', () => {
  const healthAfter = (matches: readonly boolean[], health?: RuleHealth) =>
    matches.reduce<RuleHealth | undefined>((before, isMatch) => noteMatch(before, 1, isMatch), health);
  const times = (count: number, isMatch: boolean) => Array.from({ length: count }, () => isMatch);

  test.each([
    [9, 1, undefined],
    [8, 2, { revision: 1, matched: 8, tried: 10 }],
    [0, 9, undefined],
    [0, 10, { revision: 1, matched: 0, tried: 10 }],
  ])('after %i matches and %i pages without one', (matched, missed, alarm) => {
    expect(alarmOf(healthAfter([...times(matched, true), ...times(missed, false)])!)).toEqual(alarm);
  });

  test('looks at the last 50 pages, and keeps no more', () => {
    const long = healthAfter([...times(1_000, true), ...times(6, false)])!;
    expect([long.tried, long.matched, long.recent.length]).toEqual([1_006, 1_000, 50]);
    expect(alarmOf(long)).toEqual({ revision: 1, matched: 44, tried: 50 });
    expect(alarmOf(healthAfter(times(50, true), long)!)).toBeUndefined();
  });

  test('is forgotten with its version', () => {
    const health = noteMatch(healthAfter(times(50, false)), 2, true);
    expect(health).toEqual({ revision: 2, tried: 1, matched: 1, recent: [true] });
  });

  test('counts no page that is no article', () => {
    expect(matchOf({ method: 'grabber', article: true })).toBe(true);
    expect(matchOf({ method: 'readability', article: true })).toBe(false);
    expect(matchOf({ method: 'readability', article: false })).toBeUndefined();
  });
});
