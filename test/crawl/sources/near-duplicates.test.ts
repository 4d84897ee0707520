import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readSpec } from '../../../shared/domain/spec/read-spec.ts';
import { csvRows } from '../../pure/results/csv-rows.ts';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { crawl, resume } from '../crawl-run.ts';

let site: LoopbackSite | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

/** Words that no other page has. */
const words = (seed: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${seed}${index}`).join(' ');
const text = words('shared', 400);
const page = (title: string, body: string): string => `<title>${title}</title><p>${body}</p>`;

const pages = {
  '/': page('Start', `${words('start', 300)} <a href=/a>a</a><a href=/b>b</a><a href=/c>c</a><a href=/d>d</a>`),
  '/a': page('A', text),
  // Other markup, another title, three other words: some 12 of 400 runs.
  '/b': `<title>B</title><script>x()</script>${text.replace('shared10 ', 'OTHER ').replace(' shared200 ', ' <b>new</b> ')}`,
  '/c': page('C', `${words('else', 350)} ${text.slice(0, 300)}`),
  // The same words, capital letters and entities.
  '/d': page('D', text.toUpperCase().replaceAll(' ', '&nbsp;<br>')),
};

const file = (directory: string): string =>
  readFileSync(join(directory, `reports/${site!.fileName}.near-duplicates.csv`), 'utf8');

test('tells pages whose texts agree, merges none, and tells the same after a resume', async () => {
  site = await startSite(pages);
  const whole = await crawl(site.origin, { nearDuplicates: 0.9 });
  const rows = csvRows(file(whole.directory)).map(({ Url, NearestUrl, Group, Words, Similarity }) => [
    ...[Url, NearestUrl].map(url => url!.replace(site!.origin, '')),
    ...[Group, Words, Number(Similarity) > 0.94, Similarity === '1.00'],
  ]);
  expect(rows).toEqual([
    ['/a', '/d', '1', '400', true, true],
    ['/b', '/a', '1', '400', true, false],
    ['/d', '/a', '1', '400', true, true],
  ]);
  expect(whole.summary.outcomes).toMatchObject({ nodes: 5, duplicates: 0 });

  const begun = await crawl(site.origin, { nearDuplicates: 0.9, limit: 2 });
  await resume(begun.directory, { limit: 100 });
  expect(file(begun.directory)).toBe(file(whole.directory));
});

test('changes no other file but issues, and writes none unasked', async () => {
  site = await startSite(pages);
  const [without, asked] = [await crawl(site.origin), await crawl(site.origin, { nearDuplicates: 0.9 })];
  expect(without.summary.files.filter(name => name.includes('near'))).toEqual([]);
  for (const name of without.summary.files.filter(each => each !== 'crawl.json' && !each.includes('issue')))
    expect(readFileSync(join(asked.directory, name)), name).toEqual(readFileSync(join(without.directory, name)));
});

test.each([0.4, 1.1, '90 %'])('refuses %s', share => {
  expect(() => readSpec({ nearDuplicates: share as number }, path => path.join('.'))).toThrow(
    /nearDuplicates: .* is refused; allowed is 0\.5 to 1\./,
  );
});
