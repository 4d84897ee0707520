import { describe, expect, it } from 'vitest';
import {
  type AdmissionRules,
  createAdmission,
  nonPageExtensions,
} from '../../../../shared/domain/url/skip-before-fetch.ts';

function admission(rules: Partial<AdmissionRules>) {
  return createAdmission({ include: [], exclude: [], extensions: nonPageExtensions, ...rules });
}

describe('createAdmission', () => {
  it.each([
    ['http://h/a.html', undefined],
    ['http://h/a.pdf', 'extension'],
    ['http://h/a?file=b.pdf', undefined],
    [`http://h/${'x'.repeat(2048)}`, 'too-long'],
    [`http://h/${'x/'.repeat(21)}`, 'too-deep'],
    ['http://h/a/a/a/', 'repeating'],
  ] as const)('answers for %s: %s', (identity, reason) => {
    expect(admission({})(identity)).toBe(reason);
  });

  it('excludes what one expression finds anywhere in the address', () => {
    const admit = admission({ exclude: ['/private/', '[?&]print='] });
    expect(admit('http://h/a/private/b')).toBe('excluded');
    expect(admit('http://h/a?x=1&print=1')).toBe('excluded');
    expect(admit('http://h/a')).toBeUndefined();
  });

  it('admits only what one of the included expressions finds, and exclude wins over include', () => {
    const admit = admission({ include: ['/docs/', '^http://h/$'], exclude: ['old'] });
    expect(admit('http://h/')).toBeUndefined();
    expect(admit('http://h/docs/a')).toBeUndefined();
    expect(admit('http://h/docs/old')).toBe('excluded');
    expect(admit('http://h/blog')).toBe('excluded');
  });

  it('does not backtrack: an expression that other engines never end with is answered (adverse 41)', () => {
    const admit = admission({ exclude: ['(a+)+$', '(x+x+)+y'] });
    expect(admit(`http://h/${'a'.repeat(1000)}${'x'.repeat(1000)}!`)).toBeUndefined();
  });

  it.each([
    ['include', '(', /^include: "\(" is not a regular expression in RE2 syntax .*missing closing \).*\.$/],
    ['exclude', '(?=a)', /^exclude: "\(\?=a\)" is not a regular expression in RE2 syntax .*\.$/],
  ] as const)('refuses an invalid expression of %s (%s) with one sentence', (field, expression, sentence) => {
    expect(() => admission({ [field]: [expression] })).toThrow(sentence);
  });
});
