import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profileDefaults } from '../../../../shared/domain/spec/profiles.ts';
import { explainNormalization } from '../../../../shared/domain/url/explain-normalization.ts';
import { defaultNormalization, type NormalizationRules } from '../../../../shared/domain/url/normalization-rules.ts';
import { createNormalizer } from '../../../../shared/domain/url/normalize.ts';
import { draws } from '../../draws.ts';
import { awkwardUrl } from './awkward-urls.ts';
import { anyRules, rulesWith } from './rules.ts';

function normalize(address: string, rules: NormalizationRules = defaultNormalization): string {
  return createNormalizer(rules)(new URL(address));
}

describe('RCCrawler’s rules, by the examples of its paper (Pechnikov, Lankin 2016)', () => {
  const slash = rulesWith({ trailingSlash: true });
  const hosts = rulesWith({ ipToHost: { '192.0.2.7': 'www.example.com', '2001:db8::1': 'six.example.com' } });
  const cases: [group: string, address: string, identity: string, rules?: NormalizationRules][] = [
    ['I: scheme and host in lower case', 'HTTP://www.Example.com/', 'http://www.example.com/'],
    ['I: default port removed', 'http://www.example.com:80/bar.html', 'http://www.example.com/bar.html'],
    ['I: escapes in upper case', 'http://www.example.com/a%c2%b1b', 'http://www.example.com/a%C2%B1b'],
    ['II: dot segments removed', 'http://www.example.com/../a/b/../c/./d.html', 'http://www.example.com/a/c/d.html'],
    ['II: slash added to a folder', 'http://www.example.com/alice', 'http://www.example.com/alice/', slash],
    ['II: no slash added to a file', 'http://www.example.com/a.html', 'http://www.example.com/a.html', slash],
    ['II: no slash added by default', 'http://www.example.com/alice', 'http://www.example.com/alice'],
    ['III: fragment dropped', 'http://www.example.com/bar.html#section1', 'http://www.example.com/bar.html'],
    ['III: fragment dropped, slash kept', 'http://www.example.com/dir/#x', 'http://www.example.com/dir/'],
    ['III: double slashes', 'http://www.example.com//foo//bar', 'http://www.example.com/foo/bar'],
    ['III: IPv4 address', 'http://192.0.2.7/a', 'http://www.example.com/a', hosts],
    ['III: IPv6 address', 'http://[2001:DB8:0::1]:81/a', 'http://six.example.com:81/a', hosts],
    [
      'III: parameters sorted',
      'http://www.example.com/display?lang=en&article=fred',
      'http://www.example.com/display?article=fred&lang=en',
    ],
    ['III: empty query', 'http://www.example.com/display?', 'http://www.example.com/display'],
    [
      'III: parameter with an empty value',
      'http://www.example.com/display?id=&sort=ascending',
      'http://www.example.com/display?sort=ascending',
    ],
  ];
  it.each(cases)('%s: %s is %s', (_, address, identity, rules) => {
    expect(normalize(address, rules)).toBe(identity);
  });

  it('drop parameters without a value, too, under its profile', () => {
    const profile = rulesWith(profileDefaults.rccrawler.normalization);
    expect(normalize('http://www.example.com/x.html?a&b=1&c=2', profile)).toBe('http://www.example.com/x.html?b=1&c=2');
    expect(normalize('http://www.example.com/alice?a', profile)).toBe('http://www.example.com/alice/');
    expect(normalize('http://www.example.com/x.html?a&b=1&c=2')).toBe('http://www.example.com/x.html?a&b=1&c=2');
  });
});

