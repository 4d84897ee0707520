import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportLocalCrawl } from '../../functions/embedded/export-crawl.ts';
import { readCrawl } from '../../functions/embedded/read-crawl.ts';
import { foundSummary } from '../../functions/embedded/read-summary.ts';
import { progressOf } from '../../shared/report/progress.ts';
import { page, startSite } from '../servers/loopback-site.ts';
import { crawl, resume } from './crawl-run.ts';

test('a start page that gave no page is mended by a resume, under the number of the site, on its host or another', async () => {
  const pages = { '/': page('start', '/a'), '/a': page('a') };
  const [first, second, third] = await Promise.all([startSite(pages), startSite({}), startSite(pages)]);
  try {
    const begun = await crawl([
      { url: `${first.origin}/wrong`, number: 7, name: 'Seven' },
      { url: `${second.origin}/`, number: 9 },
      { url: `${third.origin}/`, number: 11 },
    ]);
    expect(begun.summary.sites).toMatchObject([
      { number: 7, finishReason: 'not-available', startFault: { status: 404 } },
      { number: 9, finishReason: 'not-available', startFault: { status: 404 } },
      { number: 11, finishReason: 'no-work' },
    ]);
    const mended = await resume(begun.directory, { starts: [{ number: 7, url: `${first.origin}/` }] });
    expect(mended.summary).toMatchObject({ finishReason: 'start-pages', outcomes: { nodes: 4 } });
    expect(mended.summary.sites).toMatchObject([
      { number: 7, name: 'Seven', finishReason: 'no-work', outcomes: { found: 3, nodes: 2, skipped: 1 } },
      { number: 9, finishReason: 'not-available' },
      { number: 11, finishReason: 'no-work', outcomes: { nodes: 2 } },
    ]);
    expect(mended.summary.sites[0]?.startFault).toBeUndefined();
    expect(first.paths()).toEqual(['/wrong', '/', '/a']);
    expect(third.paths()).toEqual(['/', '/a']);
  } finally {
    for (const site of [first, second, third]) await site.close();
  }
});

test('a start page that failed is counted once while the crawl goes on, however often it is asked for again', async () => {
  const pages: Record<string, string> = {};
  const site = await startSite(pages);
  try {
    const begun = await crawl(`${site.origin}/`);
    const shown = () => countedOf(begun.directory);
    const failed = { found: 1, nodes: 0, redirects: 0, duplicates: 0, skipped: 1 };
    expect(await shown()).toEqual(failed);
    for (const _ of [1, 2]) {
      expect((await resume(begun.directory)).summary.outcomes).toEqual(failed);
      expect(await shown()).toEqual(failed);
    }
    const start = { number: 1, url: `${site.origin}/other` };
    Object.assign(pages, { '/other': page('start', '/a', '/b'), '/a': page('a'), '/b': page('b') });
    const { summary } = await resume(begun.directory, { starts: [start], limit: 5 });
    expect(summary.outcomes).toEqual({ found: 4, nodes: 2, redirects: 0, duplicates: 0, skipped: 2 });
    expect(await shown()).toEqual(summary.outcomes);
  } finally {
    await site.close();
  }
});

test('a site that moves to another host begins there; a page that was fetched and a host that is taken are refused', async () => {
  const pages = { '/': page('start', '/a'), '/a': page('a') };
  const [gone, good, other] = await Promise.all([startSite({}), startSite(pages), startSite(pages)]);
  try {
    const begun = await crawl([`${gone.origin}/`, `${good.origin}/`]);
    const mend = (number: number, url: string) => resume(begun.directory, { starts: [{ number, url }] });
    await expect(mend(2, `${other.origin}/`)).rejects.toThrow(
      'site 2 has a start page that gave a page; allowed are sites without a page, here 1.',
    );
    await expect(mend(1, `${good.origin}/a`)).rejects.toThrow('is of site 2');
    const { summary } = await mend(1, `${other.origin}/`);
    expect(summary.sites).toMatchObject([
      { origin: other.origin, name: new URL(other.origin).host, finishReason: 'no-work', outcomes: { nodes: 2 } },
      { finishReason: 'no-work' },
    ]);
    expect(summary.finishReason).toBe('no-work');
    expect(gone.paths()).toEqual(['/']);
  } finally {
    for (const site of [gone, good, other]) await site.close();
  }
});

test('files of an earlier end stay only where the last one writes them: not of another name, nor in a format of an export', async () => {
  const [gone, good] = await Promise.all([startSite({}), startSite({ '/': page('start') })]);
  try {
    const { directory } = await crawl([`${gone.origin}/`]);
    await exportLocalCrawl({ directory, formats: ['graphml', 'parquet'] });
    const mine = join(directory, 'reports', 'my-notes.csv');
    writeFileSync(mine, '');
    // A directory may come from anywhere.
    const json = join(directory, 'crawl.json');
    const summary = JSON.parse(readFileSync(json, 'utf8')) as { files: string[] };
    summary.files.push('graph/..', 'graph/../reports/my-notes.csv', '../kept.txt');
    writeFileSync(json, JSON.stringify(summary));
    const beside = join(directory, '..', 'kept.txt');
    writeFileSync(beside, '');
    const { files } = (await resume(directory, { starts: [{ number: 1, url: `${good.origin}/` }] })).summary;
    const folders = ['graph', 'links', 'pages', 'reports', 'fragment'];
    const there = folders.flatMap(folder => readdirSync(join(directory, folder)).map(name => `${folder}/${name}`));
    expect(there.sort()).toEqual([...files.filter(name => name.includes('/')), 'reports/my-notes.csv'].sort());
    expect(existsSync(beside)).toBe(true);
  } finally {
    for (const site of [gone, good]) await site.close();
  }
});

test('a crawl.json that is JSON, but no summary, counts as damaged', async () => {
  const good = await startSite({ '/': page('start') });
  try {
    for (const text of ['null', '{"files": 5}', '{"sites": {}}']) {
      const { directory } = await crawl([`${good.origin}/`]);
      writeFileSync(join(directory, 'crawl.json'), text);
      expect(foundSummary(directory), text).toBeUndefined();
    }
  } finally {
    await good.close();
  }
});

/** As a crawl counts while it runs. */
async function countedOf(directory: string) {
  return await readCrawl(
    directory,
    async ({ store }, row) => progressOf(directory, row, await store.readSites(row.id), 0).outcomes,
  );
}
