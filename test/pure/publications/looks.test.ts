import { describe, expect, test } from 'vitest';
import {
  afterAnswer,
  conditionalFields,
  freshSeconds,
  isLiar,
  type LookAnswer,
  type LookMemory,
  newMemory,
} from '../../../shared/wings/publications/looks/conditional-look.ts';
import {
  afterLook,
  type LookHistory,
  newHistory,
  nextLook,
  rateAt,
} from '../../../shared/wings/publications/looks/look-history.ts';

const hour = 3_600_000;
const start = Date.UTC(2017, 8, 11);
const bounds = { leastS: 300, mostS: 86_400 };

/** Looks every `everyHours` for `days` days at an entry that publishes `perHour(hour of the day)` items an hour, evenly. */
function looked(everyHours: number, days: number, perHour: (hour: number) => number): LookHistory {
  let history = newHistory;
  for (let at = start + everyHours * hour; at <= start + days * 24 * hour; at += everyHours * hour) {
    const since = at - everyHours * hour;
    const times: number[] = [];
    for (let from = since; from < at; from += hour) {
      const count = perHour(new Date(from).getUTCHours());
      for (let n = 1; n <= count; n += 1) times.push(from + (n * hour) / (count + 1));
    }
    history = afterLook(history, { at, since, times, found: times.length });
  }
  return history;
}

describe('what looks teach', () => {
  test('an entry that brings much is looked at soon, and an empty one seldom', () => {
    const end = start + 14 * 24 * hour;
    const busy = looked(1, 14, () => 20);
    const quiet = looked(24, 14, () => 0);
    expect(rateAt(busy, end)).toBeGreaterThan(19);
    expect(nextLook(busy, end, bounds) - end).toBe(300_000);
    expect(nextLook(quiet, end, bounds) - end).toBe(24 * hour);
    expect(nextLook(newHistory, end, bounds) - end).toBe(2 * hour);
  });

  test('hours of the day are told apart', () => {
    const working = looked(1, 28, of => (of >= 9 && of < 17 ? 4 : 0));
    const noon = start + 28 * 24 * hour + 12 * hour;
    const night = start + 28 * 24 * hour + 20 * hour;
    expect(rateAt(working, noon)).toBeGreaterThan(5 * rateAt(working, night));
    expect(nextLook(working, noon, bounds) - noon).toBeLessThan(20 * 60_000);
    expect(nextLook(working, night, bounds) - night).toBeGreaterThan(2 * hour);
  });

  test('a source that falls silent is followed', () => {
    let history = looked(1, 14, () => 6);
    const before = rateAt(history, start);
    for (let n = 1; n <= 24 * 14; n += 1) {
      const at = start + (14 * 24 + n) * hour;
      history = afterLook(history, { at, since: at - hour, times: [], found: 0 });
    }
    expect(rateAt(history, start)).toBeLessThan(before / 2);
    expect(history.empty).toBe(24 * 14);
  });

  test('items without a time count over the span, and a week asleep as a week', () => {
    const untimed = afterLook(newHistory, { at: start + 10 * hour, since: start, times: [], found: 30 });
    expect(rateAt(untimed, start + hour)).toBeCloseTo(2.63, 1);
    const slept = afterLook(newHistory, { at: start + 1_000 * hour, since: start, times: [], found: 0 });
    expect(slept.hours.reduce((sum, each) => sum + each)).toBeCloseTo(24 * 7, 6);
    expect(afterLook(newHistory, { at: start, since: start, times: [], found: 5 })).toBe(newHistory);
  });

  test("the user's interval wins, a feed's wishes bound the others", () => {
    const busy = looked(1, 7, () => 60);
    const at = start + 7 * 24 * hour + 2 * hour;
    expect(nextLook(busy, at, { ...bounds, fixedS: 7_200 }) - at).toBe(2 * hour);
    expect(nextLook(busy, at, { ...bounds, restS: 3_000 }) - at).toBe(3_000_000);
    expect(nextLook(busy, at, { ...bounds, restS: 1e9 }) - at).toBe(24 * hour);
    expect(new Date(nextLook(busy, at, { ...bounds, skipHours: [2, 3, 4] })).getUTCHours()).toBe(5);
    const all = Array.from({ length: 24 }, (_, n) => n);
    expect(nextLook(busy, at, { ...bounds, skipHours: all }) - at).toBe(300_000);
  });
});

