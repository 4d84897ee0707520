import { expect, test } from 'vitest';
import { estimateWatch, type WatchPlan } from '../../../shared/place/watch-usage.ts';
import type { EntryStatus, SourceStatus } from '../../../shared/wings/publications/watch/source-status.ts';

const hour = 3_600_000;
const address = 'https://a.example/feed';
const entry = (more: Partial<EntryStatus>): EntryStatus => ({
  ...{ address, kind: 'feed', on: true, looks: 0, failures: 0 },
  ...more,
});
const source = (number: number, entries: readonly EntryStatus[], more: Partial<SourceStatus> = {}): SourceStatus =>
  ({
    number,
    name: `s${number}`,
    origin: 'https://a.example',
    state: 'resting',
    entries,
    archive: false,
    ...more,
  }) as SourceStatus;
const last = (at: number): NonNullable<EntryStatus['last']> => ({ at, outcome: 'read', items: 1, fresh: 0 }) as never;
const plan: WatchPlan = {
  sites: [{ number: 1, delayMs: 2_000 }],
  recheckS: [60, 600],
  keepPagesDays: 10,
  findings: [],
};

test('looks, publications with their later requests and robots.txt make a day, at the delay of the host', () => {
  const { sources, perDay, assumptions } = estimateWatch([source(1, [entry({ fixedS: 3_600 })])], plan);
  // 24 looks, 20 publications of three requests each, robots.txt.
  expect(sources[0]).toMatchObject({ looks: 24, publications: 20, requests: 85, seconds: 170 });
  expect(sources[0]!.perLook.requests).toBeCloseTo(1 + 20 / 24);
  const warc = estimateWatch([source(1, [entry({ fixedS: 3_600 })])], { ...plan, warc: true });
  expect(warc.perDay.storedBytes - perDay.storedBytes).toBe(perDay.trafficBytes);
  expect(perDay.keptBytes).toBe(20 * 26_000 * 10);
  expect(assumptions.join(' ')).toContain('20 a day');
  expect(estimateWatch([source(1, [entry({ fixedS: 3_600 })])], plan, { publications: 2 }).perDay.requests).toBe(31);
});

test('a learnt interval is that of a new publication; one that nobody knows is that of the finding, or an hour', () => {
  const learnt = entry({ looks: 9, last: last(hour), due: 3 * hour });
  const page = entry({ looks: 9, kind: 'page', last: last(hour), due: 4 * hour });
  expect(estimateWatch([source(1, [learnt, page])], plan).sources[0]).toMatchObject({ looks: 20, publications: 12 });
  const found = {
    entries: [{ kind: 'feed', address, intervalS: 7_200 }],
    archive: { lists: 1, parts: 30, publications: 300, unread: 2 },
  };
  const known = { ...plan, findings: [{ number: 1, findings: found as never }] };
  const { sources, archive } = estimateWatch([source(1, [entry({})])], known);
  expect(sources[0]).toMatchObject({ looks: 12 });
  expect(archive).toEqual({ requests: 332, seconds: 664, bytes: 300 * 29_400 });
  expect(
    estimateWatch([source(1, [entry({ failures: 2, looks: 5, last: last(0), due: hour * 9 })])], plan).perDay.looks,
  ).toBe(24);
});

test('sources that are removed take nothing, nor do those whose entries are off; hosts are visited side by side', () => {
  const off = source(2, [entry({ on: false })]);
  const gone = source(3, [entry({})], { state: 'removed' });
  const { perDay, sources } = estimateWatch([source(1, [entry({ fixedS: 86_400 })]), off, gone], plan, {
    publications: 0,
  });
  expect(sources.map(({ requests }) => requests)).toEqual([2, 0]);
  expect(perDay).toMatchObject({ looks: 1, requests: 2, seconds: 4 });
  expect(estimateWatch([], plan).perDay).toMatchObject({ requests: 0, seconds: 0 });
  const priced = { ...plan, prices: { request: 0.01, month: 5 } };
  expect(
    estimateWatch([source(1, [entry({ fixedS: 86_400 })])], priced, { publications: 0 }).dollarsPerMonth,
  ).toBeCloseTo(5.6);
});
