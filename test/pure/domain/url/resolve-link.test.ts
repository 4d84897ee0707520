import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultNormalization, type NormalizationRules } from '../../../../shared/domain/url/normalization-rules.ts';
import { createNormalizer } from '../../../../shared/domain/url/normalize.ts';
import { createLinkResolver } from '../../../../shared/domain/url/resolve-link.ts';
import type { ResolvedLink } from '../../../../shared/domain/url/resolved-link.ts';
import { type SiteSchemes, siteKeyOf } from '../../../../shared/domain/url/scope.ts';
import { draws } from '../../draws.ts';
import { awkwardTail } from './awkward-urls.ts';
import { anyRules, rulesWith } from './rules.ts';

const origin = 'http://example.org';

function resolverFor(changes: Partial<NormalizationRules> = {}, schemes: SiteSchemes = 'same', maxRemembered = 1000) {
  return createLinkResolver({ site: { origin, schemes }, rules: rulesWith(changes), maxRemembered });
}

function resolve(raw: string, base = `${origin}/a/b/c.html?q=1`): ResolvedLink {
  return resolverFor().forBase(base).resolve(raw);
}

/** The promises of the resolver, without any of its short cuts and memories. */
function plainly(raw: string, base: string, rules: NormalizationRules): object {
  const url = URL.parse(raw, base);
  if (url === null) return { kind: 'bad', reason: 'unparsable' };
  if (url.protocol === 'data:') return { kind: 'bad', reason: 'data' };
  if (/^(javascript|vbscript):$/.test(url.protocol)) return { kind: 'bad', reason: 'script' };
  if (!/^https?:$/.test(url.protocol)) return { kind: 'ignored', scheme: url.protocol.slice(0, -1) };
  const identity = createNormalizer(rules)(url);
  return { kind: new URL(identity).origin === origin ? 'internal' : 'external', identity };
}