describe('conditional requests', () => {
  const answer = (further: Partial<LookAnswer>): LookAnswer => ({ status: 200, newItems: 0, ...further });
  const remembered = (memory: LookMemory, ...answers: readonly Partial<LookAnswer>[]) =>
    answers.reduce((known, each) => afterAnswer(known, answer(each)), memory);

  test('send back what the last whole answer said', () => {
    expect(conditionalFields(newMemory)).toEqual({});
    const known = remembered(newMemory, { etag: '"a"', lastModified: 'Tue, 12 Sep 2017 12:34:56 GMT', bodyHash: '1' });
    const fields = { 'if-none-match': '"a"', 'if-modified-since': 'Tue, 12 Sep 2017 12:34:56 GMT' };
    expect(conditionalFields(known)).toEqual(fields);
    expect(conditionalFields(remembered(known, { status: 304 }))).toEqual(fields);
    expect(conditionalFields(remembered(known, { status: 500 }))).toEqual(fields);
    expect(conditionalFields(remembered(known, { bodyHash: '2' }))).toEqual({});
  });

  test('never send what is no field of HTTP', () => {
    expect(conditionalFields(remembered(newMemory, { etag: '"a"\r\nx: y', lastModified: 'я' }))).toEqual({});
    expect(conditionalFields(remembered(newMemory, { etag: `"${'a'.repeat(5_000)}"` }))).toEqual({});
  });

  test('an equal ETag with new items three times is not believed any more', () => {
    const lie = (n: number) => ({ etag: '"always"', bodyHash: String(n), newItems: 1 });
    const twice = remembered(newMemory, lie(0), lie(1), lie(2));
    expect([isLiar(twice), conditionalFields(twice)]).toEqual([false, { 'if-none-match': '"always"' }]);
    const thrice = remembered(twice, lie(3));
    expect([isLiar(thrice), conditionalFields(thrice)]).toEqual([true, {}]);
    expect(isLiar(remembered(thrice, { etag: '"honest"', bodyHash: '9', newItems: 1 }))).toBe(true);
  });

  test('new items behind answers of 304 are found, because every seventh look asks for the whole', () => {
    const silent = Array.from({ length: 6 }, () => ({ status: 304 }));
    let memory = remembered(newMemory, { etag: '"always"', bodyHash: '0' });
    for (let n = 1; n <= 3; n += 1) {
      expect(isLiar(memory)).toBe(false);
      memory = remembered(memory, ...silent);
      expect(conditionalFields(memory)).toEqual({});
      memory = remembered(memory, { etag: '"always"', bodyHash: String(n), newItems: 2 });
    }
    expect(isLiar(memory)).toBe(true);
  });

  test('an honest source is not blamed: a new ETag with new items, an equal body, a changed advertisement', () => {
    const honest = remembered(
      newMemory,
      { etag: '"1"', bodyHash: '1', newItems: 5 },
      { etag: '"2"', bodyHash: '2', newItems: 5 },
      { etag: '"2"', bodyHash: '2' },
      { etag: '"2"', bodyHash: '3' },
      { bodyHash: '4', newItems: 5 },
      { bodyHash: '5', newItems: 5 },
    );
    expect(honest.lies).toBe(0);
  });

  test.each([
    ['max-age=600', '', 600],
    ['public, Max-Age="600"', '100', 500],
    ['max-age=600', '900', 0],
    ['no-cache, max-age=600', '', 0],
    ['max-age=-1', '', 0],
    ['', '', 0],
  ])('%s with Age %j leaves %i seconds', (cacheControl, age, seconds) => {
    expect(freshSeconds(cacheControl, age)).toBe(seconds);
  });
});
