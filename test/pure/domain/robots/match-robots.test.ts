import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agentTokenOf } from '../../../../shared/domain/robots/agent-token.ts';
import { compileRobots } from '../../../../shared/domain/robots/match-robots.ts';
import { parseRobots } from '../../../../shared/domain/robots/parse-robots.ts';
import { draws } from '../../draws.ts';
import { decideRobots } from './decide-robots.ts';

function rulesForAll(...lines: readonly string[]) {
  return compileRobots(parseRobots(['User-agent: *', ...lines].join('\n')), 'orbweaver');
}

/** The textbook table of "does the pattern match a beginning of the path", quadratic but obvious. */
function matchesByTable(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$');
  const body = anchored ? pattern.slice(0, -1) : pattern;
  let reached = new Set([0]);
  for (const character of body) {
    const next = new Set<number>();
    for (const place of reached) {
      if (character === '*') for (let i = place; i <= path.length; i += 1) next.add(i);
      else if (path[place] === character) next.add(place + 1);
    }
    reached = next;
  }
  return anchored ? reached.has(path.length) : reached.size > 0;
}

describe('groups (RFC 9309 2.2.1)', () => {
  const robots = parseRobots(
    'User-agent: FooBot\nDisallow: /1\n\nUser-agent: *\nDisallow: /2\n\nUser-agent: foobot/1.0\nDisallow: /3',
  );

  test('merges the groups of one crawler, whatever the case of its name', () => {
    expect(decideRobots(robots, 'FOOBOT', 'https://a.example/1').allowed).toBe(false);
    expect(decideRobots(robots, 'FOOBOT', 'https://a.example/3').allowed).toBe(false);
    expect(decideRobots(robots, 'FOOBOT', 'https://a.example/2')).toEqual({ allowed: true, group: 'foobot' });
  });

  test('falls back to the group of *, and allows everything where there is none', () => {
    expect(decideRobots(robots, 'orbweaver', 'https://a.example/2')).toMatchObject({ allowed: false, group: '*' });
    const other = parseRobots('User-agent: FooBot\nDisallow: /');
    expect(decideRobots(other, 'orbweaver', 'https://a.example/')).toEqual({ allowed: true });
  });

  test('lets an own group without rules win over the rules of *', () => {
    const own = parseRobots('User-agent: orbweaver\nDisallow:\n\nUser-agent: *\nDisallow: /');
    expect(decideRobots(own, 'orbweaver', 'https://a.example/x').allowed).toBe(true);
  });
});

test('a name with digits is another name than one with other digits', () => {
  const robots = parseRobots(
    'User-agent: Agent2\nDisallow: /\n\nUser-agent: Agent5\nDisallow: /5\n\nUser-agent: *\nDisallow:',
  );
  const allows = (agent: string, path: string) =>
    compileRobots(robots, agentTokenOf(`${agent}/1.0`)).decide(path).allowed;
  expect(['Agent2', 'Agent5', 'Agent7', 'Agent'].map(agent => allows(agent, '/x'))).toEqual([false, true, true, true]);
  expect(allows('Agent5', '/5')).toBe(false);
});

describe('the deciding rule (RFC 9309 2.2.2)', () => {
  test('is the longest match, reported with its line', () => {
    const rules = rulesForAll('Disallow: /a', 'Allow: /a/b # except these', 'Disallow: /a/b/c');
    expect(rules.decide('/a/x').rule?.line).toBe(2);
    expect(rules.decide('/a/b/x')).toEqual({
      allowed: true,
      rule: { line: 3, kind: 'allow', pattern: '/a/b' },
      group: '*',
    });
    expect(rules.decide('/a/b/c').allowed).toBe(false);
    expect(rules.decide('/b')).toEqual({ allowed: true, group: '*' });
  });

  test('is Allow where both are equally long', () => {
    expect(rulesForAll('Disallow: /page', 'Allow: /page').decide('/page')).toMatchObject({ allowed: true });
    expect(rulesForAll('Disallow: /*.htm', 'Allow: /page.').decide('/page.htm')).toMatchObject({ allowed: true });
  });

  test('never forbids /robots.txt itself', () => {
    const rules = rulesForAll('Disallow: /');
    expect(rules.decide('/robots.txt').allowed).toBe(true);
    expect(rules.decide('/robots.txt?x').allowed).toBe(false);
  });

  test.each([
    ['https://a.example', '/'],
    ['https://a.example?q', '/?q'],
    ['https://a.example/x?y=http://b.example/#z', '/x?y=http://b.example/'],
    ['/x#y', '/x'],
    ['', '/'],
  ])('looks at path and query of %j only', (url, path) => {
    const decision = decideRobots(parseRobots(`User-agent: *\nDisallow: ${path}$`), 'orbweaver', url);
    expect(decision.allowed).toBe(false);
  });
});