describe('a resolved link', () => {
  it.each([
    ['d.html', '/a/b/d.html'],
    ['./d.html', '/a/b/d.html'],
    ['../d.html', '/a/d.html'],
    ['../../../d.html', '/d.html'],
    ['..', '/a/'],
    ['/d.html', '/d.html'],
    ['//example.org/d', '/d'],
    ['http://example.org/d', '/d'],
    ['http://example.org', '/'],
    ['HTTP://EXAMPLE.org:80/d', '/d'],
    ['http:d.html', '/a/b/d.html'],
    ['', '/a/b/c.html?q=1'],
    ['#top', '/a/b/c.html?q=1'],
    [' \n#top', '/a/b/c.html?q=1'],
    ['d.html #top', '/a/b/d.html%20'],
    ['http:', '/a/b/c.html?q=1'],
    ['?r=2', '/a/b/c.html?r=2'],
    [' d\n.html\t', '/a/b/d.html'],
    ['d\\e', '/a/b/d/e'],
    ['d%7e', '/a/b/d~'],
    ['d;v=1?b=1&a=2', '/a/b/d;v=1?a=2&b=1'],
    ['я', '/a/b/%D1%8F'],
  ])('%j stays in the site: %s', (raw, path) => {
    expect(resolve(raw)).toMatchObject({ kind: 'internal', identity: origin + path, mark: -1 });
  });

  it.each([
    ['/Dir/Page.html', '/dir/page.html', '/Dir/Page.html'],
    ['Other/', '/a/b/other', '/a/b/Other/'],
    ['../', '/a', '/a/'],
    ['plain', '/a/b/plain', '/a/b/plain'],
    ['', '/a/b', '/a/B/'],
  ])('under the rules of BeeBot %j has the identity %s and is asked for as it was seen', (raw, path, asked) => {
    const page = resolverFor({ lowerCase: true, dropFinalSlash: true }).forBase(
      `${origin}/a/${raw === '' ? 'B' : 'b'}/`,
    );
    const first = page.resolve(raw);
    expect(first).toMatchObject({ kind: 'internal', identity: origin + path, address: origin + asked });
    expect(page.resolve(`${origin}${asked}`)).toBe(first);
    const other = page.resolve(`HTTP://example.org${path.toUpperCase()}/`);
    expect(other).toMatchObject({ identity: origin + path, seen: `${origin}${path.toUpperCase()}/` });
  });

  it('is of the site in both schemes where sites are so', () => {
    const page = resolverFor({}, 'any').forBase(`${origin}/`);
    expect(page.resolve('https://example.org/x')).toMatchObject({
      kind: 'internal',
      identity: 'https://example.org/x',
      address: 'https://example.org/x',
    });
    expect(page.resolve('http://example.org:8080/x')).toMatchObject({ kind: 'external' });
  });

  it.each([
    ['https://example.org/', 'https://example.org/'],
    ['//www.example.org/a//b#x', 'http://www.example.org/a/b'],
    ['http://example.org:8080/', 'http://example.org:8080/'],
    ['http://example.org.evil.example/', 'http://example.org.evil.example/'],
    ['http://example.org@evil.example/', 'http://evil.example/'],
  ])('%j leaves the site: %s', (raw, identity) => {
    expect(resolve(raw)).toEqual({ kind: 'external', identity, mark: -1 });
  });

  it.each([
    ['http://[', 'unparsable'],
    ['http://exa mple.org/', 'unparsable'],
    ['//', 'unparsable'],
    [' JavaScript:void(0)', 'script'],
    ['java\nscript:void(0)', 'script'],
    ['vbscript:x', 'script'],
    ['data:text/html,<p>', 'data'],
  ])('%j is bad: %s', (raw, reason) => {
    expect(resolve(raw)).toEqual({ kind: 'bad', reason, mark: -1 });
  });

  it.each([
    ['mailto:me@example.org', 'mailto'],
    ['ftp://example.org/', 'ftp'],
    ['tel:+1', 'tel'],
    ['file:///etc/passwd', 'file'],
  ])('%j is ignored: %s', (raw, scheme) => {
    expect(resolve(raw)).toEqual({ kind: 'ignored', scheme, mark: -1 });
  });

  it('is asked for at the address that is in the page, without fragment, user name and password', () => {
    const page = resolverFor().forBase(`${origin}/`);
    expect(page.resolve('http://u:p@example.org//a%7e?b=1&a=2#x')).toMatchObject({
      identity: `${origin}/a~?a=2&b=1`,
      address: `${origin}//a%7e?b=1&a=2`,
    });
    expect(page.resolve('/a~?a=2&b=1')).toMatchObject({ address: `${origin}/a~?a=2&b=1` });
  });

  it('is asked for at its identity, if the address first seen is too long', () => {
    const page = resolverFor({ fragment: false }).forBase(`${origin}/`);
    expect(page.resolve(`/a${'/'.repeat(3000)}b#x`)).toMatchObject({
      identity: `${origin}/a/b#x`,
      address: `${origin}/a/b`,
      seen: expect.stringMatching(/^http:\/\/example\.org\/a\/+#cut-of-3021-characters-/),
    });
  });

  it('is the site’s under both schemes, if both are one site', () => {
    const page = resolverFor({}, 'both').forBase(`${origin}/`);
    expect(page.resolve('https://example.org/a')).toMatchObject({
      kind: 'internal',
      identity: 'https://example.org/a',
    });
    expect(page.resolve('/a')).toMatchObject({ kind: 'internal', identity: 'http://example.org/a' });
  });

  it('at an IP address that stands for the site is asked for at the site', () => {
    const page = resolverFor({ ipToHost: { '192.0.2.7': 'example.org' } }).forBase(`${origin}/`);
    expect(page.resolve('http://192.0.2.7/a?#x')).toMatchObject({
      kind: 'internal',
      identity: `${origin}/a`,
      address: `${origin}/a?`,
    });
  });

  it('of a site that was given by such an IP address belongs to the domain', () => {
    const rules = rulesWith({ ipToHost: { '192.0.2.7': 'example.org' } });
    const resolver = createLinkResolver({ site: { origin: 'http://192.0.2.7', schemes: 'same' }, rules });
    const page = resolver.forBase('http://192.0.2.7/a/b.html');
    for (const raw of ['c.html', '/a/c.html', 'http://192.0.2.7/a/c.html', `${origin}/a/c.html`]) {
      expect(page.resolve(raw)).toMatchObject({ kind: 'internal', address: `${origin}/a/c.html` });
    }
  });

  it('has its query in the encoding of the page, and its path in UTF-8', () => {
    const resolver = resolverFor();
    const pages = ['Windows-1251', 'koi8-r', 'utf-8', undefined].map(label => resolver.forBase(`${origin}/`, label));
    expect(pages.map(page => page.resolve('я?q=я'))).toMatchObject([
      { identity: `${origin}/%D1%8F?q=%FF` },
      { identity: `${origin}/%D1%8F?q=%D1` },
      { identity: `${origin}/%D1%8F?q=%D1%8F` },
      { identity: `${origin}/%D1%8F?q=%D1%8F` },
    ]);
  });

  it('keeps its fragment in the identity only, if that rule is off', () => {
    const page = resolverFor({ fragment: false }).forBase(`${origin}/a`);
    expect(page.resolve('b#!x')).toMatchObject({ identity: `${origin}/b#!x`, address: `${origin}/b` });
    expect(page.resolve('#!x')).toMatchObject({ identity: `${origin}/a#!x`, address: `${origin}/a` });
  });
});

describe('a link resolver', () => {
  const tail = fc.oneof(
    awkwardTail,
    fc.stringMatching(/^(\.\.\/){0,4}([a-z.~=-]{0,4}\/){0,3}[a-z.]{0,6}$/),
    fc.constantFrom('', '?', '?x', '#', ' ', 'http:', 'http:?y', 'c.html', 'javascript:x', 'mailto:x', '//h//x', '//['),
  );
  const raw = fc
    .tuple(fc.constantFrom('', '', '/', origin, `${origin}/`, 'https://example.org/', `${origin}:81/`), tail)
    .map(parts => parts.join(''));
  const base = fc.oneof(
    fc
      .constantFrom('/', '/a/b/c.html', '/a/b/d.html?x=/y/', '/a//b/', '/%7e/x', '/a;sid=1/b', '/a', '/a#/b/')
      .map(p => origin + p),
    fc.constantFrom('http://u:p@example.org/a/b', 'https://example.org/a/b', 'ftp://example.org/a/b', 'mailto:a/b'),
  );
  const pages = fc.array(fc.tuple(base, fc.array(raw, { maxLength: 8 })), { minLength: 1, maxLength: 6 });

  it('says what the URL standard and the rules say, by whatever short cut and however little it remembers', () => {
    fc.assert(
      fc.property(pages, anyRules, fc.constantFrom(0, 3, 1000), (visits, rules, maxRemembered) => {
        const resolver = createLinkResolver({ site: { origin, schemes: 'same' }, rules, maxRemembered });
        for (const [address, raws] of visits) {
          const page = resolver.forBase(address);
          for (const text of raws) expect(page.resolve(text)).toMatchObject(plainly(text, address, rules));
        }
      }),
      { numRuns: draws(3000) },
    );
  });

  it('says the same of bytes in a page as of their text, on whatever page it met them first', () => {
    fc.assert(
      fc.property(pages, anyRules, fc.constantFrom(0, 3, 1000), (visits, rules, maxRemembered) => {
        const resolver = createLinkResolver({ site: { origin, schemes: 'same' }, rules, maxRemembered });
        for (const [address, raws] of [...visits, ...visits]) {
          const page = resolver.forBase(address);
          for (const text of raws.filter(each => /^[\0-\x7f]*$/.test(each))) {
            const bytes = Buffer.from(`<a href="${text}">`);
            expect(page.resolveAt(bytes, 9, 9 + text.length)).toMatchObject(plainly(text, address, rules));
          }
        }
      }),
      { numRuns: draws(3000) },
    );
  });

  it('tells thousands of links in a page apart by their bytes', () => {
    const resolver = resolverFor({}, 'same', 100_000);
    const folders = Array.from({ length: 20 }, (_, i) => resolver.forBase(`${origin}/${i}/`));
    for (const [i, folder] of [...folders.entries(), ...folders.entries()]) {
      for (let n = 0; n < 1000; n++) {
        const link = folder.resolveAt(Buffer.from(`page${n}.html#x`), 0, `page${n}.html#x`.length);
        expect(link).toMatchObject({ identity: `${origin}/${i}/page${n}.html` });
      }
    }
  });

  it('asks for an address that has the identity', () => {
    fc.assert(
      fc.property(pages, anyRules, (visits, changes) => {
        const rules = { ...changes, fragment: true };
        const resolver = createLinkResolver({ site: { origin, schemes: 'same' }, rules });
        for (const [address, raws] of visits) {
          for (const link of raws.map(text => resolver.forBase(address).resolve(text))) {
            if (link.kind !== 'internal') continue;
            const url = new URL(link.address);
            expect(createNormalizer(rules)(url)).toBe(link.identity);
            expect([url.href, siteKeyOf(url, 'same'), url.username]).toEqual([link.address, origin, '']);
          }
        }
      }),
      { numRuns: draws(1000) },
    );
  });

  it('gives one object for one address of an identity, on all pages and however it is written', () => {
    const resolver = resolverFor();
    const link = resolver.forBase(`${origin}/a/b.html`).resolve('../c.html');
    link.mark = 7;
    for (const [address, text] of [
      ['/a/b.html', '../c.html'],
      ['/a/d.html', '../c.html#x'],
      ['/e/f/', '/c.html'],
      ['/e/f/', '//EXAMPLE.org/x/../c.html'],
      ['/c.html', ''],
      ['/c.html', '#x'],
    ]) {
      expect(resolver.forBase(origin + address).resolve(text ?? '')).toBe(link);
    }
    expect(resolver.forBase(`${origin}/`).resolve('d.html').mark).toBe(-1);
    const other = resolver.forBase(`${origin}/e/`).resolve('//example.org//c.html?');
    expect(other).toMatchObject({ mark: -1, identity: `${origin}/c.html`, seen: `${origin}//c.html?` });
    expect(resolver.forBase(`${origin}/g/`).resolve('/.//c.html?')).toBe(other);
  });

  it('gives one object for one bad text and one for an ignored scheme', () => {
    const resolver = resolverFor();
    const [one, other] = [resolver.forBase(`${origin}/a`), resolver.forBase(`${origin}/b/`)];
    expect(one.resolve('http://[')).toBe(other.resolve('http://['));
    expect(one.resolve('http://[')).not.toBe(other.resolve('http://[['));
    expect(one.resolve('mailto:a@h')).toBe(other.resolve('mailto:b@h'));
  });

  it('keeps one object per identity within a page, even if it forgets between pages', () => {
    const resolver = resolverFor({}, 'same', 2);
    const page = resolver.forBase(`${origin}/`);
    const first = page.resolve('a0');
    for (let i = 1; i < 10; i++) page.resolve(`a${i}`);
    const next = resolver.forBase(`${origin}/`);
    expect(page.resolve('/a0')).toBe(first);
    expect(next.resolve('a0')).not.toBe(first);
    expect(next.resolve('a0')).toMatchObject({ identity: `${origin}/a0`, mark: -1 });
  });

  it('forgets when it holds too much, also when every page has a folder of its own and no link', () => {
    const resolver = resolverFor({}, 'same', 5);
    const first = resolver.forBase(`${origin}/`).resolve('/a');
    for (let i = 0; i < 10; i++) resolver.forBase(`${origin}/${i}/`);
    expect(resolver.forBase(`${origin}/`).resolve('/a')).not.toBe(first);
  });

  it('does not keep pages in memory because their links are parts of them', () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    const page = resolverFor().forBase(`${origin}/`);
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < 100; i++) {
      const text = Buffer.alloc(1_000_000, `<a href="folder/page${i}.html?я"> `).toString('latin1');
      page.resolve(text.slice(9, 30));
      page.resolve(text.slice(9, 32));
      page.resolve(`?${text.slice(9, 30)}`);
    }
    collectGarbage();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
  });

  it('resolves a link of a megabyte (adverse 29)', () => {
    const page = resolverFor().forBase(`${origin}/`);
    const long = 'a/'.repeat(500_000);
    const cut = new RegExp(`^${origin}/(?:a/)+a?#cut-of-1000019-characters-[0-9a-f]{16}$`);
    expect(page.resolve(long)).toMatchObject({ kind: 'internal', identity: expect.stringMatching(cut) });
    expect(page.resolve(`${long}x`)).not.toEqual(page.resolve(`${long}y`));
    expect(page.resolve(`?${long}`)).toMatchObject({ kind: 'internal' });
    expect(page.resolve(`http://other.example/${long}`)).toMatchObject({ kind: 'external' });
    expect(page.resolve(`data:,${long}`)).toMatchObject({ kind: 'bad', reason: 'data' });
    expect(page.resolve(`${'a'.repeat(1_000_000)}:x`)).toMatchObject({ kind: 'ignored', scheme: 'other' });
  });

  it('has no place for a host that no name server could know', () => {
    const label = 'a'.repeat(63);
    expect(resolve(`http://${Array(17).fill(label).join('.')}/`)).toEqual({
      kind: 'bad',
      reason: 'unparsable',
      mark: -1,
    });
  });

  it('refuses a base that is not an absolute URL', () => {
    expect(() =>
      createLinkResolver({ site: { origin, schemes: 'same' }, rules: defaultNormalization }).forBase('/a'),
    ).toThrow('Invalid URL');
  });
});
