import { describe, expect, test } from 'vitest';
import type { WatchedAddress } from '../../../../../shared/domain/protocol/watched-address.ts';
import { entryAddress } from '../../../../../shared/wings/publications/watch/entry-state.ts';
import { firstEntries } from '../../../../../shared/wings/publications/watch/first-entries.ts';
import { gathered } from '../../../../../shared/wings/publications/watch/gathered-looks.ts';
import { unseenAddress } from '../../../../../shared/wings/publications/watch/recheck.ts';
import { origin } from './watched-source.ts';

const hour = 3_600_000;
const minute = 60_000;
/** A multiple of an hour since the epoch, at which the first eight sources are gathered. */
const now = 480_000 * hour;
const hourly = { gatherS: 3_600 };
const address = `${origin}/feed`;
const entry = (due: number): WatchedAddress => entryAddress({ identity: address, address, kind: 'feed' }, { due });
const publication = (due: number): WatchedAddress => ({
  ...unseenAddress({ identity: address, address }, { at: now, by: 'feed' }),
  due,
});

describe('a look of a place where visits are paid for', () => {
  test.each([
    ['comes at the next gathering', now + 90 * minute, now + 2 * hour],
    ['at a gathering comes then', now + 2 * hour, now + 2 * hour],
    ['comes up to five minutes sooner', now + 2 * hour + 5 * minute, now + 2 * hour],
    ['that would be sooner by more comes at the next one', now + 2 * hour + 5 * minute + 1, now + 3 * hour],
  ])('%s', (_, due, expected) => {
    expect(gathered(entry(due), 1, now, hourly).due).toBe(expected);
  });

  test('at an entry that is looked at more often is left alone', () => {
    expect(gathered(entry(now + 55 * minute - 1), 1, now, hourly).due).toBe(now + 55 * minute - 1);
    expect(gathered(entry(now + 55 * minute), 1, now, hourly).due).toBe(now + hour);
  });

  test('at a publication waits for the gathering, however soon it is due', () => {
    expect(gathered(publication(now + 10 * minute), 1, now, hourly).due).toBe(now + hour);
  });

  test('comes together with those of eight sources, and with others for the next eight', () => {
    const dues = [1, 8, 9, 16, 17].map(site => gathered(publication(now + 10 * minute), site, now, hourly).due);
    expect([dues[0] === dues[1], dues[1] === dues[2], dues[2] === dues[3], dues[3] === dues[4]]).toEqual([
      ...[true, false, true, false],
    ]);
  });

  test('that is switched off stays off, and nothing is gathered where nobody asks for it', () => {
    expect(gathered(entry(Number.POSITIVE_INFINITY), 1, now, hourly).due).toBe(Number.POSITIVE_INFINITY);
    expect(gathered(publication(now + 1), 1, now, {}).due).toBe(now + 1);
  });
});

test('of the entries that were found at a source its own are looked at, and those that are off are proposed only', () => {
  const found = (path: string, on: boolean) =>
    ({ kind: 'feed', address: new URL(path, origin).href, on }) as Parameters<
      typeof firstEntries
    >[0]['entries'][number];
  const entries = [found('/feed', true), found('/map', false), found('https://other.example/feed', true)];
  const rules = { normalize: (url: URL) => url.href, siteKey: (url: string) => new URL(url).host };
  const findings = { address: `${origin}/`, entries } as unknown as Parameters<typeof firstEntries>[0];
  expect(firstEntries(findings, rules, { now }).map(({ identity, due }) => [identity, due])).toEqual([
    [`${origin}/feed`, now],
    [`${origin}/map`, Number.POSITIVE_INFINITY],
  ]);
});
