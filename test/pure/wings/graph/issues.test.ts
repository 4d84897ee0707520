import { expect, test } from 'vitest';
import { xmlText } from '../../../../shared/files/xml-text.ts';
import type { IssueSite } from '../../../../shared/wings/graph/issues/issue-check.ts';
import { issueChecks } from '../../../../shared/wings/graph/issues/issue-checks.ts';
import { checkWords } from '../../../../shared/wings/graph/issues/issue-words.ts';
import { issuesPart } from '../../../../shared/wings/graph/issues/issues-part.ts';
import { issuesReport } from '../../../../shared/wings/graph/issues/issues-report.ts';
import { MemorySink } from '../../results/memory-sink.ts';
import { nodeOf } from '../../results/sample-results.ts';

const site: IssueSite = {
  origin: 'https://example.org',
  own: address => address,
  kindAt: () => 'node',
  pageAt: () => nodeOf(2, sound),
  awayOf: () => '',
  namesAt: () => undefined,
  failureAt: () => undefined,
  reasonAt: () => undefined,
  titled: () => 1,
  described: () => 1,
  leadsOn: ({ outDegree }) => outDegree > 0,
  nearest: () => undefined,
  hasSitemaps: false,
  isListed: () => false,
};
const facts = { contentType: 'text/html; charset=utf-8', language: 'en', words: 200 };
const sound = { url: 'https://example.org/a-page', title: 'A title of a page', outDegree: 1, inDegree: 1, facts };
const foundOn = (changes: Partial<ReturnType<typeof nodeOf>>, on = site): string[] =>
  issueChecks
    .filter(({ tests }) => tests.page?.({ ...nodeOf(1, sound), ...changes }, on) !== undefined)
    .map(({ key }) => key);

test.each<readonly [object, readonly string[]]>([
  [{}, []],
  [{ url: 'http://example.org/a-page' }, ['http-page']],
  [{ outDegree: 1_001 }, ['many-links']],
  [{ outDegree: 1_000 }, []],
  [{ outDegree: 0 }, ['dead-end']],
  [{ outDegree: 0, externalLinks: 1 }, []],
  [{ title: '  ' }, ['title-missing']],
  [{ title: 'x'.repeat(60) }, []],
  // Characters count, not UTF-16 units.
  [{ title: '𝒳'.repeat(60) }, []],
  [{ title: '𝒳'.repeat(61) }, ['title-long']],
  [{ bytes: 1_000_000 }, []],
  [{ bytes: 1_000_001 }, ['large-page']],
  [{ level: 5 }, []],
  [{ level: 6 }, ['deep-page']],
  [{ facts: { ...facts, words: 99 } }, ['thin-page']],
  [{ facts: { ...facts, words: 0 } }, ['empty-page']],
  [{ facts: { ...facts, contentType: 'application/pdf', words: 0 } }, []],
  [{ facts: { ...facts, robots: 'none' } }, ['noindex-linked', 'nofollow-page']],
  [{ facts: { ...facts, robots: 'googlebot: noindex' } }, ['noindex-linked']],
  [{ facts: { ...facts, robots: 'otherbot: noindex, nofollow' } }, []],
  [{ facts: { ...facts, robots: 'noindex, otherbot: nofollow' } }, ['noindex-linked']],
  [{ facts: { ...facts, statements: [['meta', 'googlebot', 'NoIndex']] } }, ['noindex-linked']],
  [{ facts: { ...facts, robots: 'otherbot: none', statements: [['meta', 'somebot', 'noindex']] } }, []],
  [{ facts: { ...facts, robots: 'max-image-preview:large' } }, []],
  ...['en-UK', 'jp', 'xx-XX', 'cn'].map(
    code => [{ facts: { ...facts, hreflang: [`${code} https://example.org/a-page`] } }, ['hreflang-code']] as const,
  ),
  ...['es-419', 'iw', 'zh-TW', 'sr-Latn', 'X-Default', 'fil'].map(
    code => [{ facts: { ...facts, hreflang: [`${code} https://example.org/a-page`] } }, []] as const,
  ),
  [{ title: '\u00a0 \u200b' }, ['title-missing']],
  // Languages without blanks between words have no count of words.
  [{ facts: { ...facts, language: 'zh-Hans', words: 3 } }, []],
  [{ facts: { ...facts, language: undefined, detected: 'th', words: 3 } }, ['language-missing']],
  ...['Seite nicht gefunden', 'Page introuvable', 'Página no encontrada', 'Nie znaleziono strony'].map(
    title => [{ title }, ['soft-404']] as const,
  ),
  ...['Error 404 - A site', '404 | A site', 'A site – 404', 'Ошибка 404', 'HTTP status 404'].map(
    title => [{ title }, ['soft-404']] as const,
  ),
  ...['Room 404 of the house', 'Peugeot 404 – an encyclopedia', 'Part no. 404, new'].map(
    title => [{ title }, []] as const,
  ),
  [{ facts: { ...facts, hreflang: ['zh-Hant-TW https://example.org/a-page'] } }, []],
  [{ facts: { ...facts, hreflang: ['en_GB https://example.org/a-page'] } }, ['hreflang-code']],
  [{ url: 'https://example.org/%C3%A4' }, []],
  [{ facts: { ...facts, markup: ['About', '1223', 0, '', ''] } }, []],
  [{ facts: { ...facts, markup: ['𝒳'.repeat(160), '1', 0, '', ''] } }, []],
  [{ facts: { ...facts, markup: ['𝒳'.repeat(161), '1', 0, '', ''] } }, ['description-long']],
  [{ facts: { ...facts, markup: ['About', '21', 0, '', 'http://a.example/x.js'] } }, ['mixed-content']],
  [{ facts: { ...facts, markup: ['', '', 0, '', ''] } }, ['description-missing', 'headings-missing']],
  [{ title: 'Page not found' }, ['soft-404']],
  [{ title: 'Page not found', facts: { ...facts, words: 300 } }, []],
  [
    { facts: { ...facts, hreflang: ['en https://example.org/a-page', 'de https://example.org/d'] } },
    ['hreflang-no-return'],
  ],
])('%o: %o', (changes, keys) => {
  expect(foundOn(changes as Partial<ReturnType<typeof nodeOf>>)).toEqual(keys);
});

