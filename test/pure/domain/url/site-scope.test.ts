import { beforeAll, describe, expect, test } from 'vitest';
import { loadPublicSuffixes } from '../../../../shared/domain/url/registrable-domain.ts';
import { boundsOf, folderAt, type SiteScope } from '../../../../shared/domain/url/site-scope.ts';

beforeAll(loadPublicSuffixes);

const belongs = (start: string, address: string, scope: SiteScope, hosts?: readonly string[]): boolean =>
  boundsOf({ start, ...(hosts !== undefined && { hosts }) }, { schemes: 'both', scope }).belongs(new URL(address));

describe('a domain', () => {
  test.each([
    ['https://www.uni.de/', 'https://cs.uni.de/x', true],
    ['https://www.uni.de/', 'http://a.b.uni.de/', true],
    ['https://www.uni.de/', 'https://uni.de./', true],
    ['https://www.uni.de/', 'https://another-uni.de/', false],
    ['https://www.uni.de/', 'https://uni.de:8080/', false],
    ['https://cs.uni.ac.uk/', 'https://uni.ac.uk/', true],
    ['https://cs.uni.ac.uk/', 'https://other.ac.uk/', false],
    ['https://anna.github.io/', 'https://ben.github.io/', false],
    ['http://192.0.2.1/', 'http://192.0.2.1/x', true],
    ['http://192.0.2.1/', 'http://1.192.0.2.example/', false],
    ['http://localhost/', 'http://localhost/x', true],
  ])('of %s: %s is %s', (start, address, expected) => {
    expect(belongs(start, address, 'domain')).toBe(expected);
  });
});

describe('a prefix', () => {
  test.each([
    ['https://example.org/~lab', 'https://example.org/~lab', true],
    ['https://example.org/~lab', 'https://example.org/~lab/a/b?q', true],
    ['https://example.org/~lab/', 'https://example.org/~lab', true],
    ['https://example.org/~lab/index.html', 'https://example.org/~lab/x', true],
    ['https://example.org/~lab/', 'https://example.org/%7Elab/a', true],
    ['https://example.org/%7elab/', 'https://example.org/~lab', true],
    ['https://example.org/caf%c3%a9/', 'https://example.org/caf%C3%A9/a', true],
    ['https://example.org/~lab/', 'https://example.org//~lab//a', true],
    ['https://example.org/~lab/', 'https://example.org/%7Elab%2Fa', false],
    ['https://example.org/~lab/', 'https://example.org/~labs/', false],
    ['https://example.org/~lab/', 'https://www.example.org/~lab/', false],
    ['https://example.org/index.html', 'https://example.org/a', true],
  ])('of %s: %s is %s', (start, address, expected) => {
    expect(belongs(start, address, 'prefix')).toBe(expected);
  });

  test('of the root is the host, as a key too', () => {
    const rules = { schemes: 'same', scope: 'prefix' } as const;
    expect(boundsOf({ start: 'https://example.org/' }, rules)).toMatchObject({
      key: boundsOf({ start: 'https://example.org/' }, { schemes: 'same' }).key,
      isWholeOrigin: true,
    });
    expect(boundsOf({ start: 'https://example.org/~a/' }, rules).key).toBe(
      boundsOf({ start: 'https://example.org/%7Ea/' }, rules).key,
    );
    expect(boundsOf({ start: 'https://example.org/~a/' }, rules).key).not.toBe(
      boundsOf({ start: 'https://example.org/~b/' }, rules).key,
    );
  });

  test.each([
    ['https://e.org/a', '/a/'],
    ['https://e.org/a.html', '/'],
    ['https://e.org/a/b.c/', '/a/b.c/'],
  ])('the folder at %s is %s', (address, folder) => {
    expect(folderAt(new URL(address))).toBe(folder);
  });
});

describe('a list', () => {
  const hosts = ['https://uni-old.example/', 'https://example.org/~lab/'];
  test.each([
    ['https://uni.example/x', true],
    ['http://uni-old.example/x', true],
    ['https://example.org/~lab/x', true],
    ['https://example.org/', false],
    ['https://www.uni.example/', false],
  ])('%s is %s', (address, expected) => {
    expect(belongs('https://uni.example/', address, 'list', hosts)).toBe(expected);
  });

  test('may name a part of the start host: then the rest is left out, but for the start page', () => {
    const parts = ['https://uni.example/en/', ...hosts];
    expect(belongs('https://uni.example/home', 'https://uni.example/home', 'list', parts)).toBe(true);
    expect(belongs('https://uni.example/home', 'https://uni.example/de/', 'list', parts)).toBe(false);
    expect(belongs('https://uni.example/home', 'https://uni.example/en/x', 'list', parts)).toBe(true);
  });
});
