import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRobots } from '../../../../shared/domain/robots/parse-robots.ts';

function patternsOf(text: string): readonly string[] {
  return parseRobots(text).groups.flatMap(group => group.rules.map(rule => `${rule.kind} ${rule.pattern}`));
}

describe('parseRobots', () => {
  test('reads groups, rules with their lines, and sitemaps (RFC 9309 2.2)', () => {
    const text =
      '# hello\nUser-agent: FooBot/2.1\nuser-AGENT: *\nDISALLOW : /a # why\n\nSitemap: https://a.example/s.xml';
    expect(parseRobots(text)).toMatchObject({
      groups: [
        {
          agents: ['foobot', '*'],
          rules: [{ line: 4, kind: 'disallow', pattern: '/a' }],
        },
      ],
      sitemaps: ['https://a.example/s.xml'],
    });
  });

  test.each(['\n', '\r', '\r\n'])('counts lines that end in %j', end => {
    const rules = parseRobots(['User-agent: *', '', 'Disallow: /a', 'Allow: /b'].join(end)).groups[0]?.rules;
    expect(rules?.map(rule => rule.line)).toEqual([3, 4]);
  });

  test.each([
    'useragent: *\ndissallow: /',
    'user agent: *\ndissalow: /',
    'USER-AGENT *\ndisalow /',
    'user-agent\t*\ndiasllow\t/',
    'user-agents: * everybody\ndisallaw: /',
    '\uFEFFUser-agent:*\nDisallow:/',
    ' User-agent : * \n\tDisallow : / \t',
    'User-agent: *\0binary\nDisallow: /\0binary',
  ])('understands %j', text => {
    expect(parseRobots(text).groups.map(group => group.agents)).toEqual([['*']]);
    expect(patternsOf(text)).toEqual(['disallow /']);
  });

  test('takes no colon for a colon only on a line of two words', () => {
    expect(patternsOf('User-agent: *\nDisallow /a /b\nDisallow')).toEqual([]);
  });

  test('takes blanks and tabs around a value away, and no white space of Unicode (RFC 9309 2.2)', () => {
    const { groups } = parseRobots('\t User-agent \t: \ta\v\nDisallow: \f/b\u00a0 \nAllow:\u2003/c\n');
    expect(groups[0]?.agents).toEqual(['a']);
    expect(groups[0]?.rules.map(rule => rule.pattern)).toEqual(['/b\u00a0', '\u2003/c']);
  });

  test('begins a group at the first User-agent after a rule, not at unknown lines, sitemaps or blank lines', () => {
    const text =
      'User-agent: a\nSitemap: x\nHost: y\n\nUser-agent: b\nDisallow: /1\nUser-agent: c\nDisallow:\nUser-agent: d';
    expect(parseRobots(text).groups.map(group => group.agents)).toEqual([['a', 'b'], ['c'], ['d']]);
  });

  test('leaves out rules above the first User-agent and rules without a path', () => {
    expect(patternsOf('Disallow: /above\nUser-agent: *\nDisallow:\nAllow: # nothing\nAllow: /b')).toEqual(['allow /b']);
  });

  test('notes for which agents of a group a Crawl-delay was written', () => {
    const text =
      'User-agent: a\nUser-agent: A\nCrawl-delay: 120\nUser-agent: b\nDisallow: /\nCrawl-delay: 1\nCrawl-delay: 2';
    expect(parseRobots(text).groups[0]?.crawlDelays).toEqual([
      { line: 3, value: '120', agents: new Set(['a']) },
      { line: 6, value: '1', agents: new Set(['b']) },
      { line: 7, value: '2', agents: new Set(['b']) },
    ]);
  });

  test.each([
    ['an HTML page', '<!DOCTYPE html>\n<html><body style="allow: none">Disallow: /</body></html>'],
    ['UTF-16 without a byte order mark', [...'User-agent: *\nDisallow: /'].join('\0')],
    ['an empty file', ''],
  ])('finds no group in %s', (_, text) => {
    expect(parseRobots(text).groups).toEqual([]);
  });

  test('never throws and keeps every rule on a line of the text', () => {
    const word = fc.constantFrom(
      'User-agent',
      'Disallow',
      'Allow',
      'Crawl-delay',
      ':',
      ' ',
      '\n',
      '\r',
      '#',
      '*',
      '/a',
      '\0',
    );
    const text = fc.array(fc.oneof(word, fc.string({ unit: 'binary' }))).map(parts => parts.join(''));
    fc.assert(
      fc.property(text, content => {
        const lines = content.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
        for (const rule of parseRobots(content).groups.flatMap(group => group.rules)) {
          expect(lines[rule.line - 1]).toContain(rule.pattern);
        }
      }),
    );
  });

  // Takes 15 to 50 ms; in quadratic time it would outlast the test's limit.
  test.each([
    ['rules', 'User-agent: *\n', (i: number) => `Disallow: /directory/${i}`],
    ['agents', '', (i: number) => `User-agent: bot${i}`],
    ['delays', 'User-agent: *\n', () => 'Crawl-delay: 1'],
    ['groups', '', () => 'User-agent: *\nDisallow: /*****************'],
  ])('reads 100,000 %s, however long quadratic time would take', { timeout: 30_000 }, (_, head, line) => {
    const text = head + Array.from({ length: 100_000 }, (_, i) => line(i)).join('\n');
    const { groups } = parseRobots(text);
    expect(groups.length).toBeGreaterThan(0);
  });
});
