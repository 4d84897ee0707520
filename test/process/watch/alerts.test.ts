import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createConsoleApp } from '../../../functions/serve/console-app.ts';
import { openLocalApi } from '../../../functions/serve/local-console.ts';
import { SessionGuard } from '../../../functions/serve/session-guard.ts';
import { type CliRun, runCli } from '../cli/run-cli.ts';
import { type ChangingSource, serveChangingSource } from './changing-source.ts';
import { killedRun } from './killed-run.ts';

interface Posted {
  readonly headers: IncomingHttpHeaders;
  readonly data: {
    readonly alert: string;
    readonly count: number;
    readonly items: readonly { id: string; title: string }[];
  };
}

interface Kept {
  readonly letters: readonly { readonly after?: string }[];
  readonly collected: object;
}

let folder: string;
let source: ChangingSource;
let status: number;
let hook: string;
const posted: Posted[] = [];
const closing: (() => void)[] = [];

const env = (): Record<string, string> => ({ ORBWEAVER_STATE: join(folder, 'state') });

async function run(...args: readonly string[]): Promise<CliRun> {
  const ran = await runCli(args, { cwd: folder, env: env() });
  expect([args, ran.exitCode, ran.exitCode === 0 ? '' : ran.stderr]).toEqual([args, 0, '']);
  return ran;
}

const look = async (): Promise<unknown> => await run('watch', 'run', 'w', '--once', '--quiet');
const alerts = async (): Promise<readonly Record<string, unknown>[]> =>
  JSON.parse((await run('watch', 'alerts', 'list', 'w', '--json')).stdout);

/** Changes the file in which the running process keeps the state of the only alert. */
function changeSent(change: (sent: Kept) => object): void {
  const [watch] = readdirSync(join(folder, 'state', 'alerts'));
  const [name] = readdirSync(join(folder, 'state', 'alerts', watch!)).filter(each => each.endsWith('.sent.json'));
  const file = join(folder, 'state', 'alerts', watch!, name!);
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')))));
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orbweaver-alerts-'));
  source = await serveChangingSource();
  source.publish(3);
  status = 204;
  posted.length = 0;
  const server = createServer(async (request, response) => {
    const { data } = JSON.parse(await text(request)) as Posted;
    posted.push({ headers: request.headers, data });
    response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  hook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/secret-part`;
  await run('watch', 'new', 'w', '--source', source.url, '--delay', '0', '--quiet', '--no-browser');
  await look();
});
afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await source.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Titles of each letter that a receiver keeps by its id. */
const kept = (): readonly (readonly string[])[] => [
  ...new Map(posted.map(each => [each.headers['webhook-id'], each.data.items.map(({ title }) => title)])).values(),
];

test('a filter alerts within a look by feed, signed webhook and mail; a second look sends nothing again', async () => {
  const mails: { readonly to: unknown; readonly data: string }[] = [];
  const smtp = new SMTPServer({
    ...{ hideSTARTTLS: true, allowInsecureAuth: true, authOptional: true },
    onData: async (stream, { envelope }, done) => {
      mails.push({ to: envelope.rcptTo.map(({ address }) => address), data: await text(stream) });
      done();
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  closing.push(() => smtp.close());
  const server = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  const mail = ['--smtp', server, '--mail-from', 'watch@example.org'];
  const added = await run(
    'watch',
    'alerts',
    'add',
    'w',
    'Stories',
    '--query',
    'story',
    '--notify',
    hook,
    '--notify',
    'mailto:amy@example.org',
    ...mail,
  );
  expect(added.stdout).toMatch(/signed {2}whsec_\S+: http:\/\/127\.0\.0\.1:\d+\/…/);
  expect(added.stdout).not.toContain('secret-part');
  await run('watch', 'alerts', 'add', 'w', 'Zebras', '--query', 'zebra', '--notify', hook);
  source.publish(2);
  await look();
  await look();
  expect(posted.map(({ data }) => [data.alert, data.count])).toEqual([['Stories', 2]]);
  expect(posted[0]!.headers['webhook-signature']).toMatch(/^v1,/);
  expect(kept()[0]!.toSorted()).toEqual(['Story number 4', 'Story number 5']);
  expect(mails).toEqual([
    { to: ['amy@example.org'], data: expect.stringMatching(/Subject: Stories: 2 publications.*Story number 4/s) },
  ]);
  const [stories, zebras] = await alerts();
  expect(stories).toMatchObject({ name: 'Stories', sent: 2, failed: 0, waiting: 0 });
  expect(zebras).toMatchObject({ name: 'Zebras', sent: 0 });
  expect((await run('watch', 'status', 'w')).stdout).toContain('notices 2 sent, 0 waiting, 0 failed');

  const { api, close } = openLocalApi({
    root: folder,
    onError: () => undefined,
    serveExample: async () => await Promise.reject(),
  });
  const state = process.env['ORBWEAVER_STATE'];
  process.env['ORBWEAVER_STATE'] = join(folder, 'state');
  try {
    const guard = new SessionGuard({ token: 'secret', port: 8080, now: () => 0 });
    const app = createConsoleApp({ guard, api, onError: () => undefined });
    const get = async (path: string): Promise<Response> =>
      await app.request(`http://127.0.0.1:8080${path}`, { headers: { host: '127.0.0.1:8080' } });
    const feed = String(stories!['feed']);
    const rss = await get(feed);
    expect([rss.status, await rss.text()]).toEqual([200, expect.stringMatching(/<rss.*Story number 5.*<link>http/s)]);
    const etag = rss.headers.get('etag')!;
    const headers = { host: '127.0.0.1:8080', 'if-none-match': etag };
    expect((await app.request(`http://127.0.0.1:8080${feed}`, { headers })).status).toBe(304);
    const json = (await (await get(feed.replace('.xml', '.json'))).json()) as { items: { id: string }[] };
    expect(json.items).toHaveLength(5);
    await run('watch', 'alerts', 'add', 'w', 'Same', '--query', 'story');
    const same = (await alerts()).find(({ name }) => name === 'Same')!;
    const others = await (await get(String(same['feed']))).text();
    for (const { id } of json.items)
      expect([others.includes('Story number 5'), others.includes(id)]).toEqual([true, false]);
    expect((await get(feed.replace(/.\.xml$/, '-.xml'))).status).toBe(404);
    expect((await get('/watches/w/alerts')).status).toBe(401);
  } finally {
    if (state === undefined) delete process.env['ORBWEAVER_STATE'];
    else process.env['ORBWEAVER_STATE'] = state;
    await close();
  }
});

