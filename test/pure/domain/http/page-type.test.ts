import { expect, test } from 'vitest';
import { isHtml, isJson, pageTypeOf } from '../../../../shared/domain/http/page-type.ts';

test.each([
  ['text/html', true],
  [' Text/HTML ; charset=utf-8', true],
  ['text/html;', true],
  ['text/html charset=utf-8', true],
  ['text/html;;charset=utf-8', true],
  ['text/html, text/html; charset=utf-8', true],
  ['text/html; x="a, application/pdf"', true],
  ['application/pdf, text/html', true],
  ['application/octet-stream, text/html; charset=utf-8', true],
  ['text/html, */*', true],
  ['text/html, x', true],
  ['application/xhtml+xml', true],
  ['Application/XHTML+xml; charset=utf-8', true],
  ['text/html, application/pdf', false],
  ['text/htmlx', false],
  ['text/html: charset=utf-8', false],
  ['"text/html"', false],
  ['', false],
])('%j is HTML: %s', (contentType, expected) => {
  expect(isHtml(contentType)).toBe(expected);
});

test.each([
  '',
  ' ',
  'html',
  '"text/html"',
  ';charset=utf-8',
  'unknown/unknown',
  'application/unknown',
  '*/*',
  'text/html: x',
])('%j says no type, so the bytes decide', contentType => {
  expect(pageTypeOf(contentType, new Set())).toBe('unknown');
});

test('further media types are pages, with any parameters', () => {
  const further = new Set(['application/pdf']);
  expect(pageTypeOf('Application/PDF; x=y', further)).toBe('page');
  expect(pageTypeOf('text/html', further)).toBe('page');
  expect(pageTypeOf('text/plain', further)).toBe('other');
});

test('JSON is known by its media type, with any parameters', () => {
  const types = [
    'application/json; charset=utf-8',
    'application/problem+json',
    'Text/JSON',
    'text/html',
    'application/jsonp',
    '',
  ];
  expect(types.map(isJson)).toEqual([true, true, true, false, false, false]);
});