describe('the rules that BeeBot adds (Lee, Kim, Hong 2005)', () => {
  const beebot = rulesWith({ lowerCase: true, dropFinalSlash: true });
  const cases: [what: string, address: string, identity: string, rules?: Partial<NormalizationRules>][] = [
    ['letters of path and query', 'http://Example.org/Dir/Page.HTML?Q=Abc', 'http://example.org/dir/page.html?q=abc'],
    ['escapes, not the letters that they stand for', 'http://example.org/%D0%90', 'http://example.org/%d0%90'],
    ['a letter escaped without need', 'http://example.org/%41', 'http://example.org/a'],
    ['a fragment that is kept', 'http://example.org/#Top', 'http://example.org/#top', { fragment: false }],
    ['the final slash', 'http://example.org/dir/', 'http://example.org/dir'],
    ['the final slash before a query', 'http://example.org/dir/?a=1', 'http://example.org/dir?a=1'],
    ['several final slashes', 'http://example.org/dir///', 'http://example.org/dir', { doubleSlash: false }],
    ['no slash of the root', 'http://example.org/', 'http://example.org/'],
    ['no slash of the root before a query', 'http://example.org/?a=1', 'http://example.org/?a=1'],
    ['parameters in any case', 'http://example.org/?SID=1&b=2', 'http://example.org/?b=2', { dropParams: ['sid'] }],
    ['prefixes in any case', 'http://example.org/?utm_id=1', 'http://example.org/', { dropParams: ['UTM_*'] }],
    [
      'a slash in front of a dropped one',
      'http://example.org/a/;sid=1',
      'http://example.org/a',
      { dropParams: ['sid'] },
    ],
  ];
  it.each(cases)('change %s: %s is %s', (_, address, identity, rules = {}) => {
    expect(normalize(address, { ...beebot, ...rules })).toBe(identity);
  });

  it('can each be had alone', () => {
    expect(normalize('http://example.org/A/', rulesWith({ lowerCase: true }))).toBe('http://example.org/a/');
    expect(normalize('http://example.org/A/', rulesWith({ dropFinalSlash: true }))).toBe('http://example.org/A');
  });
});

