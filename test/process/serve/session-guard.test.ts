import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SessionGuard } from '../../../functions/serve/session-guard.ts';
import { type Answer, ServedConsole } from './served-console.ts';

let served: ServedConsole;
let origin: string;
let host: string;
let bearer: { authorization: string };
let cookie: string;

beforeAll(async () => {
  served = new ServedConsole();
  await served.start();
  origin = served.server.origin;
  host = new URL(origin).host;
  bearer = { authorization: `Bearer ${served.server.token}` };
  const session = await served.ask('POST', '/session', { ...bearer, origin });
  cookie = String(session.headers['set-cookie']?.[0]).split(';')[0]!;
});
afterAll(async () => await served.close());

const post = async (headers: Record<string, string>): Promise<Answer> =>
  await served.ask('POST', '/crawls', headers, { sites: [] });

describe('a request without the right token', () => {
  test.each([
    ['none', {}],
    ['an empty one', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
    ['a wrong one', { authorization: `Bearer ${'x'.repeat(43)}` }],
    ['a wrong cookie', { cookie: 'orbweaver=x' }],
  ])('is answered by 401: %s (adverse 63)', async (_, headers: Record<string, string>) => {
    for (const path of ['/crawls', '/crawls/x/events', '/crawls/x/results/crawl.json', '/openapi.json', '/nowhere']) {
      const answer = await served.ask('GET', path, headers);
      expect([path, answer.status]).toEqual([path, 401]);
      expect(answer.headers['content-type']).toBe('application/problem+json');
      expect(answer.text).not.toContain(served.server.token);
    }
    expect((await post(headers)).status).toBe(401);
    expect((await served.ask('POST', '/session', headers)).headers['set-cookie']).toBeUndefined();
  });

  test('is answered by 401 where the token was tampered with by one character (adverse 63)', async () => {
    const { token } = served.server;
    const last = token.at(-1) === 'A' ? 'B' : 'A';
    const answer = await served.ask('GET', '/crawls', { authorization: `Bearer ${token.slice(0, -1)}${last}` });
    expect(answer.status).toBe(401);
  });

  test('is told to wait after many wrong ones, which the right one need not (adverse 63)', () => {
    let now = 0;
    const guard = new SessionGuard({ token: 'right', port: 80, now: () => now });
    const status = (token: string): number => {
      try {
        guard.demandToken(new Request('http://localhost/', { headers: { authorization: `Bearer ${token}` } }));
        return 200;
      } catch (error) {
        return (error as { status: number }).status;
      }
    };
    const wrong = Array.from({ length: 40 }, () => status('wrong'));
    expect([wrong[0], wrong.at(-1), status('right')]).toEqual([401, 429, 200]);
    now = 61_000;
    expect(status('wrong')).toBe(401);
  });
});

describe('a request that a foreign page made a browser send', () => {
  test.each(['http://evil.example', 'null', 'http://127.0.0.1:1', 'http://127.0.0.1', 'https://127.0.0.1'])(
    'is refused by its Origin %s, token or not',
    async foreign => {
      expect((await served.ask('GET', '/crawls', { ...bearer, origin: foreign })).status).toBe(403);
      expect((await post({ cookie, origin: foreign })).status).toBe(403);
      expect((await served.ask('GET', '/', { origin: foreign })).status).toBe(403);
    },
  );

  test.each(['evil.example', 'evil.example:80', '127.0.0.1', '127.0.0.1.evil.example:1', '0.0.0.0:1', '192.168.0.1'])(
    'is refused by the name %s it asked for: DNS rebinding',
    async name => {
      const answer = await served.ask('GET', '/crawls', { ...bearer, host: name });
      expect([answer.status, answer.body['detail']]).toEqual([403, expect.stringMatching(/^Host: .*is refused/)]);
    },
  );

  test('is refused by what the browser says of it', async () => {
    for (const site of ['cross-site', 'same-site']) {
      expect((await served.ask('GET', '/crawls', { cookie, 'sec-fetch-site': site })).status).toBe(403);
      expect((await served.ask('GET', '/', { 'sec-fetch-site': site, 'sec-fetch-dest': 'iframe' })).status).toBe(403);
    }
    const visit = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await served.ask('GET', '/', visit)).status).toBe(200);
    expect((await served.ask('GET', '/crawls', { cookie, ...visit })).status).toBe(403);
  });

  test('changes nothing with the cookie alone', async () => {
    const answer = await post({ cookie });
    expect([answer.status, answer.body['detail']]).toEqual([
      403,
      expect.stringMatching(/^Origin: a missing value is refused/),
    ]);
  });
});

describe('the page of the server itself', () => {
  test('has a cookie that scripts and other sites never get', async () => {
    const { headers, status } = await served.ask('POST', '/session', { ...bearer, origin });
    expect([status, headers['set-cookie']]).toEqual([
      204,
      [expect.stringMatching(/^orbweaver-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)],
    ]);
  });

  test('reads by the cookie, and changes by it with its own Origin', async () => {
    expect((await served.ask('GET', '/crawls', { cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    // The request itself is bad, the guard let it through.
    expect((await post({ cookie, origin })).status).toBe(400);
    expect((await post({ ...bearer, origin, host })).status).toBe(400);
    const byName = host.replace('127.0.0.1', 'localhost');
    expect((await post({ ...bearer, origin: `http://${byName}`, host: byName })).status).toBe(400);
  });

  test('may run nothing but the scripts of this server (adverse 65)', async () => {
    const { headers } = await served.ask('GET', '/', {});
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'content-type': 'text/html; charset=utf-8',
    });
  });

  test.each([
    ['page/api.ts', 'text/javascript; charset=utf-8'],
    ['style.css', 'text/css; charset=utf-8'],
    ['vendor/sigma.min.js', 'text/javascript; charset=utf-8'],
    ['vendor/graphology.umd.min.js', 'text/javascript; charset=utf-8'],
    ['vendor/force-atlas.js', 'text/javascript; charset=utf-8'],
    ['../shared/files/svg/plot.ts', 'text/javascript; charset=utf-8'],
    ['../shared/domain/spec/sites/unicode-text.ts', 'text/javascript; charset=utf-8'],
  ])('has its file %s, which is not sent again while it is the same', async (name, type) => {
    const { status, headers, text } = await served.ask('GET', `/console/${name}`, {});
    expect([status, headers['content-type'], text.length > 0]).toEqual([200, type, true]);
    const again = await served.ask('GET', `/console/${name}`, { 'if-none-match': String(headers['etag']) });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('gets its TypeScript as JavaScript', async () => {
    const { text } = await served.ask('GET', '/console/api.ts', {});
    expect(text).not.toMatch(/^(?:import|export) type |^(?:export )?interface /m);
  });

  test.each([
    '..%2fserve%2fsession-guard.ts',
    '.hidden.ts',
    'nothing.ts',
    '../shared/ports/ports.ts',
    '../shared/files/xml-text.ts',
    'vendor/other.min.js',
    'api.ts%00.css',
    '..%5cindex.html',
  ])('has no file %s', async name => {
    expect((await served.ask('GET', `/console/${name}`, {})).status).toBe(404);
  });
});

test.each(['/console/../serve/session-guard.ts', '/console/%2e%2e/package.json', '//etc/passwd'])(
  'an address that climbs, %s, leads to the API, which asks for the token',
  async path => {
    expect((await served.ask('GET', path, {})).status).toBe(401);
    expect((await served.ask('GET', path, bearer)).status).toBe(404);
  },
);

test('nothing of all this was an error of ours', () => {
  expect(served.errors).toEqual([]);
});
