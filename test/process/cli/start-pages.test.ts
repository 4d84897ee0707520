import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newDirectory } from '../../crawl/crawl-run.ts';
import { runCli } from './run-cli.ts';

test('a start page that gave no page is the first thing said, also by --quiet, and has an exit code of its own', async () => {
  const [good, bad] = await Promise.all([serve(200), serve(404)]);
  try {
    const env = { ORBWEAVER_STATE: newDirectory() };
    const options = ['--delay', '0', '--quiet', '--json', '--out'];
    const { exitCode, stdout, stderr } = await runCli(['crawl', good.url, bad.url, ...options, newDirectory()], {
      env,
    });
    expect([exitCode, stderr]).toEqual([6, `NO PAGE from 1 of 2 start addresses:\n  ${bad.url}: 404 Not Found\n\n`]);
    expect(JSON.parse(stdout)).toMatchObject({
      finishReason: 'start-pages',
      sites: [{ finishReason: 'no-work' }, { finishReason: 'not-available', startFault: { status: 404 } }],
    });
    const none = await runCli(['crawl', bad.url, '--delay', '0', '--quiet', '--out', newDirectory()], { env });
    expect([none.exitCode, none.stderr]).toEqual([2, expect.stringMatching(/^NO PAGE from 1 of 1 start address:\n/)]);
    expect(none.stderr).toMatch(/\nMend a start: {2}orbweaver resume \S+ --start-page 1=<address>\n/);
  } finally {
    for (const { close } of [good, bad]) close();
  }
});

/** A site of one page, on a port of its own, without robots.txt. */
async function serve(status: number): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer(({ url }, response) => {
    response.writeHead(url === '/' ? status : 404, { 'content-type': 'text/html' }).end(`<title>${status}</title>`);
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

test('a list where an address is expected is asked for as a list, before anything is asked for or written', async () => {
  const directory = newDirectory();
  mkdirSync(directory);
  const list = join(directory, 'sites.txt');
  writeFileSync(list, 'https://example.org/\n');
  const { exitCode, stderr } = await runCli(['crawl', list], { env: { ORBWEAVER_STATE: newDirectory() } });
  expect([exitCode, stderr]).toEqual([
    4,
    `orbweaver: ${list} is a file, not an address; give a list of start addresses as --input ${list}\n`,
  ]);
  const missing = await runCli(['crawl', 'no-such-list.txt'], { env: { ORBWEAVER_STATE: newDirectory() } });
  expect([missing.exitCode, missing.stderr]).toEqual([
    4,
    'orbweaver: no-such-list.txt is no address, and there is no file of this name\n',
  ]);
});
