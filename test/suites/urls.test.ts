import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createNormalizer } from '../../shared/domain/url/normalize.ts';
import { createQueryEncoder } from '../../shared/domain/url/query-encoding.ts';
import { createLinkResolver } from '../../shared/domain/url/resolve-link.ts';
import { rulesWith } from '../pure/domain/url/rules.ts';

const suites = new URL('../../../shared/suites/', import.meta.url);
const isThere = existsSync(suites);
if (!isThere) console.log('suites/urls: skipped, the folder ../shared/suites is not there');

function cases<Case>(name: string): Case[] {
  return isThere ? JSON.parse(readFileSync(new URL(`urls/${name}.json`, suites), 'utf8')) : [];
}

/** With every rule off that changes more than the URL standard does. */
const bareRules = rulesWith({
  escapesUpper: false,
  fragment: false,
  doubleSlash: false,
  sortParams: false,
  emptyQuery: false,
  emptyParams: false,
});

/** The result of our resolver for a link: an http(s) address without credentials, a scheme, or nothing. */
function resolve(raw: string, base: string): string {
  const link = createLinkResolver({ site: { origin: 'http://a.invalid', schemes: 'same' }, rules: bareRules })
    .forBase(base)
    .resolve(raw);
  if (link.kind === 'bad') return link.reason;
  return link.kind === 'ignored' ? `${link.scheme}:` : link.identity;
}

