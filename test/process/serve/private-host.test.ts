/** An intranet by its names, crawled from the page. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LoopbackSite, page, startSite } from '../../servers/loopback-site.ts';
import { runChild } from '../crawl/child-crawl.ts';
import { crawlSpec, ServedConsole } from './served-console.ts';

let site: LoopbackSite;
let served: ServedConsole;
let host: string;

beforeEach(async () => {
  site = await startSite({ '/': page('start', '/a'), '/a': page('a') });
  host = `cs.uni.localhost:${new URL(site.origin).port}`;
  served = new ServedConsole();
});
afterEach(async () => {
  await served.close();
  await site.close();
});

async function crawled(more: object = {}): Promise<Record<string, unknown>> {
  const started = await served.call('POST', '/crawls', crawlSpec({ origin: `http://${host}` }, more));
  expect(started.status).toBe(202);
  return await served.until(String(started.body['id']), 'finished', 'failed');
}

test('a private host is refused by name; allowed at the resume, its site is crawled', async () => {
  await served.start();
  const refused = await crawled();
  expect(refused).toMatchObject({ startFaults: [{ number: 1, reason: 'private-address', host }] });
  expect(site.asked).toEqual([]);
  const id = String(refused['id']);
  const order = { starts: [{ number: 1, url: `http://${host}/` }], allowHosts: [host] };
  expect((await served.call('POST', `/crawls/${id}/resume`, order)).status).toBe(202);
  await expect
    .poll(async () => (await served.call('GET', `/crawls/${id}`)).body, { timeout: 60_000 })
    .toMatchObject({ state: 'finished', pages: 2 });
});

test('the form may name it, and so may the server for all its crawls', async () => {
  await served.start();
  expect(await crawled({ allowHosts: [host] })).toMatchObject({ pages: 2 });
  await served.close();
  served = new ServedConsole();
  await served.start({ allowHosts: [host] });
  expect(await crawled()).toMatchObject({ pages: 2 });
});

test('serve refuses a host without a port in a sentence', async () => {
  const { exitCode, stderr } = await runChild('serve', '--no-open', '--allow-host', 'cs.uni.example');
  expect(exitCode).toBe(4);
  expect(stderr).toContain('--allow-host: "cs.uni.example" is refused; allowed is name:port');
});
