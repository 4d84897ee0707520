import { domainToUnicode } from 'node:url';
import { expect, test } from 'vitest';
import { readableAddress, readableHost } from '../../../shared/files/readable-address.ts';

test.each([
  ['https://xn--e1afmkfd.xn--p1ai:8443/%D0%B0?q=%D1%82', 'https://пример.рф:8443/а?q=т'],
  ['https://u:p@xn--mnchen-3ya.example/', 'https://u:p@münchen.example/'],
  ['/%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8', '/новости'],
  // Reserved characters, unseen ones and bytes of other encodings stay.
  ['https://a.example/%2F%20%3F%25', 'https://a.example/%2F%20%3F%25'],
  ['https://a.example/%E2%80%AE%CF%F0', 'https://a.example/%E2%80%AE%CF%F0'],
  ['https://a.example/xn--e1afmkfd', 'https://a.example/xn--e1afmkfd'],
])('%s is read as %s', (address, text) => {
  expect(readableAddress(address)).toBe(text);
});

test('a host that would look like another one stays as servers know it', () => {
  for (const host of ['xn--80ak6aa92e.com', 'xn--pypal-4ve.com', 'xn--!!!.com', 'xn--a.com'])
    expect(readableHost(host)).toBe(host);
});

test.each(['правительство', 'ελλάδα', 'bücher', '日本語', 'россия-1', 'עברית', 'ไทย'])(
  '%s is read by its name',
  name => {
    const host = new URL(`http://${name}.example/`).hostname;
    expect(host).toContain('xn--');
    expect(readableHost(host)).toBe(domainToUnicode(host));
  },
);