describe.skipIf(!isThere)('web-platform-tests, urltestdata', () => {
  interface UrlCase {
    id: string;
    input: string;
    base: string | null;
    failure: boolean;
    expect_href?: string;
    expect?: Record<string, string | null>;
  }
  const all = cases<UrlCase>('wpt_urltestdata');

  /** `id: why`. Node 24 passes all of them; a Node of another version may not. */
  const expectedMisses: Record<string, string> = {};

  it('has 891 cases', () => expect(all).toHaveLength(891));

  it('is met by the parser we rely on, part by part, but for the misses listed', () => {
    const misses = all.filter(({ input, base, failure, expect_href, expect: parts = {} }) => {
      const url = URL.parse(input, base ?? undefined);
      if (failure || url === null) return failure !== (url === null);
      const isAsExpected = (part: string) => parts[part] === null || url[part as keyof URL] === parts[part];
      return url.href !== expect_href || !Object.keys(parts).every(isAsExpected);
    });
    expect(misses.map(({ id }) => id)).toEqual(Object.keys(expectedMisses));
  });

  it('is met by the link resolver: bad where it fails, without credentials where it is http(s), ignored elsewhere', () => {
    const misses = all.filter(({ input, base, failure, expect_href = '' }) => {
      const resolved = resolve(input, base ?? 'about:blank');
      if (failure) return resolved !== 'unparsable';
      const scheme = /^[^:]+:/.exec(expect_href)?.[0] ?? '';
      if (scheme === 'data:') return resolved !== 'data';
      if (scheme === 'javascript:') return resolved !== 'script';
      return resolved !== (/^https?:$/.test(scheme) ? expect_href.replace(/^(https?:\/\/)[^/?#]*@/, '$1') : scheme);
    });
    // `#` without a base: a link always has one, and against `about:blank` it is an address
    expect(misses.map(({ id }) => id)).toEqual(['wpt-755']);
  });
});

describe.skipIf(!isThere)('web-platform-tests, toascii', () => {
  const all = cases<{ id: string; input_host: string; expect: string | null }>('wpt_toascii');

  it('has 87 cases', () => expect(all).toHaveLength(87));

  it('is met: hosts are written in ASCII or refused', () => {
    const misses = all.filter(({ input_host, expect: host }) => {
      return resolve(`https://${input_host}/x`, 'about:blank') !== (host === null ? 'unparsable' : `https://${host}/x`);
    });
    expect(misses.map(({ id }) => id)).toEqual([]);
  });
});

describe.skipIf(!isThere)('RFC 3986 reference resolution (from cpython)', () => {
  const all = cases<{ id: string; group: string; base: string; input: string; expect: string }>(
    'rfc3986_resolve_cpython',
  );
  const inGroup = (group: string) => all.filter(test => test.group === group);

  /** Where the URL standard differs from sections 5.4.1 and 5.4.2. */
  const differences: Record<string, string> = {
    'cpython-82':
      '`//g`: the URL standard gives an empty path of http the `/` (RFC 3986 section 6.2.3 holds them equal)',
    'cpython-119': '`http:g`: the URL standard takes the backward-compatible way that section 5.4.2 allows',
  };

  it('agrees with sections 5.4.1 and 5.4.2 but for the differences listed', () => {
    const tests = inGroup('test_RFC3986');
    expect(tests).toHaveLength(47);
    const misses = tests.filter(({ base, input, expect: address }) => resolve(input, base) !== schemeOf(address));
    expect(misses.map(({ id }) => id)).toEqual(Object.keys(differences));
    expect(resolve('//g', 'http://a/b/c/d;p?q')).toBe('http://g/');
    expect(resolve('http:g', 'http://a/b/c/d;p?q')).toBe('http://a/b/c/g');
  });

  /** `g:h` is for us an address of scheme `g:`, no more. */
  function schemeOf(address: string): string {
    return address.startsWith('http:') ? address : (/^[^:]+:/.exec(address)?.[0] ?? address);
  }
});

describe.skipIf(!isThere)('w3lib, canonicalize_url', () => {
  type Argument = string | { b64: string } | [scheme: string, host: string, path: string, ...rest: string[]];
  interface CanonicalCase {
    id: string;
    args: [Argument];
    kwargs: { keep_blank_values?: boolean; keep_fragments?: boolean; encoding?: string; query_separator?: string };
    expect: string;
  }
  const all = cases<CanonicalCase>('w3lib_canonicalize_url');

  /** Our identity of the address, by the rules nearest to the case's options. */
  function identityOf({ args: [argument], kwargs }: CanonicalCase): string {
    const rules = rulesWith({
      emptyParams: kwargs.keep_blank_values === false,
      fragment: kwargs.keep_fragments !== true,
    });
    const encoded = createQueryEncoder(kwargs.encoding ?? 'utf-8') ?? (raw => raw);
    const url = URL.parse(encoded(textOf(argument)));
    return url === null ? 'unparsable' : createNormalizer(rules)(url);
  }

  function textOf(argument: Argument): string {
    if (typeof argument === 'string') return argument;
    if (!Array.isArray(argument)) return Buffer.from(argument.b64, 'base64').toString();
    const [scheme, host, path, params, query, fragment] = argument;
    return `${scheme}://${host}${path}${params && `;${params}`}${query && `?${query}`}${fragment && `#${fragment}`}`;
  }

  const differences: Record<string, string[]> = {
    'credentials never stand in an identity': ['41', '42', '43', '57', '58'],
    'other schemes than http(s) have no identity, they only lose credentials': ['53'],
    'relative references have no identity, they are resolved first': ['46', '47', '48', '49'],
    'parameters are sorted by name, and those of one name keep their order': ['9'],
    'the text of a parameter stays: no `=` added, no other escapes than the parser’s, `%20` is not `+`': [
      ...['13', '14', '15', '17', '40'],
    ],
    'the nothing before `&` is an empty parameter, dropped by emptyParams, which is off here': ['5'],
    '`;` separates no parameters (application/x-www-form-urlencoded knows `&` only)': ['6'],
    'a parameter without `=` is not one with an empty value': ['12'],
    'only escapes of unreserved characters and marks are undone: `%2C` may mean something else than `,`': ['30'],
    'escapes of the marks `!()*` are undone, in queries too': ['77', '78'],
    'iso2022jp is no label on the Web': ['76'],
    'a character that the encoding lacks is written as a reference, as browsers do': ['23'],
    'latin1 is windows-1252 to the Encoding standard, which has `€`': ['22'],
    'the URL standard takes empty and overlong labels and writes them in ASCII': ['79', '80'],
  };

  it('has 90 cases', () => expect(all).toHaveLength(90));

  it('is met but for the differences of policy listed', () => {
    const differing = all
      .filter(test => identityOf(test) !== test.expect)
      .map(({ id }) => Number(id.split('-').at(-1)));
    const listed = Object.values(differences).flat().map(Number);
    expect(differing).toEqual(listed.toSorted((a, b) => a - b));
  });
});
