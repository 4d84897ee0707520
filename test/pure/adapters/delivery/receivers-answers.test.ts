/** Letters to mail servers and webhooks on loopback, which defer, refuse, do not answer, or lack a valid certificate. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { type Letter, type LetterCounts, sendLetters } from '../../../../shared/adapters/delivery/letters.ts';

const none: LetterCounts = { sent: 0, failed: 0, unknown: 0 };
const hour = 3_600_000;
const closing: (() => void)[] = [];
const open = new Set<Socket>();
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Tries until the letter has ended or `most` tries were made, an hour apart. */
async function tried(to: Letter['to'], most: number): Promise<{ counts: LetterCounts; faults: readonly string[] }> {
  let [letters, counts]: [readonly Letter[], LetterCounts] = [
    [{ id: 'a', to, subject: 'Новости', text: 'Текст', body: '{"n":1}', tries: 0 }],
    none,
  ];
  const faults: string[] = [];
  for (let at = 0; at < most && letters.length > 0; at += 1) {
    await sendLetters(
      letters,
      counts,
      () => at * hour,
      (...now) => {
        [letters, counts] = now;
      },
    );
    faults.push(...letters.flatMap(({ fault }) => fault ?? []));
  }
  return { counts, faults };
}

/** The mails that a server has taken, and its address. */
async function mailServer(options: SMTPServerOptions, host = '127.0.0.1') {
  const taken: string[] = [];
  const server = new SMTPServer({
    ...{ authOptional: true, allowInsecureAuth: true },
    onData: async (stream, _, done) => {
      taken.push(String(await buffer(stream)));
      done();
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.server.on('connection', socket => void open.add(socket));
  server.listen(0, host);
  await once(server.server, 'listening');
  closing.push(() => server.close());
  return { taken, host: `${host}:${(server.server.address() as AddressInfo).port}` };
}

const refusing = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });
const plain = { hideSTARTTLS: true };
const mailTo = (host: string, user = '') => ({
  mail: { url: `smtp://${user}${host}`, from: 'a@b.c', to: 'amy@b.c', ...(user !== '' && { password: 'hushed' }) },
});

test('a mail that is deferred (451) is tried again, and taken once', async () => {
  let asked = 0;
  const { taken, host } = await mailServer({
    ...plain,
    onRcptTo: (_, __, done) => {
      asked += 1;
      done(asked < 3 ? refusing(451, 'greylisted, try again later') : null);
    },
  });
  const { counts, faults } = await tried(mailTo(host), 8);
  expect([counts, faults.length]).toEqual([{ ...none, sent: 1 }, 2]);
  expect(faults[0]).toContain('greylisted');
  expect(taken).toHaveLength(1);
});

test.each([
  ['a receiver that is unknown (550)', { onRcptTo: (_, __, done) => void done(refusing(550, 'no such user')) }, ''],
  ['a refused login (535)', { onAuth: (_, __, done) => void done(refusing(535, 'bad password')) }, 'amy@'],
  [
    'a mail that is refused whole (554)',
    { onData: (stream, _, done) => void stream.resume().on('end', () => done(refusing(554, 'spam'))) },
    '',
  ],
] as readonly (readonly [string, SMTPServerOptions, string])[])(
  '%s is a fault without a secret, and is given up at last',
  async (_, options, user) => {
    const { taken, host } = await mailServer({ ...plain, ...options });
    const { counts, faults } = await tried(mailTo(host, user), 90);
    expect(counts).toEqual({ ...none, failed: 1 });
    expect(new Set(faults)).toEqual(new Set([expect.stringMatching(/no such user|bad password|spam/)]));
    expect(faults.join()).not.toContain('hushed');
    expect(taken).toEqual([]);
  },
);

test('a mail that the server has whole is not sent again where no answer comes', async () => {
  const { taken, host } = await mailServer({
    ...plain,
    onData: async (stream, session) => {
      taken.push(String(await buffer(stream)));
      for (const each of open) if (each.remotePort === session.remotePort) each.destroy();
    },
  });
  const { counts } = await tried(mailTo(host), 8);
  expect([counts, taken.length]).toEqual([{ ...none, unknown: 1 }, 1]);
});

test('a server away from this machine needs TLS with a certificate that is valid', async () => {
  for (const options of [plain, {}]) {
    const { taken, host } = await mailServer(options, '127.0.0.2');
    const { counts, faults } = await tried(mailTo(host), 1);
    expect([counts, taken]).toEqual([none, []]);
    expect(faults[0]).toMatch(/STARTTLS|certificate|self.signed|altnames/i);
  }
});

test.each([
  [500, { ...none }, 2],
  [302, { ...none }, 2],
  [410, { ...none, failed: 1 }, 1],
  [299, { ...none, sent: 1 }, 1],
])('a webhook that answers with status %i', async (status, counts, times) => {
  const ids: unknown[] = [];
  const server: Server = createServer((request, response) => {
    ids.push(request.headers['webhook-id'], request.url);
    response.writeHead(status, { location: '/elsewhere' }).end('x'.repeat(100_000));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret`;
  const ended = await tried({ webhook: { url, secret: 'whsec_AAAA' } }, 2);
  expect(ended.counts).toEqual(counts);
  expect(ended.faults.join()).not.toContain('secret');
  expect(ids).toEqual(Array.from({ length: times }, () => ['a', '/secret']).flat());
});

test('a webhook that says 200 and breaks off or drips its body has taken the letter', async () => {
  for (const ends of [true, false]) {
    let posted = 0;
    const server: Server = createServer((_, response) => {
      posted += 1;
      response.writeHead(200, { 'content-length': 1_000 }).write('x');
      if (ends) setTimeout(() => response.destroy(), 50);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    server.on('connection', socket => void open.add(socket));
    closing.push(() => server.close(), ...[() => [...open].map(socket => socket.destroy())]);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect(await tried({ webhook: { url, secret: 'whsec_AAAA' } }, 2)).toEqual({
      counts: { ...none, sent: 1 },
      faults: [],
    });
    expect(posted).toBe(1);
  }
});

test('where a webhook fails, its other letters wait and those to others do not', async () => {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers['webhook-id']}`);
    response.writeHead(request.url === '/bad' ? 503 : 204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const letterTo = (id: string, path: string): Letter => ({
    ...{ id, subject: '', text: '', body: '{}', tries: 0 },
    to: { webhook: { url: `${at}${path}`, secret: 'whsec_AAAA' } },
  });
  let left: readonly Letter[] = [letterTo('1', '/bad'), letterTo('2', '/bad'), letterTo('3', '/good')];
  await sendLetters(
    left,
    none,
    () => 0,
    now => {
      left = now;
    },
  );
  expect(asked).toEqual(['/bad 1', '/good 3']);
  expect(left.map(({ id, tries, after }) => [id, tries, after])).toEqual([
    ['1', 1, '1970-01-01T00:01:00.000Z'],
    ['2', 0, '1970-01-01T00:01:00.000Z'],
  ]);
});
