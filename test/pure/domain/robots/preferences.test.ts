import { expect, test } from 'vitest';
import { readHead } from '../../../../shared/adapters/web/response-head.ts';
import {
  compileWishes,
  hasNofollow,
  heededIn,
  isWish,
  type Purpose,
  pagePreferences,
  robotsPreferences,
  statementsOf,
  tdmrepPreferences,
} from '../../../../shared/domain/robots/preferences.ts';

const file = `Content-Signal: search=yes, ai-train=no
License: https://example.org/license.xml
User-agent: *
Content-Usage: train-ai=n;exp=1, search=y
Content-Usage: /open/ train-ai=y
Allow: /

User-agent: Orbweaver
User-agent: GPTBot
content-signal : AI-TRAIN=yes # a comment
License: nonsense
`;

test('lines of robots.txt are read with their agents, paths and values', () => {
  const said = robotsPreferences(file).map(({ agent, path, name, value }) => [agent, path, name, value]);
  expect(said).toEqual([
    ['*', '', 'content-signal', 'search=yes, ai-train=no'],
    ['*', '', 'license', 'https://example.org/license.xml'],
    ['*', '', 'content-usage', 'train-ai=n, search=y'],
    ['*', '/open/', 'content-usage', 'train-ai=y'],
    ['orbweaver, gptbot', '', 'content-signal', 'ai-train=yes'],
    ['*', '', 'license', ''],
  ]);
  expect(robotsPreferences(file)[4]!.raw).toBe('AI-TRAIN=yes');
});

test.each([
  ['ai-training', 'orbweaver', '/a', 'train-ai=n (robots.txt)'],
  ['ai-training', 'orbweaver', '/open/a', undefined],
  // The group of the crawler counts in place of that of all.
  ['ai-training', 'other', '/open/a', 'ai-train=no (robots.txt)'],
  ['research', 'other', '/a', undefined],
  ['archive', 'other', '/a', undefined],
] as const)('for %s %s takes %s: %s', (purpose, agent, path, wish) => {
  expect(compileWishes(robotsPreferences(file), { purpose, agent })(path)).toBe(wish);
});

test('the first rule of tdmrep.json that fits holds', () => {
  const text = JSON.stringify([
    { location: '/free/*.html$', 'tdm-reservation': 0 },
    { location: '/', 'tdm-reservation': 1, 'tdm-policy': 'https://example.org/policy.json' },
    'nonsense',
    { location: 7, 'tdm-reservation': 'yes' },
  ]);
  const rules = tdmrepPreferences(text);
  expect(rules.map(({ path, name, value }) => [path, name, value])).toEqual([
    ['/free/*.html$', 'tdm-reservation', '0'],
    ['/', 'tdm-reservation', '1'],
    ['/', 'tdm-policy', 'https://example.org/policy.json'],
    ['', 'tdm-reservation', ''],
  ]);
  const wish = compileWishes(rules, { purpose: 'research', agent: 'orbweaver' });
  expect([wish('/free/a.html'), wish('/free/a.htm'), wish('/')]).toEqual([
    undefined,
    ...['tdm-reservation=1 (tdmrep.json)', 'tdm-reservation=1 (tdmrep.json)'],
  ]);
  expect(tdmrepPreferences('{"a":1}')).toEqual([]);
  expect(tdmrepPreferences('[')).toEqual([]);
});

test.each([
  ['search=yes; ai-train=no', '', 'search=yes, ai-train=no'],
  ['/blog/ search=yes,ai-train=no', '/blog/', 'search=yes, ai-train=no'],
  ['Search = YES , AI-Train = No', '', 'search=yes, ai-train=no'],
  ['search=yes ai-train=no', '', 'search=yes, ai-train=no'],
  ['search: yes, ai-train : no', '', 'search=yes, ai-train=no'],
])('Content-Signal: %s', (raw, path, value) => {
  expect(robotsPreferences(`\ufeffUser-Agent: *\r\nContent-Signal: ${raw}\r\n`)).toMatchObject([
    { path, value, agent: '*' },
  ]);
});

test.each([
  ['\ufeff[{"location":"/","tdm-reservation":1}]', '1'],
  ['{"location":"/","tdm-reservation":1}', '1'],
  ['[{"location":"/","tdm-reservation":"1"}]', '1'],
  ['[{"location":"/","tdm-reservation":true}]', '1'],
  ['[{"location":"/","tdm-reservation":false}]', '0'],
  ['[{"location":"/","tdm-reservation":2}]', ''],
  ['[{"location":"/","tdm-reservation":null}]', ''],
  ['[{"location":"/"}]', ''],
])('tdmrep.json as %s', (text, value) => {
  expect(tdmrepPreferences(text).map(each => each.value)).toEqual([value]);
});

