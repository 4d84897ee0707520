import { describe, expect, test } from 'vitest';
import { createNormalizer } from '../../../../shared/domain/url/normalize.ts';
import { withoutSessionIds } from '../../../../shared/domain/url/parameters/session-ids.ts';
import { rulesWith } from './rules.ts';

const normalize = createNormalizer(rulesWith({}));
const identityOf = (path: string): string => normalize(new URL(`http://h${path}`)).slice('http://h'.length);
const hex = '0123456789ABCDEF0123456789abcdef';
const php = 'q4k2m8v0s1t3u5a7c9e1g3i5k7';

describe('session ids', () => {
  test.each([
    [`/a;jsessionid=${hex}`, '/a'],
    [`/a;JSESSIONID=${hex}.node1!-12?x=1`, '/a?x=1'],
    [`/a;jsessionid=7?jsessionid=8`, '/a'],
    [`/a/;jsessionid=${hex}/b`, '/a/b'],
    [`/a?x=1;jsessionid=${hex}&y=2`, '/a?x=1&y=2'],
    [`/?PHPSESSID=${php}&id=3`, '/?id=3'],
    [`/?id=3&phpsessid=a`, '/?id=3'],
    [`/x.asp?ASPSESSIONIDQQGQGABC=KDLNPMCALJDJCMPAGKPOHNJB`, '/x.asp'],
    [`/?sid=${hex}`, '/'],
    [`/?osCsid=${php}&p=1`, '/?p=1'],
    [`/?s=${hex}&t=5`, '/?t=5'],
    [`/?session_id=123e4567-e89b-12d3-a456-426614174000`, '/'],
    [`/?zenid=${php}`, '/'],
    [`/x.cfm?CFID=77&CFTOKEN=8123&y=1`, '/x.cfm?y=1'],
    ['/(S(lit3py55t21z5v55vlm25s55))/a.aspx', '/a.aspx'],
    ['/app/(A(x1)F(y-2)S(lit3py55t21z5v55vlm25s55))/a', '/app/a'],
    ['/%28S%28lit3py55t21z5v55vlm25s55%29%29/', '/'],
    ['/(S(lit3py55t21z5v55vlm25s55))', '/'],
    ['/(lit3py55t21z5v55vlm25s55)/a.aspx', '/a.aspx'],
  ])('%s is %s', (address, identity) => {
    expect(identityOf(address)).toBe(identity);
    expect(identityOf(identity)).toBe(identity);
  });

  test.each([
    '/?sid=12',
    '/?sid=introduction-to-crawling',
    '/?sid=introductiontocrawling',
    '/?session_id=2024-05-01',
    '/?s=search+words+of+a+visitor+2024',
    `/?id=${hex}`,
    '/?CFID=77',
    '/a;v=2/b',
    '/a(S)/b',
    '/(draft)/b',
    '/wiki/Foo_(bar)',
    '/?jsessionid',
  ])('%s keeps what may name a page', address => {
    expect(withoutSessionIds(partsOf(address))).toEqual(partsOf(address));
  });
});

function partsOf(address: string): { readonly path: string; readonly query: string | undefined } {
  const [path = '', query] = address.split('?');
  return { path, query };
}
