import { expect, test } from 'vitest';
import { fieldWithoutUserinfo, withoutUserinfo } from '../../../../shared/domain/http/without-userinfo.ts';

test.each([
  ['http://amy:PASS@host:bad/', 'http://host:bad/'],
  ['//amy:PASS@ho st/', '//ho st/'],
  ['  HTTPS:\\\\amy:PASS@[::g]/x', '  HTTPS:\\\\[::g]/x'],
  ['http:amy:PASS@ho%zzst', 'http:ho%zzst'],
  ['http://amy:PA/SS@host:bad/', 'http://host:bad/'],
  ['http://amy:PA#SS@host:bad/', 'http://host:bad/'],
  ['http://amy:P@SS@host:bad/', 'http://host:bad/'],
  ['ftp://PASS@host:99999999/', 'ftp://host:99999999/'],
])('%s is kept as %s', (text, kept) => {
  expect(withoutUserinfo(text)).toBe(kept);
  expect(kept).not.toMatch(/amy|PA/);
});

test.each(['http://host:99999/a@b', 'http://[::g]:80/a@b', 'http://ho st/@someone', 'http://', '/a@b', ''])(
  '%s stays',
  text => {
    expect(withoutUserinfo(text)).toBe(text);
  },
);

test.each([
  ['0; url=http://amy:PASS@host:bad/', '0; url=http://host:bad/'],
  ["5;URL='//amy:PASS@host.example/a@b'", "5;URL='//host.example/a@b'"],
  [
    '<https://amy:PASS@host.example/a>; rel=next, <http:amy:PASS@host/b>',
    '<https://host.example/a>; rel=next, <http:host/b>',
  ],
  ['<ftp://amy:PASS@[::g]/x>; rel="canonical"', '<ftp://[::g]/x>; rel="canonical"'],
  ['<https://host.example/@amy>; rel=canonical', '<https://host.example/@amy>; rel=canonical'],
  ['<http://host.example:80/a?b=c@d>; rel=next', '<http://host.example:80/a?b=c@d>; rel=next'],
  ['</a@b>; rel=next', '</a@b>; rel=next'],
])('the field %s is kept as %s', (value, kept) => {
  expect(fieldWithoutUserinfo(value)).toBe(kept);
});
