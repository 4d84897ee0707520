import { describe, expect, test } from 'vitest';
import type { WatchedAddress } from '../../../../shared/domain/protocol/watched-address.ts';
import type { PageDate } from '../../../../shared/wings/publications/extraction/metadata/page-dates.ts';
import { newMemory } from '../../../../shared/wings/publications/looks/conditional-look.ts';
import type { StatedTime } from '../../../../shared/wings/publications/times/stated-time.ts';
import {
  type EntryLook,
  entryAddress,
  lookedAt,
  readEntryState,
} from '../../../../shared/wings/publications/watch/entry-state.ts';
import { checkedAt, nextRecheck } from '../../../../shared/wings/publications/watch/recheck.ts';
import { agreedZone, publishedTime, shownZone } from '../../../../shared/wings/publications/watch/sighted-page.ts';

const noon = Date.UTC(2026, 4, 5, 12);
const minute = 60_000;
const hour = 60 * minute;
const bounds = { leastS: 300, mostS: 86_400, recheckS: [3_600, 86_400] };
const url = 'https://news.example/rss';
const feed = (due = noon): WatchedAddress => entryAddress({ identity: url, address: url, kind: 'feed' }, { due });

function read(at: number, fresh: number, more: Partial<EntryLook> = {}): EntryLook {
  return {
    report: { at, outcome: 'read', status: 200, items: 20, fresh },
    answer: { status: 200, etag: `"${at}"`, bodyHash: String(at), newItems: fresh },
    times: [],
    ...more,
  };
}

const failed = (at: number): EntryLook => ({
  report: { at, outcome: 'http-status', status: 500, items: 0, fresh: 0 },
  answer: { status: 500, newItems: 0 },
  times: [],
});

