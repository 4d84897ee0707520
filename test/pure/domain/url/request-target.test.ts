import { expect, test } from 'vitest';
import { requestTargetOf } from '../../../../shared/domain/url/request-target.ts';

test.each([
  ['http://a/', '/'],
  ['https://example.org:8443/a/b?c=d', '/a/b?c=d'],
  ['http://[::1]:80/x', '/x'],
  ['http://example.org/q?', '/q?'],
  ['http://example.org/q', '/q'],
  ['http://example.org/?', '/?'],
  ['http://user:pass%2F@example.org/a', '/a'],
  ['http://example.org/a?b#c/d', '/a?b'],
  ['http://example.org/a?b=http://other/', '/a?b=http://other/'],
])('asks of %s for %s (RFC 9112, section 3.2.1)', (href, target) => {
  expect(requestTargetOf(new URL(href).href)).toBe(target);
});
