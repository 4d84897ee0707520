import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { newDirectory, resume, workFolder } from '../../../crawl/crawl-run.ts';
import { page, startSite } from '../../../servers/loopback-site.ts';
import { runChild } from '../child-crawl.ts';

test('an analyzer that throws ends the crawl with its name and the page; resume goes on once it is mended and named again', async () => {
  const site = await startSite({ '/': page('start', '/a'), '/a': page('a') });
  const file = join(workFolder, 'fragile.mjs');
  const source = (body: string) => `export const analyzers = [{ name: 'fragile', analyze: ({ url }) => { ${body} } }];`;
  writeFileSync(file, source("if (url.endsWith('/a')) throw new Error('no luck');"));
  const directory = newDirectory();
  const args = ['crawl', `${site.origin}/`, '--delay', '0', '--plugin', 'fragile.mjs', '--out', directory, '--quiet'];
  const { exitCode, stderr } = await runChild(...args);
  expect([exitCode, stderr.split('\n')[0]]).toEqual([
    1,
    `orbweaver: the page analyzer "fragile" of a plugin failed on ${site.origin}/a: no luck`,
  ]);
  // With ORBWEAVER_DEBUG, the line of the plugin too.
  expect(stderr).toMatch(/Caused by: Error: no luck\n +at .*fragile\.mjs:1:/);
  writeFileSync(file, source('return url.length;'));
  await expect(resume(directory)).rejects.toThrow('have changed since ("fragile.mjs")');
  const { results } = await resume(directory, {}, [pathToFileURL(file).href]);
  expect(results.nodes()).toHaveLength(2);
  await site.close();
});