describe('an entry after a look', () => {
  test('is switched off by 410, and keeps what it had; a person can switch it on', () => {
    const report = { at: noon + hour, outcome: 'http-status', status: 410, items: 0, fresh: 0 } as const;
    const look = { report, answer: { status: 410, newItems: 0 }, times: [] };
    const entry = lookedAt(lookedAt(feed(), read(noon, 3), bounds), look, bounds);
    expect(entry.due).toBe(Infinity);
    expect(readEntryState(entry)).toMatchObject({ last: report, lastRead: { items: 20 }, failures: 1 });
    expect(lookedAt({ ...entry, due: noon + 2 * hour }, read(noon + 2 * hour, 1), bounds).due).toBeLessThan(Infinity);
  });

  test('asks next time for what has changed since', () => {
    expect(feed().fields).toEqual({});
    expect(lookedAt(feed(), read(noon, 1), bounds).fields).toEqual({ 'if-none-match': `"${noon}"` });
  });

  test('is due within the bounds, and not before the document allows', () => {
    const dues = [0, 50].map(fresh => lookedAt(feed(), read(noon, fresh), bounds).due - noon);
    for (const due of dues) expect(due).toBeGreaterThanOrEqual(300_000);
    for (const due of dues) expect(due).toBeLessThanOrEqual(86_400_000);
    const rested = lookedAt(feed(), read(noon, 50, { restS: 7_200 }), bounds);
    expect(rested.due).toBeGreaterThanOrEqual(noon + 2 * hour);
  });

  test('that brings much is due sooner than one that brings nothing', () => {
    let [busy, quiet] = [feed(), feed()];
    for (let at = noon; at < noon + 12 * hour; at += hour) {
      busy = lookedAt(busy, read(at, 12), bounds);
      quiet = lookedAt(quiet, read(at, 0), bounds);
    }
    expect(busy.due).toBeLessThan(quiet.due);
  });

  test('at the interval of the user', () => {
    const fixed = entryAddress({ identity: url, address: url, kind: 'feed' }, { due: noon, fixedS: 60 });
    expect(lookedAt(fixed, read(noon, 3), bounds).due).toBe(noon + minute);
  });

  describe('that left addresses for the next look', () => {
    const left = lookedAt(feed(), read(noon, 400, { outstanding: 600, restS: 7_200 }), bounds);

    test('is due at once, whatever the document or the user says of pauses, and asks for the whole document', () => {
      const fixed = entryAddress({ identity: url, address: url, kind: 'feed' }, { due: noon, fixedS: 60 });
      for (const entry of [left, lookedAt(fixed, read(noon, 400, { outstanding: 1 }), bounds)])
        expect([entry.due, entry.fields]).toEqual([noon, {}]);
      expect(readEntryState(left).outstanding).toBe(600);
      expect(lookedAt({ ...feed(), due: Infinity }, read(noon, 9, { outstanding: 1 }), bounds).due).toBe(Infinity);
    });

    test('keeps their number while looks fail, and waits then as ever', () => {
      const entry = lookedAt(left, failed(noon + minute), bounds);
      expect([entry.due - noon - minute, entry.fields]).toEqual([300_000, {}]);
      expect(readEntryState(entry).outstanding).toBe(600);
    });

    test('is as every other once nothing is left', () => {
      const entry = lookedAt(left, read(noon + minute, 600, { outstanding: 0 }), bounds);
      expect(readEntryState(entry).outstanding).toBeUndefined();
      expect(entry.due).toBeGreaterThan(noon + minute);
      expect(entry.fields).toEqual({ 'if-none-match': `"${noon + minute}"` });
      const gone = lookedAt(left, { ...read(noon + minute, 0), report: { ...read(noon, 0).report, items: 0 } }, bounds);
      expect(readEntryState(gone).outstanding).toBeUndefined();
    });

    test('learns from the next look only what came meanwhile by its own time', () => {
      const at = noon + hour;
      const withOld = lookedAt(left, read(at, 600, { times: [noon - 9 * hour, noon + minute] }), bounds);
      const withoutOld = lookedAt(
        lookedAt(feed(), read(noon, 400), bounds),
        read(at, 1, { times: [noon + minute] }),
        bounds,
      );
      expect(readEntryState(withOld).history).toEqual(readEntryState(withoutOld).history);
      expect(readEntryState(lookedAt(left, read(at, 600), bounds)).history).toEqual(readEntryState(left).history);
    });
  });

  test('that failed waits twice as long each time, and keeps what it knew', () => {
    let entry = lookedAt(feed(), read(noon, 1), bounds);
    const waits: number[] = [];
    for (const at of [1, 2, 3, 4].map(n => noon + n * hour)) {
      entry = lookedAt(entry, failed(at), bounds);
      waits.push((entry.due - at) / 1000);
    }
    expect(waits).toEqual([300, 600, 1_200, 2_400]);
    expect(readEntryState(entry)).toMatchObject({ failures: 4, looks: 5, lastRead: { at: noon } });
    expect(entry.fields).toEqual({ 'if-none-match': `"${noon}"` });
    expect(readEntryState(lookedAt(entry, read(noon + 9 * hour, 0), bounds)).failures).toBe(0);
  });

  test('that always lacks its end and brings items is looked at as one that is whole, for all its failures', () => {
    const cut = (at: number, items: number): EntryLook => ({
      ...{ report: { at, outcome: 'truncated', status: 200, items, fresh: 0 }, times: [] },
    });
    let [bringing, empty] = [feed(), feed()];
    for (let at = noon; at < noon + 9 * hour; at += hour) {
      bringing = lookedAt(bringing, cut(at, 8), bounds);
      empty = lookedAt(empty, cut(at, 0), bounds);
    }
    expect([bringing.due, empty.due].map(due => (due - noon) / hour)).toEqual([10, 8 + (300 * 2 ** 8) / 3_600]);
  });

  test('that failed for long is looked at after the longest interval', () => {
    let entry = feed();
    for (let n = 0; n < 30; n += 1) entry = lookedAt(entry, failed(noon + n * hour), bounds);
    expect(entry.due).toBe(noon + 29 * hour + 86_400_000);
  });

  test('that was switched off meanwhile stays off', () => {
    expect(lookedAt(feed(Number.POSITIVE_INFINITY), read(noon, 1), bounds).due).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('looks at a publication', () => {
  const seen = { version: 1, first: noon, checks: 0, plainKey: 'k', memory: newMemory } as const;

  test('come at their times after the first one, and end', () => {
    const dues = [0, 1, 2].map(
      checks => nextRecheck({ identity: url, address: url }, { ...seen, checks }, bounds)?.due,
    );
    expect(dues).toEqual([noon + hour, noon + 24 * hour, undefined]);
  });

  test('that were slept through are left out, one whose instant it is too', () => {
    const instants = [noon + hour, noon + 24 * hour - 1, noon + 24 * hour, noon + 48 * hour];
    expect(instants.map(at => checkedAt(seen, at, bounds).checks)).toEqual([1, 1, 2, 2]);
  });
});

describe('when a publication was published', () => {
  const shown = (at: string, more: Partial<PageDate> = {}): PageDate => ({
    ...{ at, precision: 'minute', offset: null, words: at, source: 'text' },
    ...more,
  });
  const fed = (at: string, precision: StatedTime['precision'] = 'second'): StatedTime => ({
    ...{ at, precision, words: at, offsetMinutes: 0 },
  });

  test('a page without a zone and a feed with one tell the zone of the source', () => {
    expect(shownZone(shown('2026-05-05T15:30:00.000Z'), fed('2026-05-05T12:30:20.000Z'))).toBe(180);
    expect(shownZone(shown('2026-05-05T18:15:00.000Z'), fed('2026-05-05T12:30:20.000Z'))).toBe(345);
  });

  test.each([
    ['a minute apart', shown('2026-05-05T12:31:00.000Z'), fed('2026-05-05T12:30:20.000Z')],
    ['days apart', shown('2026-05-07T12:30:00.000Z'), fed('2026-05-05T12:30:20.000Z')],
    ['a page that names its zone', shown('2026-05-05T15:30:00.000Z', { offset: 0 }), fed('2026-05-05T12:30:00.000Z')],
    ['two of no zone on Earth', shown('2026-05-05T11:45:00.000Z'), fed('2026-05-05T12:30:00.000Z')],
    [
      'a feed without a zone',
      shown('2026-05-05T15:30:00.000Z'),
      { at: '2026-05-05T12:30:00.000Z', precision: 'minute', words: '5 May 2026 12:30' } as const,
    ],
    ['a feed that names a day', shown('2026-05-05T15:30:00.000Z'), fed('2026-05-05T00:00:00.000Z', 'day')],
  ])('%s tell no zone', (_, page, hint) => {
    expect(shownZone(page, hint)).toBeUndefined();
  });

  test('what most pages of a turn tell is the zone of the source, and one that agrees by chance tells none', () => {
    const page = shown('2026-05-05T15:30:00.000Z');
    const agreed = { page, hint: fed('2026-05-05T12:30:00.000Z') };
    const other = { page, hint: fed('2026-05-05T12:47:00.000Z') };
    expect(agreedZone([agreed, other, agreed])).toBe(180);
    expect(agreedZone([agreed, other])).toBeUndefined();
    expect(agreedZone([{ page, hint: undefined }, agreed])).toBe(180);
    expect(agreedZone([])).toBeUndefined();
  });

  test('the feed counts where it says the same more exactly, the page everywhere else', () => {
    const page = shown('2026-05-05T15:30:00.000Z');
    expect(publishedTime(page, fed('2026-05-05T12:30:20.000Z'), undefined)).toMatchObject({ source: 'feed' });
    expect(publishedTime(page, fed('2026-05-01T12:34:20.000Z'), undefined)).toBe(page);
    const day = shown('2026-05-05T00:00:00.000Z', { precision: 'day' });
    expect(publishedTime(day, fed('2026-05-05T12:30:20.000Z'), undefined)).toMatchObject({ source: 'feed' });
    expect(publishedTime(day, fed('2026-04-05T12:30:20.000Z'), undefined)).toBe(day);
    expect(publishedTime(null, undefined, 180)).toBeUndefined();
  });

  test('a page without a zone has the zone of the others', () => {
    const page = shown('2026-05-05T15:30:00.000Z');
    expect(publishedTime(page, undefined, 180)).toMatchObject({ at: '2026-05-05T12:30:00.000Z', offset: 180 });
    expect(publishedTime({ ...page, offset: 60 }, undefined, 180)?.at).toBe(page.at);
  });
});
