import { expect, test } from 'vitest';
import { publicationRecord } from '../../../../../shared/wings/publications/export/publication-record.ts';

const at = '2026-11-22T09:05:00.000Z';
const words = '22 Nov 2026 12:05';

function publishedOf(published: unknown): unknown {
  const [identity, seenAt] = ['https://news.example/1', Date.parse(at)];
  const row = {
    ...({ id: 1, source: 1, identity, address: identity, by: 'feed', firstSeenAt: seenAt, state: 'live' } as const),
    ...{ goneAt: undefined, version: 1, seenAt, title: 'Title', publishedAt: undefined, language: undefined },
    ...{ canonical: undefined, cluster: 1, details: JSON.stringify({ published }) },
  };
  return publicationRecord(row, { text: '', addresses: [], source: undefined, isCopy: false }).published;
}

test('a date of a feed has its zone under the same name as a date of a page', () => {
  const told = { at, precision: 'second', words };
  const page = { ...told, offset: 180, source: 'meta' };
  expect(publishedOf(page)).toEqual(page);
  expect(publishedOf({ ...told, offsetMinutes: 180, source: 'feed' })).toEqual({ ...page, source: 'feed' });
  expect(publishedOf({ ...told, source: 'feed' })).toEqual({ ...told, offset: null, source: 'feed' });
  expect(publishedOf(undefined)).toBeNull();
});
