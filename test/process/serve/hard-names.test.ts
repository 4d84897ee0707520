/** Names that no file system takes: the request is to blame, not the server. */
import { expect, test } from 'vitest';
import { served, serveTwoSites, small } from './two-sites.ts';

serveTwoSites();

const long = 'a'.repeat(300);
/** A hundred characters of four bytes. */
const wide = encodeURIComponent('\u{1f600}'.repeat(100));

test('a name that is too long for a file is bad input', async () => {
  const id = await served.startCrawl(small);
  await served.until(id, 'finished');
  const paths = [
    `/crawls/${wide}`,
    `/crawls/${wide}/sites`,
    `/crawls/${id}/results/graph/${long}.csv`,
    `/crawls/${id}/results/graph/${wide}`,
    `/console/${long}.js`,
    `/console/${'a/'.repeat(3_000)}b.js`,
  ];
  for (const path of paths) {
    const { status, body } = await served.call('GET', path);
    expect([path, status, body['detail']]).toEqual([
      path,
      400,
      'The name is too long for a file; allowed are 255 bytes.',
    ]);
  }
  expect(served.errors).toEqual([]);
});

test('a site whose host is longer than a name of a file can be crawled', async () => {
  const origin = `http://${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.invalid`;
  const id = await served.startCrawl({ origin }, { robots: 'ignore' });
  expect(await served.until(id, 'finished', 'failed')).toMatchObject({ state: 'finished' });
  const { body } = await served.call('GET', `/crawls/${id}/results`);
  const names = (body['files'] as { name: string }[]).map(({ name }) => name);
  expect(names).toContainEqual(expect.stringMatching(/^graph\/a+\.b+\.c{52}~1\.nodes\.csv$/));
});