// A page that an earlier version parsed, about which nothing is known, has no fault for it.
test.each([
  [{ facts: undefined }, {}],
  [{ facts: undefined, title: 'Page not found' }, {}],
  [{ facts: undefined }, { hasSitemaps: true }],
  [
    { facts: { ...facts, hreflang: ['en https://example.org/a-page', 'de https://example.org/d'] } },
    { pageAt: () => ({ ...nodeOf(1, sound), facts: undefined }) },
  ],
  // The end of a long list is not known.
  [
    { facts: { ...facts, hreflang: ['de https://example.org/d', '…'] } },
    { pageAt: () => ({ ...nodeOf(2, sound), facts: { ...facts, hreflang: ['…'] } }) },
  ],
])('%o on a site with %o has no issue', (changes, answers) => {
  expect(foundOn(changes as Partial<ReturnType<typeof nodeOf>>, { ...site, ...answers } as IssueSite)).toEqual([]);
});

test('the page to send escapes what pages say', () => {
  const first = [['https://a.example/<b>', '"><script>']] as const;
  const html = issuesReport(
    [
      {
        origin: 'https://a.example',
        labels: { number: 1, name: 'a', shortName: 'a', tags: '' },
        issues: [{ key: 'title-long', count: 30, first }],
      },
    ],
    new Map(issueChecks.map(check => [check.key, check])),
  );
  expect(html).not.toMatch(/<script|<b>/);
  expect(html).toContain('29 more in <code>issue-pages.csv</code>');
});

test('the page to send is in English or in Russian, with the words of the page of the console', () => {
  const checks = new Map(issueChecks.map(check => [check.key, check]));
  const first = [['https://a.example/x', '61']] as const;
  const all = issueChecks.map(({ key }) => ({ key, count: 1_234, first }));
  const labels = { number: 1, name: 'a', shortName: 'a', tags: '' };
  const html = issuesReport([{ origin: 'https://a.example', labels, issues: all }], checks, 'ru');
  expect(html).toContain('<html lang="ru">');
  expect(html).toContain('Ещё 1\u00a0233 в файле <code>issue-pages.csv</code>.');
  for (const { key, title, why, mend } of Object.values(checks.values().toArray())) {
    const words = checkWords(checks.get(key)!, 'ru');
    for (const text of [words.title, words.why, words.mend]) expect(html).toContain(xmlText(text));
    for (const text of [title, why, mend]) expect(html).not.toContain(`>${xmlText(text)}`);
  }
  // Names of files, fields and checks, and addresses are the only text in Latin letters.
  const text = html.replace(/<style>[\s\S]*?<\/style>|<code>[\s\S]*?<\/code>|<[^>]*>/g, ' ');
  expect(text).not.toMatch(/\b(?:more|the|pages?|links?|sites?|Address|Detail|None|errors?)\b/i);
});

test('issues of many sites are counted, and addresses are kept of as many as the page to send shows', async () => {
  const { add, write } = issuesPart({} as never, {} as never).perCrawl!();
  for (let number = 1; number <= 60; number += 1) {
    const issue = { key: 'title-long', count: number, first: [[`https://${number}.example/long`, '61']] as const };
    const labels = { number, name: `${number}.example`, shortName: `${number}`, tags: '' };
    add?.({} as never, { origin: `https://${number}.example`, labels, issues: [issue] });
  }
  const sink = new MemorySink();
  await write({} as never, sink);
  expect(sink.text('reports/issues.csv')).toContain('60,60.example,60,,https://60.example,title-long,notice,60,');
  expect(sink.text('reports/issues.html')).toContain('https://50.example/long');
  expect(sink.text('reports/issues.html')).not.toContain('https://51.example/long');
  expect(sink.text('reports/issues.html')).toContain('10 more sites in <code>issues.csv</code>');
});