test('a meta or a field that names a crawler counts for it alone, also where its name is none of a known bot', () => {
  for (const [name, content] of [
    ['orbweaver', 'noindex'],
    ['yandex', 'none'],
    ['anthropic-ai', 'noai, noimageai'],
  ] as const)
    expect([name, isWish(name, content)]).toEqual([name, true]);
  for (const [name, content] of [
    ['viewport', 'width=device-width'],
    ['author', 'None'],
    ['keywords', 'follow, the money'],
    ['twitter:card', 'none'],
  ] as const)
    expect([name, isWish(name, content)]).toEqual([name, false]);
  const own = of({}, [['orbweaver', 'noindex']]);
  expect(heededIn(own, { heed: ['noindex'], agent: 'Orbweaver' })).toBe('noindex (meta orbweaver)');
  expect(heededIn(own, { heed: ['noindex'], agent: 'Other' })).toBeUndefined();
  expect(pagePreferences(['header', 'x-robots-tag', 'noai, 360spider: noindex']).map(({ agent }) => agent)).toEqual([
    '*',
    '360spider',
  ]);
  expect(heededIn(of({ 'content-signal': 'search=yes, ai-train=no' }), { purpose: 'ai-training', agent: 'a' })).toBe(
    'ai-train=no (header content-signal)',
  );
});

test('X-Robots-Tag is read for each agent', () => {
  const tag = 'noai, gptbot: noindex, nofollow, unavailable_after: 25 Jun 2027 15:00:00 PST';
  const said = pagePreferences(['header', 'x-robots-tag', tag]).map(({ agent, value }) => [agent, value]);
  expect(said).toEqual([
    ['*', 'noai'],
    ['gptbot', 'noindex, nofollow, unavailable_after: 25 jun 2027 15:00:00 pst'],
  ]);
});

const of = (headers: Record<string, string>, metas: readonly (readonly [string, string])[] = []) =>
  statementsOf(headers, metas);

test.each<readonly [Purpose | undefined, ReturnType<typeof of>, string | undefined]>([
  ['ai-training', of({ 'x-robots-tag': 'noai, noimageai' }), 'noai (header x-robots-tag)'],
  ['ai-training', of({ 'x-robots-tag': 'gptbot: noai' }), undefined],
  ['ai-training', of({ 'x-robots-tag': 'orbweaver: noai' }), 'noai (header x-robots-tag)'],
  ['ai-training', of({}, [['robots', 'index, noimageai']]), undefined],
  ['ai-training', of({ 'content-usage': 'train-ai=n' }), 'train-ai=n (header content-usage)'],
  ['research', of({ 'tdm-reservation': '1' }), 'tdm-reservation=1 (header tdm-reservation)'],
  ['research', of({}, [['tdm-reservation', ' 1 ']]), 'tdm-reservation=1 (meta tdm-reservation)'],
  ['research', of({ 'tdm-reservation': '0' }), undefined],
  ['research', of({ 'tdm-reservation': '0, 1' }), 'tdm-reservation=1 (header tdm-reservation)'],
  ['research', of({ 'tdm-reservation': '0, 0' }), undefined],
  ['archive', of({}, [['robots', 'NOARCHIVE']]), 'noarchive (meta robots)'],
  ['archive', of({}, [['bingbot', 'noarchive']]), undefined],
  ['archive', of({}, [['robots', 'noindex; noarchive']]), 'noarchive (meta robots)'],
  ['ai-training', of({}, [['robots', 'noimageai noai']]), 'noai (meta robots)'],
  ['archive', of({ 'x-robots-tag': 'index noarchive;nosnippet' }), 'noarchive (header x-robots-tag)'],
  [undefined, of({ 'tdm-reservation': '1', 'x-robots-tag': 'noai, noarchive' }), undefined],
])('for %s the page says %o: %s', (purpose, statements, wish) => {
  expect(heededIn(statements, { purpose, agent: 'Orbweaver' })).toBe(wish);
});

test('noindex and nofollow are obeyed where the spec says so; what only allows is no wish', () => {
  const none = of({ 'x-robots-tag': 'none' });
  expect(heededIn(none, { heed: ['noindex'], agent: 'orbweaver' })).toBe('none (header x-robots-tag)');
  expect(heededIn(none, { heed: ['nofollow'], agent: 'orbweaver' })).toBeUndefined();
  expect(hasNofollow(none, 'orbweaver')).toBe(true);
  expect(hasNofollow(of({}, [['googlebot', 'nofollow']]), 'orbweaver')).toBe(false);
  expect(of({ 'x-robots-tag': 'all, max-snippet:20' }, [['robots', 'index,follow']])).toEqual([]);
});

test('bounds hold for files made to be large', () => {
  expect(robotsPreferences('License: x\n'.repeat(10_000)).length).toBe(200);
  expect(tdmrepPreferences(JSON.stringify(Array.from({ length: 10_000 }, () => ({ location: '/' })))).length).toBe(200);
  expect(robotsPreferences(`License: ${'x'.repeat(100_000)}`)[0]!.raw.length).toBeLessThanOrEqual(500);
});

test('fields X-Robots-Tag for every crawler count for every crawler, wherever they were sent', () => {
  const sent = ['googlebot: noindex', 'noarchive, max-snippet: 5', 'otherbot: none'];
  const { headers } = readHead(200, { 'x-robots-tag': sent as unknown as string });
  const [raw = ''] = statementsOf(headers, []).map(([, , text]) => text);
  expect(pagePreferences(['header', 'x-robots-tag', raw]).map(({ agent, value }) => [agent, value])).toEqual([
    ['*', 'noarchive, max-snippet: 5'],
    ['googlebot', 'noindex'],
    ['otherbot', 'none'],
  ]);
});
