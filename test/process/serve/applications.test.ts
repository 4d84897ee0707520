/** Applications of a watch through the API of the page: what they keep, their records, and which are on. No module is run by the server. */
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../cli/run-cli.ts';
import { type ChangingSource, serveChangingSource } from '../watch/changing-source.ts';
import { ServedConsole } from './served-console.ts';

let served: ServedConsole;
let source: ChangingSource;
const path = '/watches/w/applications';

beforeAll(async () => {
  served = new ServedConsole();
  await served.start();
  source = await serveChangingSource();
  source.publish(3);
  const module = join(served.root, 'prices.ts');
  copyFileSync('test/plugins/prices.ts', module);
  const env = { ORBWEAVER_STATE: join(served.root, '.state') };
  const directory = join(served.root, 'w');
  const made = ['watch', 'new', directory, '--source', source.url, '--delay', '0', '--quiet', '--applications', module];
  for (const args of [made, ['watch', 'run', directory, '--once', '--quiet']])
    expect(await runCli(args, { env })).toMatchObject({ exitCode: 0 });
  // From now on whoever ran the module would fail.
  rmSync(module);
}, 120_000);
afterAll(async () => {
  await served.close();
  await source.close();
});

test('are listed with their tables, and their records are given in both formats', async () => {
  const { body } = await served.call('GET', path);
  expect(body).toMatchObject({
    tables: [{ name: 'prices', records: 3, marks: 0, acceptance: { taken: 1 } }],
    marks: [],
  });
  const lines = await served.call('GET', `${path}/prices/records`);
  const stories = lines.text
    .trim()
    .split('\n')
    .map(line => (JSON.parse(line) as { story: number }).story);
  expect(stories.sort()).toEqual([1, 2, 3]);
  const csv = await served.call('GET', `${path}/prices/records?format=csv&source=1`);
  expect(csv.text.split('\n').length).toBe(5);
  const later = await served.call('GET', `${path}/prices/records?since=2100-01-01`);
  expect([later.status, later.text]).toEqual([200, '']);
});

test('are switched by names that the watch has, at all sources or at one', async () => {
  const off = await served.call('PATCH', path, { names: ['prices', 'grabber'], on: false });
  expect(off.body).toEqual({ sources: [{ number: 1, applications: ['stories', 'readability'] }] });
  const on = await served.call('PATCH', path, { names: ['grabber', 'prices'], on: true, source: 1 });
  expect(on.body).toEqual({ sources: [{ number: 1, applications: ['stories', 'grabber', 'readability', 'prices'] }] });
});

test.each([
  ['GET', `${path}/prizes/records`, undefined, 400, 'application-no-table'],
  ['GET', `${path}/prices/records?format=xml`, undefined, 400, 'one-of'],
  ['GET', `${path}/prices/records?since=never`, undefined, 400, 'bad-time'],
  ['GET', `${path}/prices/records?cursor=x`, undefined, 400, 'cursor'],
  ['PATCH', path, { names: ['prizes'], on: true }, 400, 'part-not-loaded'],
  ['PATCH', path, { names: [], on: true }, 400, 'list-of-most'],
  ['PATCH', path, { names: ['prices'], on: 'yes' }, 400, 'true-false'],
  ['PATCH', path, { names: ['prices'], on: true, source: 7 }, 404, 'no-such-source'],
] as const)('refuses %s %s %j', async (method, asked, body, status, code) => {
  const answer = await served.call(method, asked, body);
  const codes = (answer.body['errors'] as { code: string }[]).map(each => each.code);
  expect([answer.status, codes]).toEqual([status, [code]]);
});
