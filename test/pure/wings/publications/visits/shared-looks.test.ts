import { describe, expect, test } from 'vitest';
import type { FetchResult } from '../../../../../shared/domain/protocol/classify-answer.ts';
import type { ChunkEntry } from '../../../../../shared/domain/protocol/crawl-state.ts';
import { mergedLooks, type WatchedKind } from '../../../../../shared/domain/protocol/watched-address.ts';
import { withSharedLooks } from '../../../../../shared/wings/publications/visits/claim-named.ts';

const origin = 'https://news.example';

function lookAt(
  path: string,
  { of = path, kind = 'feed' as WatchedKind, fields = {}, also = undefined as string[] | undefined } = {},
): ChunkEntry {
  const address = `${origin}${path}`;
  return {
    identity: address,
    address,
    attempt: 1,
    via: [],
    foundOn: '',
    look: { of, kind, fields, ...(also && { also }) },
  };
}
const page: FetchResult = { kind: 'page', contentType: 'text/xml', body: Buffer.from('x') };
const to = (path: string): FetchResult => ({ kind: 'redirect', status: 302, target: `${origin}${path}` });
const unchanged: FetchResult = { kind: 'skipped', reason: 'http-status', status: 304 };

describe('looks at one address', () => {
  test.each(['feed', 'sitemap', 'page'] as const)('are one request for a %s', kind => {
    const looks = [lookAt('/a', { kind }), lookAt('/b', { kind }), lookAt('/a', { kind, of: '/c', also: ['/d'] })];
    expect(mergedLooks(looks).map(({ look }) => [look?.of, look?.also])).toEqual([
      ['/a', ['/c', '/d']],
      ['/b', undefined],
    ]);
  });

  test('are of the whole document, unless all know the same of it', () => {
    const fieldsOf = (...fields: Record<string, string>[]) =>
      mergedLooks(fields.map((each, n) => lookAt('/a', { of: `/${n}`, fields: each })))[0]!.look?.fields;
    expect(fieldsOf({ 'if-none-match': '"1"' }, { 'if-none-match': '"1"' })).toEqual({ 'if-none-match': '"1"' });
    expect(fieldsOf({ 'if-none-match': '"1"' }, { 'if-none-match': '"2"' })).toEqual({});
    expect(fieldsOf({ 'if-none-match': '"1"' }, {})).toEqual({});
  });

  test.each([
    [lookAt('/a', { kind: 'feed' }), lookAt('/a', { kind: 'page' })],
    [lookAt('/a', { kind: 'traversal' }), lookAt('/a', { kind: 'traversal' })],
    [lookAt('/a', { kind: 'publication' }), lookAt('/a', { kind: 'publication' })],
  ])('stay apart where they are read in other ways: %#', (one, other) => {
    expect(mergedLooks([one, other])).toEqual([one, other]);
  });
});

describe('an answer to one look is for', () => {
  /** Identity and outcome of each look of a turn, in the order in which they are read. */
  function read(...entries: readonly [ChunkEntry, FetchResult][]): readonly string[] {
    const record = { turn: 1, phase: { level: 1, round: 0 }, origin, at: 0 };
    const read = withSharedLooks({ ...record, entries: entries.map(([entry, result]) => ({ entry, result })) });
    expect(read.entries.every(({ entry }) => entry.look?.also === undefined)).toBe(true);
    return read.entries.map(
      ({ entry, result }) => `${entry.look?.of} ${entry.address.slice(origin.length)} ${result.kind}`,
    );
  }

  test('the looks that were merged with it, whatever it is', () => {
    expect(read([lookAt('/a', { also: ['/b', '/c'] }), page])).toEqual(['/a /a page', '/b /a page', '/c /a page']);
    expect(read([lookAt('/a', { also: ['/b'] }), to('/x')])).toEqual(['/a /a redirect', '/b /a redirect']);
  });

  test('looks that were redirected to its address, also one after the other', () => {
    expect(read([lookAt('/a'), page], [lookAt('/b'), to('/a')])).toEqual([
      '/a /a page',
      '/b /b redirect',
      '/b /a page',
    ]);
    expect(read([lookAt('/c'), to('/b')], [lookAt('/b'), to('/a')], [lookAt('/a'), page])).toEqual([
      ...['/c /c redirect', '/b /b redirect', '/a /a page'],
      ...['/c /b redirect', '/b /a page', '/c /a page'],
    ]);
  });

  test('no look that would go in a circle', () => {
    expect(read([lookAt('/a'), to('/b')], [lookAt('/b'), to('/a')])).toEqual([
      ...['/a /a redirect', '/b /b redirect', '/a /b skipped', '/b /a skipped'],
    ]);
  });

  test('a look of the same knowledge alone, where it says that nothing has changed', () => {
    const fields = { 'if-none-match': '"1"' };
    const with304 = (other: ChunkEntry) => read([lookAt('/a', { fields }), unchanged], [other, to('/a')]).slice(2);
    expect(with304(lookAt('/b', { fields }))).toEqual(['/b /a skipped']);
    expect(with304(lookAt('/b'))).toEqual([]);
  });

  test.each([
    ['a request that is tried again', lookAt('/a'), { kind: 'retry', reason: 'timeout' } as unknown as FetchResult],
    ['a page that is clicked through', lookAt('/a', { kind: 'traversal' }), page],
  ])('no look at a feed: %s', (_, entry, result) => {
    expect(read([entry, result], [lookAt('/b'), to('/a')])).toHaveLength(2);
  });
});
