import { expect, test } from 'vitest';
import { englishSentence } from '../../../../shared/domain/refusal/refusal.ts';
import { hostAndPort, parseSiteAddress } from '../../../../shared/domain/spec/site-address.ts';

test.each([
  ['https://example.org', 'https://example.org/', false],
  ['HTTP://Example.ORG:80/a/../b#part', 'http://example.org/b', false],
  ['  https://example.org/a?b=c  ', 'https://example.org/a?b=c', false],
  ['example.org', 'https://example.org/', true],
  ['www.example.org:8080/docs?x#y', 'https://www.example.org:8080/docs?x', true],
  ['localhost:8080', 'https://localhost:8080/', true],
  ['192.0.2.7/x', 'https://192.0.2.7/x', true],
  ['[::1]:3000/', 'https://[::1]:3000/', true],
  ['пример.рф', 'https://xn--e1afmkfd.xn--p1ai/', true],
])('reads %s as %s', (text, href, schemeAssumed) => {
  const address = parseSiteAddress(text);
  expect(address.kind === 'address' ? [address.url.href, address.schemeAssumed] : address.why).toEqual([
    href,
    schemeAssumed,
  ]);
});

test.each([
  ['', /allowed is an http or https address/],
  ['exmaple', /allowed is an http or https address/],
  ['https://', /allowed is an http or https address/],
  ['http://exa mple.org/', /allowed is an http or https address/],
  ['ftp://example.org/', /allowed are http and https, not ftp:/],
  ['file:///etc/passwd', /allowed are http and https, not file:/],
  ['javascript:alert(1)', /allowed are http and https, not javascript:/],
  ['mailto:joe@example.org', /allowed are http and https, not mailto:/],
  ['https://joe@example.org/', /user name or a password/],
  ['joe:secret@example.org', /allowed/],
  [`https://example.org/${'a'.repeat(2029)}`, /at most 2048 characters, it has 2049/],
])('refuses %s', (text, why) => {
  const address = parseSiteAddress(text);
  expect(address.kind === 'refused' ? englishSentence(address.why) : address.url.href).toMatch(why);
});

test('writes the default port out', () => {
  expect(hostAndPort(new URL('http://example.org/'))).toBe('example.org:80');
  expect(hostAndPort(new URL('https://[::1]/'))).toBe('[::1]:443');
  expect(hostAndPort(new URL('https://example.org:8443/'))).toBe('example.org:8443');
});
