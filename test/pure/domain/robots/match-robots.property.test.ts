import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseRobots } from '../../../../shared/domain/robots/parse-robots.ts';
import { draws } from '../../draws.ts';
import { decideRobots } from './decide-robots.ts';

/** A naive reader of robots.txt: RFC 9309 with what google/robotstxt documents beside it. Texts and paths are ASCII. */
function isAllowed(text: string, agent: string, path: string): boolean {
  const groups: { agents: string[]; rules: [kind: string, pattern: string][] }[] = [];
  let isOpen = false;
  for (const [kind, value] of text.split(/\r\n|\r|\n/).flatMap(fieldOf)) {
    if (kind === 'agent') {
      if (!isOpen) groups.push({ agents: [], rules: [] });
      groups.at(-1)!.agents.push(/^\*(?:\s|$)/.test(value) ? '*' : /^[\w-]*/.exec(value)![0].toLowerCase());
    } else groups.at(-1)?.rules.push([kind, value]);
    isOpen = kind === 'agent' || groups.length === 0;
  }
  const name = [agent.toLowerCase(), '*'].find(each => groups.some(({ agents }) => agents.includes(each)));
  const rules = groups.filter(({ agents }) => agents.includes(name ?? '')).flatMap(group => group.rules);
  const longest = (wanted: string) =>
    Math.max(
      -1,
      ...rules
        .filter(([kind]) => kind === wanted)
        .flatMap(([kind, pattern]) => (kind === 'allow' ? [pattern, ...directoryOf(pattern)] : [pattern]))
        .filter(pattern => pattern !== '' && patternOf(pattern).test(path))
        .map(pattern => pattern.length),
    );
  return longest('allow') >= longest('disallow');
}

function fieldOf(line: string): [kind: string, value: string][] {
  const content = line.replace(/[#\0].*$/s, '').trim();
  const [, key = '', value = ''] = /^([^:]*):(.*)$/s.exec(content) ?? /^(\S+)[ \t]+(\S+)$/.exec(content) ?? [];
  const name = key.trim().toLowerCase();
  if (/^user[- ]?agent/.test(name)) return [['agent', value.trim()]];
  if (/^(?:disallow|dissallow|dissalow|disalow|diasllow|disallaw)/.test(name)) return [['disallow', value.trim()]];
  return name.startsWith('allow') ? [['allow', value.trim()]] : [];
}

/** A robots.txt that allows `/a/index.html` allows `/a/`. */
function directoryOf(pattern: string): string[] {
  const [, directory] = /^(.*\/)index\.htm[^/]*$/.exec(pattern) ?? [];
  return directory === undefined ? [] : [`${directory}$`];
}

function patternOf(pattern: string): RegExp {
  const body = pattern.replace(/\$$/, '').replace(/[.+?^${}()|[\]\\/]/g, '\\$&');
  return new RegExp(`^${body.replaceAll('*', '.*')}${pattern.endsWith('$') ? '$' : ''}`, 's');
}

const key = fc.constantFrom(
  ...['Disallow', 'disallow', 'Allow', 'ALLOW', 'disalow', 'Dissallow', 'diasllow', 'disallaw', 'Disallows', 'Noindex'],
  ...['User-agent', 'useragent', 'user agent', 'Sitemap', 'Crawl-delay', 'disa', 'x'],
);
const separator = fc.constantFrom(':', ':', ': ', ' : ', ':\t', ' ', '  ', '');
const agents = ['*', 'FooBot', 'foobot/2.1', '* x', '*x', 'Foo', 'FooBotX', 'BarBot bar', '', ' BarBot', '(FooBot)'];
const parts = ['/', 'a', 'b', 'ab', 'index.html', 'index.htm', '.php', '?', '=', '&', ':', ';', '-', '_', '%20', '%2F'];
const pattern = fc
  .array(fc.constantFrom(...parts, '*', '*', '$', '#', '\0'), { maxLength: 5 })
  .map(each => `/${each.join('')}`);
const line = fc.oneof(
  fc.tuple(key, separator, pattern).map(each => each.join('')),
  fc
    .tuple(fc.constantFrom('User-agent', 'USER-AGENT '), separator, fc.constantFrom(...agents))
    .map(each => each.join('')),
  fc.constantFrom('', ' ', '# x', ':', 'Disallow:', 'Allow:', 'Disallow', '<html>', 'Disallow: a', 'Allow: *b$'),
);
const file = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n', '\r', '\n\n')), { maxLength: 8 })
  .map(lines => `User-agent: *\n${lines.flat().join('')}`);
const path = fc.array(fc.constantFrom(...parts), { maxLength: 5 }).map(each => `/${each.join('')}`);

it('a decision is the one of a naive reading of RFC 9309, whatever the file', () => {
  fc.assert(
    fc.property(file, fc.constantFrom('FooBot', 'BarBot', 'Foo'), path, (text, agent, asked) => {
      const { allowed } = decideRobots(parseRobots(text), agent, `http://host.example${asked}`);
      expect(allowed).toBe(isAllowed(text, agent, asked));
    }),
    { numRuns: draws(5_000) },
  );
});