describe('a page’s identity', () => {
  it('is its own identity, whatever the address and the rules', () => {
    fc.assert(
      fc.property(awkwardUrl, anyRules, (url, rules) => {
        const identity = createNormalizer(rules)(url);
        expect(normalize(identity, rules)).toBe(identity);
        expect(new URL(identity).href).toBe(identity);
      }),
      { numRuns: draws(5000) },
    );
  });

  it('is cut where no address may be so long, and stays one of its own', () => {
    const address = (end: string, length = 3000) => `http://example.org/%E3?b=${'x'.repeat(length)}&a=${end}`;
    const identity = normalize(address('1'));
    expect(identity).toMatch(/^http:\/\/example\.org\/%E3\?a=1&b=x+#cut-of-30\d\d-characters-[0-9a-f]{16}$/);
    expect(identity.indexOf('#')).toBe(2048);
    fc.assert(
      fc.property(awkwardUrl, anyRules, fc.integer({ min: 1990, max: 2100 }), (url, rules, length) => {
        const cut = createNormalizer(rules)(new URL(`${url.href}%E3${'%E3'.repeat(length)}`));
        expect(normalize(cut, rules)).toBe(cut);
        expect(new URL(cut).href).toBe(cut);
        // Some rules leave nothing of it.
        expect(cut.length > 2048).toBe(cut.includes('#cut-of-'));
        expect(cut.length).toBeLessThan(2110);
        expect(explainNormalization(`${url.href}%E3${'%E3'.repeat(length)}`, rules)?.at(-1)?.after).toBe(cut);
      }),
      { numRuns: draws(300) },
    );
    // Those that differ behind the cut only, and those that differ in length only.
    const all = [address('1'), address('2'), address('2', 3001)].map(each =>
      normalize(each, rulesWith({ sortParams: false })),
    );
    expect(new Set(all).size).toBe(3);
  });

  it('never holds a user name or a password (adverse 33)', () => {
    expect(normalize('http://user:secret@example.org/a')).toBe('http://example.org/a');
    expect(normalize('ftp://user:secret@example.org/a')).toBe('ftp://example.org/a');
    fc.assert(
      fc.property(awkwardUrl, anyRules, (url, rules) => {
        const identity = new URL(createNormalizer(rules)(url));
        expect(identity.username + identity.password).toBe('');
      }),
    );
  });

  it.each([
    ['HTTP://EXAMPLE.org/%7Euser/', 'http://example.org/~user/'],
    ['http://example.org:80/~user/', 'http://example.org/%7euser/'],
    ['http://bücher.example/', 'http://xn--bcher-kva.example/'],
    ['http://example.org/a/./b/../c', 'http://example.org/a/%2E/b/%2e%2e/c'],
    ['http://example.org?', 'http://example.org/#top'],
    ['http://example.org/a\\b', 'http://example.org/a/b'],
    ['http://exa\tmple.org/a\nb', 'http://example.org/ab'],
    ['http://example.org/\ud800', 'http://example.org/\ufffd'],
    ['http://example.org/?tags[]=a', 'http://example.org/?tags%5b%5D=a'],
    ['http://example.org/a[1]|b^c', 'http://example.org/a%5B1%5D%7Cb%5Ec'],
    ['http://example.org/?q={a|b}^`c\\', 'http://example.org/?q=%7Ba%7Cb%7D%5E%60c%5C'],
    ["http://example.org/it's_(a)!*?q='(a)!*", 'http://example.org/it%27s_%28a%29%21%2A?q=%27%28a%29%21%2A'],
  ])('is one for %j and %j (adverse 32, 33)', (one, other) => {
    expect(normalize(one)).toBe(normalize(other));
  });

  it.each([
    ['an IDN homograph', 'http://exаmple.org/', 'http://example.org/'],
    ['a path in other case', 'http://example.org/A', 'http://example.org/a'],
    ['an escaped slash', 'http://example.org/a%2Fb', 'http://example.org/a/b'],
    ['a trailing slash', 'http://example.org/a/', 'http://example.org/a'],
    ['an escaped percent sign', 'http://example.org/%257E', 'http://example.org/~'],
    ['an escaped comma', 'http://example.org/a%2Cb', 'http://example.org/a,b'],
    ['a parameter without =', 'http://example.org/show.php?article300', 'http://example.org/show.php?article301'],
    ['a parameter without = and none', 'http://example.org/show.php?article300', 'http://example.org/show.php'],
    ['a parameter without = beside others', 'http://example.org/?id&sort=up', 'http://example.org/?sort=up'],
    ['an escaped ampersand', 'http://example.org/?a=1%26b=2', 'http://example.org/?a=1&b=2'],
  ])('differs by %s', (_, one, other) => {
    expect(normalize(one)).not.toBe(normalize(other));
  });

  it('keeps the order of parameters with one name, and the text of each', () => {
    expect(normalize('http://h/?b=2&a=%D1%8F&b=1&a=+x&B=3')).toBe('http://h/?B=3&a=%D1%8F&a=+x&b=2&b=1');
  });

  it('does not make a new escape out of a stray percent sign', () => {
    expect(normalize('http://h/%%32e/%2%65')).toBe('http://h/%%32e/%2%65');
  });

  it('keeps what rules that are off would change', () => {
    const off = rulesWith({
      escapesUpper: false,
      fragment: false,
      doubleSlash: false,
      sortParams: false,
      emptyQuery: false,
      emptyParams: false,
    });
    for (const address of ['http://h//a%7e?b=1&&a#x', 'http://h/?', 'http://h/#', 'http://h/?#']) {
      expect(normalize(address, off)).toBe(address);
    }
  });
});

describe('dropped parameters', () => {
  it('go by exact name and by prefix, in query and path (adverse 27)', () => {
    const rules = rulesWith({ dropParams: ['utm_*', 'gclid', 'sid', 'jsessionid', 'PHPSESSID'] });
    expect(normalize('http://h/a;jsessionid=1F/b;v=2?utm_source=x&id=1&gclid=2&sidecar=3', rules)).toBe(
      'http://h/a/b;v=2?id=1&sidecar=3',
    );
    expect(normalize('http://h/a?PHPSESSID=1', rules)).toBe('http://h/a');
  });

  it('stay by default', () => {
    expect(normalize('http://h/a;v=1?utm_source=x')).toBe('http://h/a;v=1?utm_source=x');
  });

  it('go by any spelling of their names', () => {
    for (const name of ['tags[]', 'tags%5b%5d']) {
      const rules = rulesWith({ dropParams: [name] });
      expect(normalize('http://h/a?tags[]=1&tags%5B%5D=2&b=3', rules)).toBe('http://h/a?b=3');
    }
    expect(normalize('http://h/a?x[k]=1&b=2', rulesWith({ dropParams: ['X[*'], lowerCase: true }))).toBe(
      'http://h/a?b=2',
    );
  });

  it('leave no dot segments behind', () => {
    expect(normalize('http://h/a/..;sid=1/b', rulesWith({ dropParams: ['sid'] }))).toBe('http://h/b');
  });
});

describe('ipToHost', () => {
  it.each([
    [{ 'example.org': 'example.com' }, 'normalization.ipToHost: "example.org" is not an IPv4 or IPv6 address.'],
    [
      { '192.0.2.7': 'http://example.org' },
      'normalization.ipToHost.192.0.2.7: "http://example.org" is not a domain name without scheme and port.',
    ],
    [
      { '192.0.2.7': '192.0.2.8' },
      'normalization.ipToHost.192.0.2.7: "192.0.2.8" is not a domain name without scheme and port.',
    ],
    [
      { '192.0.2.7': 'example.org:80' },
      'normalization.ipToHost.192.0.2.7: "example.org:80" is not a domain name without scheme and port.',
    ],
  ])('%j is refused with one sentence', (ipToHost, sentence) => {
    expect(() => createNormalizer(rulesWith({ ipToHost }))).toThrow(new Error(sentence));
  });
});

describe('explainNormalization', () => {
  it('names each rule that changed something, in order', () => {
    const address = ' HTTP://me:pw@Example.org:80/x/../%7ea//b c?b=1&a=2&c=#top';
    const changes = explainNormalization(address, defaultNormalization) ?? [];
    expect(changes.map(change => [change.rule, change.after])).toEqual([
      ['urlStandard', 'HTTP://me:pw@Example.org:80/x/../%7ea//b c?b=1&a=2&c=#top'],
      ['caseSchemeHost', 'http://me:pw@example.org:80/x/../%7ea//b c?b=1&a=2&c=#top'],
      ['defaultPort', 'http://me:pw@example.org/x/../%7ea//b c?b=1&a=2&c=#top'],
      ['dotSegments', 'http://me:pw@example.org/%7ea//b c?b=1&a=2&c=#top'],
      ['urlStandard', 'http://me:pw@example.org/%7ea//b%20c?b=1&a=2&c=#top'],
      ['credentials', 'http://example.org/%7ea//b%20c?b=1&a=2&c=#top'],
      ['fragment', 'http://example.org/%7ea//b%20c?b=1&a=2&c='],
      ['escapesUpper', 'http://example.org/~a//b%20c?b=1&a=2&c='],
      ['doubleSlash', 'http://example.org/~a/b%20c?b=1&a=2&c='],
      ['emptyParams', 'http://example.org/~a/b%20c?b=1&a=2'],
      ['sortParams', 'http://example.org/~a/b%20c?a=2&b=1'],
    ]);
  });

  it('goes from the address to its identity without a gap', () => {
    fc.assert(
      fc.property(awkwardUrl, anyRules, (url, rules) => {
        const changes = explainNormalization(url.href, rules) ?? [];
        const texts = [url.href, ...changes.map(change => change.after)];
        expect(changes.map(change => change.before)).toEqual(texts.slice(0, -1));
        expect(texts.at(-1)).toBe(createNormalizer(rules)(url));
      }),
    );
  });

  it('has nothing to say about an identity, and no answer for what is not an absolute URL', () => {
    expect(explainNormalization('http://example.org/a?b=1', defaultNormalization)).toEqual([]);
    expect(explainNormalization('example.org', defaultNormalization)).toBeUndefined();
    expect(explainNormalization('mailto:me@example.org', defaultNormalization)).toEqual([]);
  });
});
