import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileNameOf, hostOf, type SiteSchemes, siteKeyOf } from '../../../../shared/domain/url/scope.ts';
import { draws } from '../../draws.ts';

function isOneSite(one: string, other: string, schemes: SiteSchemes): boolean {
  return siteKeyOf(new URL(one), schemes) === siteKeyOf(new URL(other), schemes);
}

describe('siteKeyOf', () => {
  it.each([
    ['same', 'http://example.org/a', 'HTTP://Example.org:80/b?c', true],
    ['same', 'http://example.org/', 'https://example.org/', false],
    ['same', 'http://example.org/', 'http://www.example.org/', false],
    ['same', 'http://example.org/', 'http://example.org:8080/', false],
    ['both', 'http://example.org/', 'https://example.org:443/', true],
    ['both', 'http://example.org/', 'http://sub.example.org/', false],
    ['both', 'http://example.org:8080/', 'https://example.org:8080/', false],
    ['both', 'http://example.org/', 'http://example.org:443/', false],
    ['both', 'http://example.org/', 'ftp://example.org/', false],
    ['any', 'http://example.org/', 'https://EXAMPLE.org/', true],
    ['any', 'http://example.org/', 'http://example.org:443/', true],
    ['any', 'http://example.org:8080/', 'https://example.org:8080/', true],
    ['any', 'http://example.org:8080/', 'http://example.org/', false],
    ['any', 'http://example.org/', 'http://sub.example.org/', false],
    ['any', 'http://example.org/', 'ftp://example.org/', false],
  ] as const)('with schemes "%s", %s and %s: %s', (schemes, one, other, isOne) => {
    expect(isOneSite(one, other, schemes)).toBe(isOne);
  });
});

describe('a site of any scheme', () => {
  it('is what politeness counts together', () => {
    const url = fc
      .tuple(
        fc.constantFrom('http', 'https'),
        fc.constantFrom('a.example', 'b.example', '[::1]'),
        fc.constantFrom('', ':80', ':443', ':81'),
      )
      .map(([scheme, host, port]) => new URL(`${scheme}://${host}${port}/`));
    fc.assert(
      fc.property(url, url, (one, other) => {
        expect(siteKeyOf(one, 'any') === siteKeyOf(other, 'any')).toBe(hostOf(one) === hostOf(other));
      }),
    );
  });
});

describe('hostOf', () => {
  it.each([
    ['http://Example.org/', 'example.org'],
    ['https://example.org/', 'example.org'],
    ['http://example.org:443/', 'example.org'],
    ['https://example.org:80/', 'example.org'],
    ['http://example.org:8080/', 'example.org:8080'],
    ['http://[::1]/', '[::1]'],
    ['http://[::1]:81/', '[::1]:81'],
  ])('of %s is %s', (address, host) => {
    expect(hostOf(new URL(address))).toBe(host);
  });
});

describe('fileNameOf', () => {
  it.each([
    ['http://example.org', false, 'example.org'],
    ['https://example.org', false, 'example.org'],
    ['https://example.org', true, 'https_example.org'],
    ['http://example.org', true, 'example.org'],
    ['https://example.org:8443', true, 'https_example.org_8443'],
    ['http://127.0.0.1:8080', false, '127.0.0.1_8080'],
    ['http://[2001:db8::1]', false, 'ipv6_2001-db8--1'],
    ['http://[2001:db8::1]:81', false, 'ipv6_2001-db8--1_81'],
    ['http://my_site.example.org', false, 'my_site.example.org'],
    ['http://a*b.example', false, 'a%2Ab.example'],
  ])('of %s (both schemes are sites: %s) is %s', (origin, both, name) => {
    expect(fileNameOf(origin, both)).toBe(name);
  });

  it('tells origins apart in characters that every file system takes', () => {
    const host = fc.oneof(
      fc.constantFrom('a_80', 'a', 'https_a', 'a_b_80', 'ipv6_a', 'a_', '[::1]', '[1::]', '1.2.3.4'),
      fc.stringMatching(/^[a-z*~$_.-]{1,8}[a-z]$/),
    );
    const origin = fc
      .tuple(fc.constantFrom('http', 'https'), host, fc.constantFrom('', ':80', ':81', ':443'))
      .map(([scheme, name, port]) => URL.parse(`${scheme}://${name}${port}`)?.origin)
      .filter(text => text !== undefined);
    fc.assert(
      fc.property(origin, origin, (one, other) => {
        expect(fileNameOf(one, true)).toMatch(/^[A-Za-z0-9._%-]+$/);
        expect(fileNameOf(one, true) === fileNameOf(other, true)).toBe(one === other);
      }),
      { numRuns: draws(2000) },
    );
  });
});
