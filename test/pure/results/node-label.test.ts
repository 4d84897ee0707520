import { expect, test } from 'vitest';
import { nodeLabel } from '../../../shared/wings/graph/site-graph/build-site.ts';

test.each([
  ['https://example.org/a?b=c', '/a?b=c'],
  ['https://example.org', '/'],
  ['https://example.org/ru/%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8/', '/ru/новости/'],
  ['https://example.org/a%2Fb%20c%3F', '/a%2Fb%20c%3F'],
  // No UTF-8, a part of a letter, and what cannot be seen.
  ['https://example.org/%CF%F0%E8', '/%CF%F0%E8'],
  ['https://example.org/%D0', '/%D0'],
  ['https://example.org/a%E2%80%AEb%C2%A0c', '/a%E2%80%AEb%C2%A0c'],
])('%s is named %s', (url, label) => {
  expect(nodeLabel(url, false)).toBe(label);
});

test.each([
  ['https://db.example.org:8443/a', 'db.example.org:8443/a'],
  ['https://example.org', 'example.org/'],
  ['https://xn--e1afmkfd.xn--p1ai/%D0%B0', 'пример.рф/а'],
])('of several hosts, %s is named %s', (url, label) => {
  expect(nodeLabel(url, true)).toBe(label);
});
