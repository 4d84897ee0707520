import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Hono } from 'hono';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRemoteApp } from '../../../functions/serve/remote-console.ts';
import { createApiClient } from '../../../shared/adapters/remote/api-client.ts';
import { LocalPlace } from '../http/local-place.ts';

const spec = { sites: [{ url: 'https://example.org/' }] };
const secretAccessKey = 'a-secret-that-stays-here';

let place: LocalPlace;
let server: Server;
let origin: string;
let app: Hono;
let asked: IncomingMessage[] = [];
let errors: unknown[] = [];
let answerForGateway: { readonly status: number; readonly body: string } | undefined;

beforeAll(async () => {
  server = createServer((request, response) => {
    void answer(request).then(async given => {
      response.writeHead(given.status, Object.fromEntries(given.headers));
      response.end(Buffer.from(await given.arrayBuffer()));
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  place = new LocalPlace();
  place.filesOrigin = `${origin}/files`;
  [asked, errors, answerForGateway] = [[], [], undefined];
  const credentials = { accessKeyId: 'test', secretAccessKey };
  const client = createApiClient(new URL(`${origin}/v1/`), { kind: 'signed', region: 'us-east-1', credentials });
  app = createRemoteApp(client, error => errors.push(error));
});
afterEach(() => place.close());

/** The API behind its gateway, below its stage, and the files that presigned addresses name. */
async function answer(request: IncomingMessage): Promise<Response> {
  asked.push(request);
  const body = await buffer(request);
  const { pathname, search } = new URL(request.url ?? '', origin);
  if (answerForGateway !== undefined) {
    const { status, body: text } = answerForGateway;
    return new Response(text, { status, headers: { 'content-type': 'application/json' } });
  }
  if (pathname.startsWith('/files/uploads/')) {
    place.uploads.add(pathname.slice('/files/uploads/'.length));
    return new Response('');
  }
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string]);
  const url = `https://api.example.com${pathname.slice('/v1'.length)}${search}`;
  const hasBody = request.method !== 'GET' && body.length > 0;
  const forwarded = new Request(url, { method: request.method ?? 'GET', headers, body: hasBody ? body : null });
  return await place.answer(forwarded, 'account:1');
}

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
  const given = await app.request(`http://127.0.0.1:1${path}`, { method, headers, body: text });
  const read = await given.text();
  const isJson = given.headers.get('content-type')?.includes('json') === true;
  return { status: given.status, headers: given.headers, text: read, body: isJson ? JSON.parse(read) : {} };
}

describe('the console of an account', () => {
  test('signs each call with the own credentials, which the browser neither sends nor sees', async () => {
    const headers = { authorization: 'Bearer of-the-console', cookie: 'orbweaver-1=x', 'idempotency-key': 'k1' };
    const { status, headers: received, body, text } = await call('POST', '/crawls', spec, headers);
    expect([status, body.state, received.get('location')]).toEqual([202, 'queued', `crawls/${body.id}`]);
    const sent = asked[0]!.headers;
    expect(sent.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=test\//);
    expect([sent['idempotency-key'], sent.cookie]).toEqual(['k1', undefined]);
    expect(JSON.stringify([text, [...received]])).not.toMatch(/a-secret|AWS4|Bearer/);
    expect(received.get('x-content-type-options')).toBe('nosniff');
  });

  test('hands answers and problems on as they are', async () => {
    const id = await place.started(spec);
    expect((await call('GET', `/crawls/${id}`)).body).toEqual((await place.call('GET', `/crawls/${id}`)).body);
    const refused = await call('GET', `/crawls/${id}/links/bad?text=a+b%26c&limit=0`);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'application/problem+json']);
    expect(asked.at(-1)?.url).toContain('?text=a%20b%26c&limit=0');
    expect((await call('DELETE', `/crawls/${await place.finished(spec)}`)).status).toBe(204);
  });

  test('tells events, after the last one that was seen', async () => {
    const id = await place.started(spec);
    const { text, headers } = await call('GET', `/crawls/${id}/events`);
    expect(headers.get('content-type')).toBe('text/event-stream');
    const [, last = ''] = /^id: (\d+)$/m.exec(text) ?? [];
    expect((await call('GET', `/crawls/${id}/events`, undefined, { 'last-event-id': last })).text).toBe(
      'retry: 5000\n\n',
    );
  });

  test('leads a download to its presigned address', async () => {
    const id = await place.finished(spec);
    place.contents.set('graph/a.csv', 'x');
    const { status, headers } = await call('GET', `/crawls/${id}/results/graph/a.csv`);
    expect([status, headers.get('location')]).toEqual([302, `${origin}/files/${id}/graph/a.csv?X-Amz-Expires=900`]);
  });

  test('sends lists on, for its page may connect to this server alone', async () => {
    const list = 'https://example.org/\n';
    const { body } = await call('POST', '/uploads', { sizeBytes: list.length });
    expect(body.url).toBe(`/uploads/${body.sitesFrom}`);
    expect((await call('PUT', body.url, list)).status).toBe(204);
    expect((await call('POST', '/crawls', { sitesFrom: body.sitesFrom })).status).toBe(202);
    expect((await call('PUT', '/uploads/unknown', list)).status).toBe(404);
  });

  test.each(['/../other/stage', '/%2e%2e/other', '//evil.example/', '/https://evil.example/', '/..%2f..%2fother'])(
    'asks nobody but the API by %s',
    async path => {
      await call('GET', path);
      expect(asked.map(({ url }) => url?.startsWith('/v1/'))).not.toContain(false);
      expect(errors).toEqual([]);
    },
  );

  test('says what the gateway refuses, and what to look at', async () => {
    answerForGateway = { status: 403, body: '{"message":"The security token included in the request is expired"}' };
    const { status, headers, body } = await call('GET', '/crawls');
    expect([status, headers.get('content-type')]).toEqual([403, 'application/problem+json']);
    expect(body.detail).toMatch(/403: The security token .* expired\. Check the AWS credentials/);
    answerForGateway = { status: 429, body: '{"message":"Too Many Requests"}' };
    expect((await call('GET', '/crawls')).status).toBe(429);
  });

  test('says that nothing answers, and where there are no credentials', async () => {
    const nowhere = new URL('http://127.0.0.1:9/v1/');
    const credentials = async () => {
      throw Object.assign(new Error('Could not load credentials'), { name: 'CredentialsProviderError' });
    };
    const away = createRemoteApp(createApiClient(nowhere, { kind: 'key', key: 'k' }), error => errors.push(error));
    expect((await away.request('/crawls')).status).toBe(502);
    const client = createApiClient(nowhere, { kind: 'signed', region: 'us-east-1', credentials });
    const nobody = await createRemoteApp(client, error => errors.push(error)).request('/crawls');
    expect([nobody.status, (await nobody.json()).detail]).toEqual([502, expect.stringMatching(/no AWS credentials/)]);
    expect(errors).toHaveLength(2);
  });
});
