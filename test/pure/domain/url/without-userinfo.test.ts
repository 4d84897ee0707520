import { expect, test } from 'vitest';
import { withoutUserinfo } from '../../../../shared/domain/turn/without-userinfo.ts';

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
