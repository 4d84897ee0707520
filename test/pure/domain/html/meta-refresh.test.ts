import { describe, expect, it } from 'vitest';
import { parseRefresh, type Refresh } from '../../../../shared/domain/html/meta-refresh.ts';

describe('a refresh (HTML 4.2.5.3, shared declarative refresh steps)', () => {
  it.each<[value: string, refresh: Refresh | undefined]>([
    ['5', { seconds: 5 }],
    ['5;', { seconds: 5 }],
    ['5; url=x', { seconds: 5, url: 'x' }],
    ['5;URL = x', { seconds: 5, url: 'x' }],
    ['5 url=x', { seconds: 5, url: 'x' }],
    ['5,url=x', { seconds: 5, url: 'x' }],
    ['5;x', { seconds: 5, url: 'x' }],
    ['5; ur=x', { seconds: 5, url: 'ur=x' }],
    [`5; url='x' y`, { seconds: 5, url: 'x' }],
    ['5; "x" y', { seconds: 5, url: 'x' }],
    [`5; url='x`, { seconds: 5, url: 'x' }],
    ['5.9; url=x', { seconds: 5, url: 'x' }],
    ['.5; url=x', { seconds: 0, url: 'x' }],
    [' \n5', { seconds: 5 }],
    ['', undefined],
    ['x', undefined],
    ['-1; url=x', undefined],
    ['5x; url=x', undefined],
    ['; url=x', undefined],
  ])('%j is read', (value, refresh) => {
    expect(parseRefresh(value)).toEqual(refresh);
  });
});
