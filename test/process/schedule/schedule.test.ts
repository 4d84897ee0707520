import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LoopbackSite, page, startSite } from '../../servers/loopback-site.ts';
import { binFile, type CliRun, runCli } from '../cli/run-cli.ts';

let folder: string;
let site: LoopbackSite;
let isChanged: boolean;
let answerAfterMs: number;
const closing: (() => void)[] = [];
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orbweaver-schedule-'));
  isChanged = false;
  answerAfterMs = 0;
  const start = () => (isChanged ? page('start', '/a', '/new') : page('start', '/a'));
  const added = () => (isChanged ? page('new') : { status: 404 });
  site = await startSite({ '/': start, '/a': page('a'), '/new': added }, { answerAfterMs: () => answerAfterMs });
  await run('crawl', `${site.origin}/`, '--delay', '0', '--out', 'uni', '--quiet');
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const close of closing.splice(0)) close();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

const env = (): Record<string, string> => ({ ORBWEAVER_STATE: join(folder, 'state') });

async function run(...args: readonly string[]): Promise<CliRun> {
  return await runCli(args, { cwd: folder, env: env() });
}

test('a crawl of private hosts that another user made is repeated once its hosts are allowed', async () => {
  const other = { cwd: folder, env: { ORBWEAVER_STATE: join(folder, 'other') } };
  const add = async (...more: readonly string[]): Promise<CliRun> =>
    await runCli(['schedule', 'add', 'uni', '--every', 'day', ...more], other);
  expect(await add()).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining('allow each of them by --allow-host'),
  });
  expect(await add('--allow-host', new URL(site.origin).host)).toMatchObject({ exitCode: 0 });
  const ran = await runCli(['schedule', 'run', 'uni', '--now', '--quiet'], other);
  expect([ran.exitCode, ran.stderr]).toEqual([0, expect.any(String)]);
});

test('a plugin of a crawl that another user made runs once it is named, and again until it changes', async () => {
  const plugin = join(folder, 'mine.mjs');
  const part = `{ name: 'mine', analyze: () => undefined }`;
  const write = (ending: string): void => writeFileSync(plugin, `export const analyzers = [${part}];${ending}`);
  write('');
  const made = await run('crawl', `${site.origin}/`, '--delay', '0', '--out', 'own', '--plugin', plugin, '--quiet');
  expect([made.exitCode, made.stderr]).toEqual([0, '']);
  const state = { cwd: folder, env: { ORBWEAVER_STATE: join(folder, 'other') } };
  const host = ['--allow-host', new URL(site.origin).host];
  const schedule = async (...args: readonly string[]): Promise<CliRun> => await runCli(['schedule', ...args], state);
  const add = async (...more: readonly string[]): Promise<CliRun> =>
    await schedule('add', 'own', '--every', 'week', ...host, ...more);
  expect(await add()).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('name each of them by --plugin') });
  expect(await add('--plugin', './mine.mjs')).toMatchObject({ exitCode: 0, stderr: expect.any(String) });
  const codes = [await schedule('run', 'own', '--now', '--quiet'), await schedule('run', 'own', '--now', '--quiet')];
  expect(codes.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual(
    [0, 0].map(code => [code, expect.any(String)]),
  );
  write(' // changed');
  expect((await schedule('run', 'own', '--now', '--quiet')).exitCode).toBe(4);
  expect(await add('--plugin', plugin)).toMatchObject({ exitCode: 0 });
  expect((await schedule('run', 'own', '--now', '--quiet')).exitCode).toBe(0);
});

