import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { csvRows } from '../../pure/results/csv-rows.ts';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { crawl, resume } from '../crawl-run.ts';

let site: LoopbackSite;
afterEach(() => site.close());

const russian = 'Работы института посвящены прикладной математике, разработке программ и изучению Интернета.';
const english = 'The institute was founded in 1999, and its scientists work on problems of applied mathematics.';
const french = 'L’institut a été fondé en 1999 et ses chercheurs travaillent sur les mathématiques appliquées.';
const menu = Array.from({ length: 60 }, (_, index) => `<li>Element ${index}</li>`).join('');
const paths = ['ru', '1251', 'en', 'said', 'header', 'fr', 'zh', 'short', 'numbers', 'empty', 'late'];
const pages = {
  '/': `<title>Start</title>${paths.map(path => `<li><a href=/${path}>${path}</a>`).join('')}`,
  '/ru': `<meta charset=utf-8><p>${russian}</p>`,
  '/1251': {
    headers: { 'content-type': 'text/html; charset=windows-1251' },
    body: Buffer.from([...`<p>${russian}</p>`].map(letter => windows1251(letter))),
  },
  '/en': `<p>${english}</p><script>${french.repeat(20)}</script>`,
  '/said': `<html lang=de><p>${english}</p>`,
  '/header': { headers: { 'content-language': 'nl' }, body: `<p>${english}</p>` },
  // Words of menus, choices and programs are no prose.
  '/fr': `<meta charset=utf-8>${menu}<select>${'<option>Afrikaans English Deutsch Suomi'.repeat(9)}</select><pre>${'int main(void); return x; '.repeat(40)}</pre><p>${french}</p>`,
  '/zh': '<meta charset=utf-8><p>研究所成立于一九九九年，从事应用数学方面的研究工作，现有科研人员八十名。</p>',
  '/short': '<p>Hello to all of you</p>',
  '/numbers': `<p>${'1 234 567, 89; '.repeat(30)}</p>`,
  '/empty': '<!-- nothing --><body></body>',
  // A never-ending head of markup costs bounded time and gives nothing.
  '/late': `${'<b></b>'.repeat(3_000)}<p>${english}</p>`,
};

function windows1251(letter: string): number {
  const code = letter.charCodeAt(0);
  return code < 128 ? code : code - 0x350;
}

const pagesFile = (directory: string): string => readFileSync(join(directory, `pages/${site.fileName}.csv`), 'utf8');

test('the language of a page that declares none is detected, apart from what is declared', async () => {
  site = await startSite(pages);
  const { directory, summary } = await crawl(site.origin);
  const said = csvRows(pagesFile(directory)).map(({ Url = '', Language, DetectedLanguage }) => [
    Url.replace(`${site.origin}/`, ''),
    `${Language}|${DetectedLanguage}`,
  ]);
  expect(Object.fromEntries(said)).toEqual({
    ...{ '': '|', ru: '|ru', 1251: '|ru', en: '|en', said: 'de|', header: 'nl|', fr: '|fr', zh: '|zh' },
    ...{ short: '|', numbers: '|', empty: '|', late: '|' },
  });
  expect(summary.sites[0]!.languages).toEqual({
    declared: { de: 1, nl: 1 },
    detected: { ru: 2, en: 1, fr: 1, zh: 1 },
  });
});

test('a crawl that goes on, and one since an earlier one, detect the same', async () => {
  site = await startSite(pages);
  const whole = await crawl(site.origin);
  const begun = await crawl(site.origin, { limit: 4 });
  await resume(begun.directory, { limit: 100 });
  expect(pagesFile(begun.directory)).toBe(pagesFile(whole.directory));
  const since = await crawl(site.origin, { since: whole.directory });
  expect(since.summary.sites[0]!.pagesUnchanged).toEqual({ notLoaded: 0, notParsed: whole.summary.outcomes.nodes - 1 });
  expect(pagesFile(since.directory)).toBe(pagesFile(whole.directory));
});