test('runs that are killed at any instant lose no publication, and a receiver keeps each once', async () => {
  await run('watch', 'alerts', 'add', 'w', 'all', '--notify', hook);
  for (const afterMs of [1_200, 2_000, 2_600, 3_200, 4_000]) {
    source.publish(2);
    await killedRun(join(folder, 'w'), afterMs, env());
  }
  await look();
  const titles = kept()
    .flat()
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  expect(titles).toEqual(Array.from({ length: 10 }, (_, n) => `Story number ${n + 4}`));
});

test('a webhook that fails is shown, and has its letter under the same id once it answers', async () => {
  await run('watch', 'alerts', 'add', 'w', 'all', '--notify', hook);
  source.publish(1);
  status = 503;
  await look();
  expect(await alerts()).toMatchObject([{ sent: 0, waiting: 1, fault: 'status 503' }]);
  await look();
  expect(posted).toHaveLength(1);
  status = 200;
  changeSent(sent => ({
    ...sent,
    letters: sent.letters.map(({ after: _, ...letter }) => letter),
  }));
  await look();
  expect(posted.map(({ headers }) => headers['webhook-id'])).toEqual([
    posted[0]!.headers['webhook-id'],
    posted[0]!.headers['webhook-id'],
  ]);
  expect(await alerts()).toMatchObject([{ sent: 1, waiting: 0, failed: 0 }]);
  const tested = await run('watch', 'alerts', 'test', 'w', 'all');
  expect(tested.stdout).toMatch(/^4 publications of late\.\nhttp:\/\/127\.0\.0\.1:\d+\/…: taken\n$/);
  status = 410;
  const gone = await runCli(['watch', 'alerts', 'test', 'w', 'all'], { cwd: folder, env: env() });
  expect([gone.exitCode, gone.stdout]).toEqual([10, expect.stringContaining('/…: status 410: it wants no more')]);
  source.publish(1);
  await look();
  expect(await alerts()).toMatchObject([{ sent: 1, waiting: 0, failed: 1, fault: 'status 410: it wants no more' }]);
  await run('watch', 'alerts', 'rm', 'w', 'all');
  expect(await alerts()).toEqual([]);
});

test('a daily digest collects what fits, with changed and gone publications', async () => {
  await run(
    'watch',
    'alerts',
    'add',
    'w',
    'day',
    '--on',
    'new,changed',
    '--on',
    'gone',
    '--daily',
    '08:30',
    '--notify',
    hook,
  );
  source.publish(1);
  await look();
  source.publish(1);
  await look();
  expect(posted).toEqual([]);
  expect(await alerts()).toMatchObject([{ collected: 2, sent: 0 }]);
  changeSent(sent => ({ ...sent, collected: { ...sent.collected, due: '2020-01-01T00:00:00.000Z' } }));
  await look();
  expect(posted.map(({ data }) => data.items.map(({ title }) => title))).toEqual([
    ['Story number 4', 'Story number 5'],
  ]);
});

test('an alert that cannot be is refused in a sentence, and nothing is kept', async () => {
  const refused: readonly (readonly [readonly string[], RegExp])[] = [
    [['<b>'], /name: "<b>" is refused; allowed are 1 to 40 letters/],
    [['a', '--daily', '25:00'], /--daily: "25:00" is refused; allowed is a time of the day/],
    [['a', '--daily', '08:00', '--time-zone', 'MSK!'], /--time-zone: "MSK!" is refused; allowed is a name of the IANA/],
    [['a', '--query', '-only'], /allowed is a search with a word/],
    [['a', '--language', '?'], /language: "\?" is refused/],
    [
      ['a', '--notify', 'ftp://x', '--notify', 'mailto:a@b.c'],
      /notify: "ftp:\/\/x" is refused.*smtp: a missing.*mailFrom: allowed/s,
    ],
    [['a', '--organization', 'msu'], /--organization: "msu" is not in the list of this watch/],
  ];
  for (const [options, sentence] of refused) {
    const { exitCode, stderr } = await runCli(['watch', 'alerts', 'add', 'w', ...options], { cwd: folder, env: env() });
    expect([options, exitCode, stderr]).toEqual([options, 4, expect.stringMatching(sentence)]);
  }
  expect(await alerts()).toEqual([]);
});

test('the Atom feed of each watch and of each filter has an id that lasts', async () => {
  await run('watch', 'new', 'v', '--source', source.url, '--delay', '0', '--quiet', '--no-browser');
  const ids: string[] = [];
  for (const words of [
    ['w'],
    ['w'],
    ['v'],
    ['w', '--query', 'story'],
    ['w', '--query', 'zebra'],
    ['w', '--limit', '1'],
  ]) {
    const { stdout } = await run('publications', ...words, '--format', 'atom');
    ids.push(/<\/author><id>([^<]+)<\/id><updated>/.exec(stdout)![1]!);
  }
  expect(ids.map(id => ids.indexOf(id))).toEqual([0, 0, 2, 3, 4, 0]);
});