describe('octets (RFC 9309 2.2.2 and 2.2.3)', () => {
  test.each([
    ['/foo/bar/ツ', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%e3%83%84', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%E3%83%84', '/foo/bar/%e3%83%84'],
    ['/%7ejoe/', '/~joe/index.html'],
    ['/~joe/', '/%7Ejoe/index.html'],
    ['/file-with-a-%2A.html', '/file-with-a-*.html'],
    ['/foo-%24', '/foo-$'],
    ['/a$b', '/a$b'],
    ['/a$b*c', '/a$bxc'],
  ])('takes pattern %j and path %j for equal, in both kinds of rules', (pattern, path) => {
    expect(rulesForAll(`Disallow: ${pattern}`).decide(path).allowed).toBe(false);
    expect(rulesForAll('Disallow: /', `Allow: ${pattern}`).decide(path).allowed).toBe(true);
  });

  test.each([
    ['/a%2Fb', '/a/b'],
    ['/a?b', '/a%3Fb'],
    ['/a%252Fb', '/a%2Fb'],
    ['/A', '/a'],
    ['/file-%2A', '/file-x'],
  ])('keeps pattern %j and path %j apart', (pattern, path) => {
    expect(rulesForAll(`Disallow: ${pattern}`).decide(path).allowed).toBe(true);
  });

  // Each line: what a URL parser makes of the first, and what the table of 2.2.2 says.
  test.each([
    ['/my folder/', '/my%20folder/x'],
    ['/a"b', '/a%22b'],
    ['/a<b', '/a%3Cb'],
    ['/{id}', '/%7Bid%7D'],
    ['/a^b|c`', '/a%5Eb%7Cc%60'],
    ["/*?q='", '/s?q=%27x'],
    ['/*?tags[]=', '/s?tags%5B%5D=a'],
    ['/*?tags%5b%5d=', '/s?tags[]=a'],
    ['/foo/bar?baz=https://foo.bar', '/foo/bar?baz=https%3A%2F%2Ffoo.bar'],
    ['/a:b,c', '/a%3Ab%2Cc'],
    ['/foo/bar/%62%61%7A', '/foo/bar/baz'],
    ['/wp-admin/', '/%77p-admin/x'],
  ])('forbids by %j the address %j, which is another spelling of it', (pattern, path) => {
    expect(rulesForAll(`Disallow: ${pattern}`).decide(path)).toMatchObject({ allowed: false, rule: { line: 2 } });
  });

  test('undoes escapes for Allow where it undoes them for Disallow', () => {
    const rules = rulesForAll('Disallow: /wp-admin/', 'Allow: /wp-admin/admin-ajax.php');
    expect(rules.decide('/%77p-admin/admin-ajax.php')).toMatchObject({ allowed: true, rule: { line: 3 } });
    expect(rules.decide('/%77p-admin/options.php')).toMatchObject({ allowed: false, rule: { line: 2 } });
  });

  test.each([
    ['/foo/bar/%62%61%7A', '/foo/bar/baz'],
    ['/my folder/', '/my%20folder/x'],
    ['/tags[]', '/tags%5B%5D'],
  ])('does not allow by %j the address %j, which google/robotstxt does not find in it', (pattern, path) => {
    expect(rulesForAll('Disallow: /', `Allow: ${pattern}`).decide(path)).toMatchObject({
      allowed: false,
      rule: { line: 2 },
    });
  });

  test('bears lone surrogates and broken escapes', () => {
    expect(rulesForAll('Disallow: /\uD800%zz%').decide('/%EF%BF%BD%zz%').allowed).toBe(false);
  });
});

describe('wildcards (RFC 9309 2.2.3)', () => {
  test.each([
    ['/*.gif$', '/a/b.gif', true],
    ['/*.gif$', '/a/b.gif?x', false],
    ['/*.gif$', '/.gif.gif', true],
    ['/a*$', '/abc', true],
    ['/ab*b$', '/ab', false],
    ['*', '/', true],
    ['$', '/', false],
    ['/$', '/', true],
    ['foo', '/foo', false],
    ['*foo', '/foo', true],
  ])('pattern %j, path %j: %j', (pattern, path, matches) => {
    expect(rulesForAll(`Disallow: ${pattern}`).decide(path).allowed).toBe(!matches);
  });

  test('agrees with the textbook matcher on every pattern and path', () => {
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*', '$'), minLength: 1, maxLength: 8 });
    const path = fc.string({ unit: fc.constantFrom('a', 'b', '/', '$'), maxLength: 10 }).map(rest => `/${rest}`);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), pattern), { maxLength: 6 }), path, (rules, asked) => {
        const longest = (allow: boolean) =>
          Math.max(
            -1,
            ...rules.filter(rule => rule[0] === allow && matchesByTable(rule[1], asked)).map(rule => rule[1].length),
          );
        const lines = rules.map(([allow, each]) => `${allow ? 'Allow' : 'Disallow'}: ${each}`);
        expect(rulesForAll(...lines).decide(asked).allowed).toBe(longest(true) >= longest(false));
      }),
      { numRuns: draws(2000) },
    );
  });

  test('does not blow up on runs of wildcards', { timeout: 30_000 }, () => {
    const rules = rulesForAll(`Disallow: /${'*'.repeat(500)}x`, `Disallow: /${'a*'.repeat(500)}x`);
    // A matcher that backtracks over the 500 wildcards never comes back.
    for (let i = 0; i < 1000; i += 1) expect(rules.decide(`/${'a'.repeat(2047)}`).allowed).toBe(true);
  });

  test('lets Allow for index.html open its folder too, as google/robotstxt does', () => {
    const rules = rulesForAll('Disallow: /', 'Allow: /a/index.html');
    expect(rules.decide('/a/')).toMatchObject({ allowed: true, rule: { line: 3 } });
    expect(rules.decide('/a/b').allowed).toBe(false);
  });
});

test('decides 10,000 times against 50,000 rules without looking at each', { timeout: 30_000 }, () => {
  const rules = rulesForAll(...Array.from({ length: 50_000 }, (_, i) => `Disallow: /directory/${i}/`));
  // Each rule for each decision would be half a thousand million comparisons of a pattern: longer than the test may take.
  for (let i = 0; i < 10_000; i += 1) expect(rules.decide(`/directory/${i}/page`).rule?.line).toBe(i + 2);
});
