import { renameSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crawl, newDirectory, resume } from '../../../crawl/crawl-run.ts';
import { startLayeredSite } from '../../../crawl/layered-site.ts';
import type { LoopbackSite } from '../../../servers/loopback-site.ts';
import { startChild, until } from '../child-crawl.ts';

let site: LoopbackSite;
beforeAll(async () => {
  site = await startLayeredSite(3);
});
afterAll(() => site.close());

test('a directory that is renamed while its crawl runs ends it in words, and is resumed by its new name', async () => {
  const whole = (await crawl(`${site.origin}/`, { maxDownloads: 8 })).results.files();
  const [directory, renamed] = [newDirectory(), newDirectory()];
  const before = site.paths().length;
  const child = startChild(
    'crawl',
    `${site.origin}/`,
    '--delay',
    '5',
    '--out',
    directory,
    '--quiet',
    '--format',
    'csv',
  );
  await until(() => site.paths().length > before + 60);
  renameSync(directory, renamed);
  const { exitCode, stderr } = await child.ended;
  expect([exitCode, stderr]).toEqual([5, expect.stringMatching(/was removed or renamed .* resume it by its new name/)]);
  expect((await resume(renamed)).results.files()).toEqual(whole);
});