interface Posted {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

async function receive(status: () => number): Promise<{ readonly url: string; readonly posted: Posted[] }> {
  const posted: Posted[] = [];
  const server: Server = createServer(async (request, response) => {
    posted.push({ headers: request.headers, body: await text(request) });
    response.writeHead(status()).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/secret-part`, posted };
}

const scheduleFile = (): string => {
  // `serve` writes what its children say beside the schedules.
  const id = readdirSync(join(folder, 'state', 'schedules')).find(name => name !== 'errors.txt');
  return join(folder, 'state', 'schedules', id!, 'schedule.json');
};
const stored = (): Record<string, unknown> => JSON.parse(readFileSync(scheduleFile(), 'utf8'));
const change = (values: Record<string, unknown>): void =>
  writeFileSync(scheduleFile(), JSON.stringify({ ...stored(), ...values }));
const crawls = (): readonly string[] => readdirSync(folder).filter(name => /^uni-\d{8}T\d{6}Z$/.test(name));
const feed = (): { items: { title: string }[] } => JSON.parse(readFileSync(join(folder, 'uni.changes.json'), 'utf8'));

test('the line for cron finds the schedules of any state folder, without the variables of the shell', async () => {
  const state = join(folder, `a "state" of 100 % $HOME's`);
  const there = { cwd: folder, env: { ORBWEAVER_STATE: state } };
  const host = new URL(site.origin).host;
  expect(await runCli(['schedule', 'add', 'uni', '--every', 'day', '--allow-host', host], there)).toMatchObject({
    exitCode: 0,
  });
  const { stdout } = await runCli(['schedule', 'lines'], there);
  const command = stdout.replace('*/10 * * * * ', '').replaceAll(String.raw`\%`, '%');
  const cron = spawn('/bin/sh', ['-c', command.replace('run --quiet', 'list --json')], { env: { HOME: folder } });
  expect(JSON.parse(await text(cron.stdout))).toMatchObject([{ name: host }]);
  const units = (await runCli(['schedule', 'lines', '--systemd'], there)).stdout;
  const written = String.raw`ORBWEAVER_STATE=${folder}/a \"state\" of 100 %% $HOME's`;
  expect(units).toContain(`\nEnvironment="${written}"\nExecStart="`);
});

describe('orbweaver schedule', () => {
  test('crawls when it is due, since the last crawl, and says by exit code, feed and signed webhook what changed', async () => {
    const { url, posted } = await receive(() => 204);
    const added = await run('schedule', 'add', 'uni', '--every', 'week', '--time-zone', 'Asia/Tokyo', '--notify', url);
    expect(added.exitCode).toBe(0);
    const secret = /whsec_(\S+):/.exec(added.stderr)![1]!;
    expect((await run('schedule', 'run')).exitCode).toBe(0);
    expect(crawls()).toEqual([]);

    expect((await run('schedule', 'run', '--now', '--quiet')).exitCode).toBe(0);
    expect(posted).toHaveLength(1);
    isChanged = true;
    change({ next: new Date(Date.now() - 1_000).toISOString() });
    const changed = await run('schedule', 'run', '--quiet');
    expect(changed).toEqual({ exitCode: 10, stdout: '', stderr: '' });
    expect(crawls()).toHaveLength(2);
    expect(Date.parse(String(stored()['next']))).toBeGreaterThan(Date.now());

    const { headers, body } = posted[1]!;
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const signature = createHmac('sha256', Buffer.from(secret, 'base64')).update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
    expect(new Set(posted.map(each => each.headers['webhook-id'])).size).toBe(2);
    expect(JSON.parse(body)).toMatchObject({
      type: 'crawl.ended',
      data: { exitCode: 10, finishReason: 'no-work', pages: 3, changes: { 'page appeared': 1, 'page changed': 1 } },
    });
    expect(feed().items.map(({ title }) => title)).toEqual([
      expect.stringMatching(/^uni: 1 page appeared, 1 page changed, 1 link appeared/),
      'uni: nothing changed',
    ]);
    expect(readFileSync(join(folder, 'uni.changes.xml'), 'utf8')).toContain('<title>uni: nothing changed</title>');

    const list = await run('schedule', 'list');
    expect(list.stdout).toContain('notices 2 sent, 0 waiting, 0 failed, 0 perhaps sent');
    // The crawl has no name of its own, so its site names it.
    expect(list.stdout).toMatch(/^127\.0\.0\.1:\d+: .*uni\n/);
    for (const shown of [list.stdout, (await run('schedule', 'list', '--json')).stdout])
      expect(shown).not.toMatch(/secret-part|whsec/);
    if (process.platform !== 'win32') expect(statSync(scheduleFile()).mode & 0o077).toBe(0);
    expect((await run('schedule', 'remove', 'uni')).exitCode).toBe(0);
    expect((await run('schedule', 'list')).stdout).toBe('No crawl has a schedule.\n');
    expect(crawls()).toHaveLength(2);
  });

  test('a notice that is not taken waits, is sent later under its id, and once', async () => {
    let status = 503;
    const { url, posted } = await receive(() => status);
    await run('schedule', 'add', 'uni', '--every', '0 3 * * 1', '--notify', url);
    expect((await run('schedule', 'run', '--now', '--quiet')).exitCode).toBe(0);
    expect((await run('schedule', 'list')).stdout).toMatch(/0 sent, 1 waiting.*status 503/s);
    await run('schedule', 'run', '--quiet');
    expect(posted).toHaveLength(1);
    const letters = stored()['letters'] as Record<string, unknown>[];
    expect(Date.parse(String(letters[0]!['after'])) - Date.now()).toBeGreaterThan(30_000);
    change({ letters: letters.map(letter => ({ ...letter, after: '2020-01-01T00:00:00.000Z' })) });
    status = 200;
    for (let again = 0; again < 2; again += 1) await run('schedule', 'run', '--quiet');
    expect(posted.map(({ headers }) => headers['webhook-id'])).toEqual([letters[0]!['id'], letters[0]!['id']]);
    expect(stored()).toMatchObject({ letters: [], counts: { sent: 1, failed: 0 } });
  });

  test('with --only-changes a run that found nothing sends nothing; mails go to an SMTP server', async () => {
    const mails: { readonly to: unknown; readonly data: string; readonly user: unknown }[] = [];
    const server = new SMTPServer({
      hideSTARTTLS: true,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _, done) =>
        password === 'pass word' ? done(null, { user: username }) : done(new Error('wrong password')),
      onData: async (stream, { envelope, user }, done) => {
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), data: await text(stream), user });
        done();
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    closing.push(() => server.close());
    const { port } = server.server.address() as AddressInfo;
    writeFileSync(join(folder, 'password'), 'pass word\n');
    const mail = ['--notify', 'mailto:amy@example.org', '--mail-from', 'crawler@example.org'];
    const smtp = ['--smtp', `smtp://amy@127.0.0.1:${port}`, '--smtp-password-file', 'password'];
    await run('schedule', 'add', 'uni', '--every', 'day', '--only-changes', ...mail, ...smtp);
    expect((await run('schedule', 'run', '--now', '--quiet')).exitCode).toBe(0);
    expect(mails).toEqual([]);
    isChanged = true;
    expect((await run('schedule', 'run', '--now', '--quiet')).exitCode).toBe(10);
    expect(mails).toEqual([
      { to: ['amy@example.org'], user: 'amy', data: expect.stringMatching(/Subject: uni: 1 page appeared.*\/new/s) },
    ]);
    expect((await run('schedule', 'list', '--json')).stdout).not.toContain('pass word');
  });

  test('a run that was killed goes on in its directory, and its notice is sent once', async () => {
    const { url, posted } = await receive(() => 200);
    await run('schedule', 'add', 'uni', '--every', 'day', '--notify', url);
    answerAfterMs = 700;
    const child = spawn(process.execPath, [binFile, 'schedule', 'run', '--now', '--quiet'], {
      cwd: folder,
      env: { ...process.env, ...env() },
      detached: true,
    });
    children.push(child);
    const requests = site.asked.length;
    while (site.asked.length < requests + 2) await sleep(20);
    process.kill(-child.pid!, 'SIGKILL');
    answerAfterMs = 0;
    expect((await run('schedule', 'run', '--quiet')).exitCode).toBe(0);
    expect(crawls()).toHaveLength(1);
    expect((await run('status', crawls()[0]!, '--json')).stdout).toContain('"finished"');
    await run('schedule', 'run', '--quiet');
    expect(posted).toHaveLength(1);
  });

  test('a site that gives no page fails the run, and the next one is compared with the crawl before', async () => {
    await run('schedule', 'add', 'uni', '--every', 'day');
    await site.close();
    const failed = await run('schedule', 'run', '--now', '--quiet');
    expect(failed.exitCode).toBe(2);
    expect(feed().items.map(({ title }) => title)).toEqual(['uni: nothing crawled']);
    expect(stored()['last']).toBe(stored()['directory']);
  });

  test('orbweaver serve makes the runs of its folder', async () => {
    await run('schedule', 'add', 'uni', '--every', 'day');
    change({ next: '2020-01-01T00:00:00.000Z' });
    const child = spawn(process.execPath, [binFile, 'serve', '--root', '.', '--no-open'], {
      cwd: folder,
      env: { ...process.env, ...env() },
    });
    children.push(child);
    while ((stored()['runs'] as unknown[]).length === 0) await sleep(100);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(stored()['runs']).toMatchObject([{ exitCode: 0, title: 'uni: nothing changed' }]);
  });

  test.each([
    [
      ['--every', 'fortnight'],
      /--every: "fortnight" is refused; allowed is hour, day, week, month, a time that cron can say .*, or five fields/,
    ],
    [['--every', '0 0 30 2 *'], /--every: "0 0 30 2 \*" is refused/],
    [
      ['--every', 'day', '--time-zone', 'Mars/Base'],
      /--time-zone: "Mars\/Base" is refused; allowed is a name of the IANA/,
    ],
    [
      ['--every', 'day', '--notify', 'ftp://x'],
      /--notify: "ftp:\/\/x" is refused; allowed is an http or https address/,
    ],
    [
      ['--every', 'day', '--notify', 'mailto:a@b.c'],
      /--smtp: a missing or other address is refused.*--mail-from: allowed is/s,
    ],
    [
      ['--every', 'day', '--notify', 'mailto:a@b.c', '--mail-from', 'a@b.c', '--smtp', 'smtps://u:secret@h'],
      /^(?!.*secret).*--smtp: a missing or other address is refused/s,
    ],
  ])('refuses %j in a sentence', async (options, sentence) => {
    const { exitCode, stderr } = await run('schedule', 'add', 'uni', ...options);
    expect(exitCode).toBe(4);
    expect(stderr).toMatch(sentence);
  });

  test('refuses what is no finished crawl, and a crawl without a schedule', async () => {
    expect((await run('schedule', 'add', 'nowhere', '--every', 'day')).exitCode).toBe(4);
    const ran = await run('schedule', 'run', 'uni');
    expect(ran).toMatchObject({
      exitCode: 4,
      stderr: 'orbweaver: uni has no schedule; see "orbweaver schedule list".\n',
    });
  });
});
