import { expect, test } from 'vitest';
import { isHtml, isPageType } from '../../../shared/domain/http/page-type.ts';

test.each([
  ['text/html', true],
  [' Text/HTML ; charset=utf-8', true],
  ['text/html;', true],
  ['text/html, text/html; charset=utf-8', true],
  ['text/html; x="a, application/pdf"', true],
  ['application/pdf, text/html', true],
  ['text/html, */*', true],
  ['text/html, x', true],
  ['text/html, application/pdf', false],
  ['text/htmlx', false],
  ['text/html utf-8', false],
  ['application/xhtml+xml', false],
  ['', false],
])('%j is HTML: %s', (contentType, expected) => {
  expect(isHtml(contentType)).toBe(expected);
});

test('further media types are pages, with any parameters', () => {
  const further = new Set(['application/xhtml+xml']);
  expect(isPageType('Application/XHTML+xml; charset=utf-8', further)).toBe(true);
  expect(isPageType('text/html', further)).toBe(true);
  expect(isPageType('text/plain', further)).toBe(false);
});
