/** An equal text at another address: of another day, or the same article once more. */
import { expect, test } from 'vitest';
import { indexText } from '../../../../../shared/wings/publications/store/indexed-text.ts';
import { isOtherDay } from '../../../../../shared/wings/publications/store/other-day.ts';

const site = 'https://news.example';
const known = { path: '/2026/03/01/weather.html', at: '2026-03-01T06:00:00.000Z' };

interface Look {
  readonly path: string;
  readonly at?: string;
  readonly precision?: string;
  readonly source?: string;
  readonly offset?: number | null;
  readonly canonical?: string;
  readonly seen?: string;
}

function datedOf({ path, at, precision = 'minute', source = 'ld', offset = 180, canonical }: Look) {
  const published = at === undefined ? null : { at, precision, source, offset };
  return {
    address: `${site}${path}`,
    canonical: canonical && `${site}${canonical}`,
    details: JSON.stringify({ published }),
  };
}

function isOther(look: Look, first: Look = known): boolean {
  const { address, ...rest } = datedOf(look);
  const version = { title: '', publishedAt: undefined, language: undefined, text: '', ...rest };
  const seenAt = Date.parse(look.seen ?? '2026-04-01T00:00:00Z');
  const sighting = {
    source: 1,
    identity: address,
    address,
    by: 'feed' as const,
    seenAt,
    version,
    index: indexText('', ''),
  };
  return isOtherDay(sighting, datedOf(first));
}

const next = { path: '/2026/03/02/weather.html', at: '2026-03-02T06:00:00.000Z' };
const day = { precision: 'day', offset: null };

test.each([
  ['the next day, to the minute', next, known, true],
  ['the same day, an hour later', { ...next, at: '2026-03-01T07:00:00.000Z' }, known, false],
  ['a look without a day', { path: next.path }, known, false],
  ['a known publication without a day', next, { path: known.path }, false],
  [
    'the next day, both as days',
    { ...next, ...day, at: '2026-03-02T00:00:00.000Z' },
    { ...known, ...day, at: '2026-03-01T00:00:00.000Z' },
    true,
  ],
  [
    'a day, and an instant that may be of it elsewhere',
    { ...next, ...day, at: '2026-03-02T00:00:00.000Z' },
    known,
    false,
  ],
  ['a day, and an instant two days before', { ...next, ...day, at: '2026-03-03T00:00:00.000Z' }, known, true],
  [
    'one instant by two clocks',
    { ...next, at: '2026-03-01T22:30:00.000Z' },
    { ...known, at: '2026-03-01T22:30:00.000Z', offset: 0 },
    false,
  ],
  ['a month', { ...next, precision: 'month' }, known, false],
  ['when the entry was updated', { ...next, source: 'feed-updated' }, known, false],
  ['the version for printers', { ...next, path: '/2026/03/01/weather.html?print=1' }, known, false],
  ['a page that names the known one as canonical', { ...next, canonical: known.path }, known, false],
  ['a page that names its home page as canonical', { ...next, canonical: '/' }, { ...known, canonical: '/' }, true],
  [
    'a page that shows the day of its request, the address with a session',
    { path: '/a/1?sid=7', at: '2026-03-02T06:00:00.000Z', source: 'text', seen: '2026-03-02T09:00:00Z' },
    { ...known, path: '/a/1' },
    false,
  ],
  [
    'such a page in another section',
    { path: '/b/1', at: '2026-03-02T06:00:00.000Z', source: 'text', seen: '2026-03-02T09:00:00Z' },
    { ...known, path: '/a/1' },
    false,
  ],
  [
    'such a page of another name',
    { path: '/a/2', at: '2026-03-02T06:00:00.000Z', source: 'text', seen: '2026-03-02T09:00:00Z' },
    { ...known, path: '/a/1' },
    true,
  ],
  [
    'a note by its number, read later',
    { path: '/a?id=2', at: '2026-03-02T06:00:00.000Z', source: 'text' },
    { ...known, path: '/a?id=1' },
    true,
  ],
  [
    'a note of today by the feed',
    { path: '/a?id=2', at: '2026-03-02T06:00:00.000Z', source: 'feed', seen: '2026-03-02T09:00:00Z' },
    { ...known, path: '/a?id=1' },
    true,
  ],
])('%s', (_, look, first, expected) => {
  expect(isOther(look, first)).toBe(expected);
});
