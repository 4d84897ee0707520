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
    expect(counts).toEqual({ ...none, failed: 1, fault: faults.at(-1) });
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
  expect([counts, taken.length]).toEqual([{ ...none, unknown: 1, fault: expect.any(String) }, 1]);
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
  [410, { ...none, failed: 1, fault: 'status 410: it wants no more' }, 1],
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

/** A server that answers each path in its own way; what it was asked, and what is left of letters to the paths. */
async function asked(answers: Readonly<Record<string, readonly [number, Record<string, string>?]>>) {
  const posted: string[] = [];
  const server: Server = createServer((request, response) => {
    posted.push(`${request.url} ${request.headers['webhook-id']}`);
    response.writeHead(...(answers[request.url!] as [number])).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const letterTo = (id: string, path: string): Letter => ({
    ...{ id, subject: '', text: '', body: '{}', tries: 0 },
    to: { webhook: { url: `${at}${path}`, secret: 'whsec_AAAA' } },
  });
  return async (letters: readonly (Letter | readonly [id: string, path: string])[], now = 0) => {
    let kept: readonly [readonly Letter[], LetterCounts] = [[], none];
    posted.length = 0;
    await sendLetters(
      letters.map(each => ('id' in each ? each : letterTo(...each))),
      none,
      () => now,
      (...state) => {
        kept = state;
      },
    );
    const [left, counts] = kept;
    return { left, counts, posted: [...posted], waits: left.map(({ id, after }) => [id, after]) };
  };
}

test('where a webhook fails, its other letters wait and those to others do not', async () => {
  const send = await asked({ '/bad': [503], '/good': [204] });
  const { posted, left } = await send([
    ['1', '/bad'],
    ['2', '/bad'],
    ['3', '/good'],
  ]);
  expect(posted).toEqual(['/bad 1', '/good 3']);
  expect(left.map(({ id, tries, after }) => [id, tries, after])).toEqual([
    ['1', 1, '1970-01-01T00:01:00.000Z'],
    ['2', 0, '1970-01-01T00:01:00.000Z'],
  ]);
});

test('a webhook that asks for a wait has it, also for letters that come later; a day is the most', async () => {
  const soon = new Date(Date.now() + 2 * hour).toUTCString();
  const send = await asked({
    '/seconds': [429, { 'retry-after': '3600' }],
    '/date': [503, { 'retry-after': soon, date: new Date().toUTCString() }],
    '/absurd': [429, { 'retry-after': '99999999999' }],
    '/short': [429, { 'retry-after': '1' }],
    '/none': [429, { 'retry-after': 'soon' }],
  });
  const first = await send([
    ['1', '/seconds'],
    ['2', '/date'],
    ['3', '/absurd'],
    ['4', '/short'],
    ['5', '/none'],
  ]);
  const waitedHours = first.left.map(({ after }) => Math.round(Date.parse(after!) / hour));
  expect(waitedHours).toEqual([1, 2, 24, 0, 0]);
  const later = await send([first.left[0]!, ['6', '/seconds'], ['7', '/none']], hour / 2);
  expect(later.posted).toEqual(['/none 7']);
  expect(later.waits.slice(0, 2)).toEqual(['1', '6'].map(id => [id, '1970-01-01T01:00:00.000Z']));
});

test('a webhook that is gone gets none of its letters, and one that has moved is no other', async () => {
  const send = await asked({ '/gone': [410], '/moved': [308, { location: '/good' }], '/good': [204] });
  const { posted, counts, left } = await send([
    ['1', '/gone'],
    ['2', '/gone'],
    ['3', '/moved'],
  ]);
  expect(posted).toEqual(['/gone 1', '/moved 3']);
  expect(counts).toEqual({ ...none, failed: 2, fault: 'status 410: it wants no more' });
  expect(left.map(({ fault }) => fault)).toEqual(['status 308, which is not followed']);
});
