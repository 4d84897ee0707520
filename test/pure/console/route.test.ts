import { describe, expect, test } from 'vitest';
import { hashOf, readRoute } from '../../../functions/console/page/route.ts';

describe('the address of a view', () => {
  test.each([
    ['', 'crawls', ''],
    ['#/crawls', 'crawls', ''],
    ['#/new', 'new', ''],
    ['#/crawls/c1', 'live', 'c1'],
    ['#/crawls/c1/links?kind=bad', 'links', 'c1'],
    ['#/crawls/a%2Fb/files', 'files', 'a/b'],
    ['#/crawls/c1/nowhere', 'crawls', ''],
    ['#/crawls//live', 'crawls', ''],
    ['#/crawls/%E0%A4%A/live', 'crawls', ''],
  ])('%s is read as %s of %s', (hash, view, id) => {
    expect(readRoute(hash)).toMatchObject({ view, id });
  });

  test('is written so that it is read as the same, empty values left out', () => {
    const hash = hashOf('a/b?c#d', 'links', { kind: 'external', text: 'x&y=z #1', site: '' });
    const { id, view, query } = readRoute(hash);
    expect({ id, view, query: Object.fromEntries(query) }).toEqual({
      id: 'a/b?c#d',
      view: 'links',
      query: { kind: 'external', text: 'x&y=z #1' },
    });
  });
});
