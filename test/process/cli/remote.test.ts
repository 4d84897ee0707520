import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LocalPlace } from '../../pure/http/local-place.ts';
import { type CliRun, runCli } from './run-cli.ts';

const signing = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_EC2_METADATA_DISABLED: 'true' };

describe('orbweaver remote', () => {
  let place: LocalPlace;
  let server: Server;
  let api: string;
  let folder: string;
  let asked: IncomingMessage[] = [];
  let uploaded: string[] = [];
  /** The stand-in for the app's answer, or for the file's. */
  let instead: (path: string) => Response | undefined = () => undefined;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'orbweaver-remote-'));
    server = createServer((request, response) => {
      void serve(request).then(async answer => {
        response.writeHead(answer.status, Object.fromEntries(answer.headers));
        response.end(Buffer.from(await answer.arrayBuffer()));
      });
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port was given');
    api = `http://127.0.0.1:${address.port}/v1/`;
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    place = new LocalPlace();
    place.filesOrigin = `${new URL(api).origin}/files`;
    asked = [];
    uploaded = [];
    instead = () => undefined;
  });
  afterEach(() => place.close());

  /** The app below its stage, and the files that its addresses name. */
  async function serve(request: IncomingMessage): Promise<Response> {
    asked.push(request);
    const body = await buffer(request);
    const { pathname, search } = new URL(request.url ?? '', api);
    const other = instead(pathname);
    if (other !== undefined) return other;
    if (pathname.startsWith('/files/uploads/')) {
      uploaded.push(String(body));
      place.uploads.add(pathname.slice('/files/uploads/'.length));
      return new Response('');
    }
    if (pathname.startsWith('/files/')) {
      const name = pathname.split('/').slice(3).join('/');
      return new Response(place.contents.get(name) ?? null, { status: place.contents.has(name) ? 200 : 404 });
    }
    const headers = Object.entries(request.headers).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)] as [string, string]],
    );
    const url = `https://api.example.com${pathname.slice('/v1'.length)}${search}`;
    const isRead = request.method === 'GET';
    return await place.answer(
      new Request(url, { method: request.method ?? 'GET', headers, body: isRead ? null : body }),
      'account:1',
    );
  }

  const remote = async (...args: readonly string[]): Promise<CliRun> =>
    await runCli(['remote', ...args], { env: { ...signing, ORBWEAVER_API: api }, cwd: folder });

  test('starts a crawl by a signed request and prints its id', async () => {
    const run = await remote('start', 'https://example.org', '--limit', '5', '--depth', '2');
    expect([run.exitCode, run.stdout.trim()]).toEqual([0, place.begun[0]?.crawl]);
    expect(place.begun[0]?.order).toMatchObject({
      kind: 'start',
      spec: { limit: 5, sites: [{ url: 'https://example.org/', maxLevel: 2 }] },
    });
    const { headers } = asked[0]!;
    expect(headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=test\/\d{8}\/us-east-1\/execute-api\/aws4_request/,
    );
    expect(headers['idempotency-key']).toMatch(/^[\w-]{36}$/);
  });

  test('sends a long list of sites as an upload, with the settings of each', async () => {
    writeFileSync(
      join(folder, 'many.txt'),
      Array.from({ length: 1_200 }, (_, n) => `https://s${n}.example/\n`).join(''),
    );
    const run = await remote('start', '--input', 'many.txt', '--delay', '2000', '--site-limit', '7');
    expect(run.stderr).toContain('queued');
    expect(place.begun[0]?.order).toMatchObject({
      kind: 'start',
      spec: { rule: 'adaptive' },
      sitesFrom: expect.any(String),
    });
    const [header, ...lines] = uploaded[0]?.trim().split('\n') ?? [];
    expect([header, lines.length, lines[3]]).toEqual([
      'url,delayMs,maxDownloads,limit',
      1_200,
      'https://s3.example/,2000,2,7',
    ]);
  });

  test('shows, lists, stops and resumes crawls', async () => {
    const id = await place.started();
    expect((await remote('status', id)).stdout).toMatch(/^running: 0 pages[\s\S]*https:\/\/example\.org/);
    expect(JSON.parse((await remote('status', id, '--json')).stdout)).toMatchObject({ id, state: 'running' });
    expect((await remote('ls')).stdout).toContain(`${id}  `);
    expect((await remote('stop', id)).stderr).toContain(`orbweaver remote resume ${id}`);
    expect(JSON.parse((await remote('status', id, '--json')).stdout)).toMatchObject({ state: 'stopping' });
    const finished = await place.finished({ sites: [{ url: 'https://example.org/' }], limit: 10 });
    expect((await remote('watch', finished)).exitCode).toBe(3);
    expect((await remote('resume', finished, '--limit', '20')).exitCode).toBe(0);
    expect(place.begun.at(-1)?.order).toEqual({ kind: 'resume', raise: { limit: 20 } });
    expect((await remote('resume', finished, '--retry-failed')).stderr).toContain('on one machine only');
    expect((await remote('rm', id)).exitCode).not.toBe(0);
    const over = await place.finished({ sites: [{ url: 'https://example.org/' }], limit: 10 });
    const still = 'The crawl is stopped: there is nothing to stop.\n';
    expect((await remote('stop', over)).stderr).toBe(still);
    expect((await remote('rm', over)).stderr).toBe('The crawl is deleted.\n');
    expect((await remote('status', over)).exitCode).not.toBe(0);
  });

  test('says pages, time and dollars before anything runs', async () => {
    const { stdout } = await remote('estimate', 'https://example.org', '--limit', '1000');
    expect(stdout).toMatch(/^At most 1,000 pages, at least 16 min 40 s, \$0\.\d{4}\n/);
    const unknown = await remote('estimate', 'https://example.org');
    expect(unknown.stdout).toMatch(
      /^How many pages .*not known.*\n1,000 pages of a site: at least 16 min 40 s, \$0\.\d{4}\n/,
    );
    expect(place.begun).toEqual([]);
  });

  test('downloads the results as a crawl directory has them', async () => {
    const id = await place.finished();
    addFile('graph/a.csv', 'Id\n0\n');
    addFile('crawl.json', '{}');
    const run = await remote('download', id, '--out', 'results');
    expect([run.exitCode, run.stdout]).toEqual([0, 'results\n']);
    expect(readFileSync(join(folder, 'results/graph/a.csv'), 'utf8')).toBe('Id\n0\n');
    expect(readFileSync(join(folder, 'results/crawl.json'), 'utf8')).toBe('{}');
  });

  test('lists the files again where an address has expired, and goes on with the new ones', async () => {
    const id = await place.finished();
    const names = ['graph/a.csv', 'graph/b.csv', 'graph/c.csv'];
    for (const name of names) addFile(name, `Id\n${name}\n`);
    let expired = 1;
    instead = path => {
      if (!path.endsWith('graph/b.csv') || expired === 0) return undefined;
      expired -= 1;
      return new Response('Request has expired', { status: 403 });
    };
    const run = await remote('download', id, '--out', 'late');
    expect([run.exitCode, run.stderr]).toEqual([0, expect.stringContaining('3 files')]);
    for (const name of names) expect(readFileSync(join(folder, 'late', name), 'utf8')).toBe(`Id\n${name}\n`);
    expect(asked.filter(({ url }) => url?.endsWith('/results'))).toHaveLength(2);
    expired = 2;
    const refused = await remote('download', id, '--out', 'refused');
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      expect.stringContaining('graph/b.csv cannot be downloaded: 403'),
    ]);
  });

  test('prints nothing but JSON where it is asked for, also when it watches what it has started', async () => {
    instead = path => (path === '/v1/crawls' ? undefined : Response.json({ id: 'c', state: 'finished', pages: 3 }));
    const run = await remote('start', 'https://example.org', '--watch', '--json');
    expect(run.exitCode).toBe(0);
    expect(
      run.stdout
        .trim()
        .split('\n')
        .map(line => JSON.parse(line)),
    ).toEqual([
      { id: place.begun[0]?.crawl, state: 'queued' },
      { id: 'c', state: 'finished', pages: 3 },
    ]);
  });

  test('goes on to watch a crawl where a call in between is not answered', async () => {
    const id = await place.started();
    let looks = 0;
    instead = () => {
      looks += 1;
      if (looks === 2) return new Response('{"message":"Too Many Requests"}', { status: 429 });
      if (looks === 3) return new Response('', { status: 503 });
      if (looks === 4) place.end(id);
      return undefined;
    };
    const run = await remote('watch', id);
    expect([run.exitCode, looks]).toEqual([3, 4]);
    expect(run.stdout).toContain('stopped');
  });

  test('does not wait for an API that did not answer the first time, nor for a crawl that is no more', async () => {
    const id = await place.started();
    let looks = 0;
    instead = () => {
      looks += 1;
      return new Response('', { status: 503 });
    };
    const first = await remote('watch', id);
    expect([first.exitCode, looks]).toEqual([4, 1]);
    looks = 0;
    instead = () => {
      looks += 1;
      return looks === 1 ? undefined : Response.json({ detail: 'There is no such crawl here.' }, { status: 404 });
    };
    const gone = await remote('watch', id);
    expect([gone.exitCode, looks, gone.stderr]).toEqual([4, 2, expect.stringContaining('There is no such crawl here')]);
  });

  test('believes no file whose hash is another, and writes none outside of its directory', async () => {
    const id = await place.finished();
    addFile('graph/b.csv', 'Id\n0\n');
    place.contents.set('graph/b.csv', 'Id\n1\n');
    const damaged = await remote('download', id, '--out', 'damaged');
    expect([damaged.exitCode, damaged.stderr]).toEqual([1, expect.stringContaining('graph/b.csv is damaged')]);
    expect(() => readFileSync(join(folder, 'damaged/graph/b.csv'))).toThrow();
    place.results = [];
    addFile('../escaped.csv', 'x');
    expect((await remote('download', id, '--out', 'inside')).exitCode).toBe(1);
    expect(() => readFileSync(join(folder, 'escaped.csv'))).toThrow();
  });

  test('repeats the sentences of the API, with the exit code of bad input', async () => {
    const unknown = await remote('status', '00000000-0000-4000-8000-999999999999');
    const here = 'orbweaver: There is no such crawl here; orbweaver remote ls lists yours.\n';
    expect([unknown.exitCode, unknown.stderr]).toEqual([4, here]);
    const refused = await remote('start', 'http://127.0.0.1:8080/');
    expect([refused.exitCode, refused.stderr]).toEqual([4, expect.stringMatching(/127\.0\.0\.1:8080.*is refused/)]);
    const path = await remote('status', '../uploads');
    expect([path.exitCode, path.stderr]).toEqual([4, expect.stringContaining('allowed is the id')]);
  });

  test.each([
    [
      ['start'],
      /^orbweaver: there is nothing to crawl; give an address \(orbweaver remote start [^-]*--input[^-]*--config FILE\)\.\n$/,
    ],
    [['start', '--from-warc', 'a.warc'], /^orbweaver: --from-warc: .*only orbweaver crawl takes/],
    [
      ['start', '--preset', 'archive', 'https://a.example'],
      /^orbweaver: preset archive, sitemaps: .*\n.*preset archive, warc: /,
    ],
    [
      ['publications', 'w', '--format', 'wacz'],
      /"wacz" is refused; orbweaver publications takes it, on one machine only; allowed are text/,
    ],
    [
      ['watches', 'organizations', 'check', 'list.csv'],
      /^orbweaver: watch: "list\.csv" is refused; allowed is the id that remote watches new printed/,
    ],
    [['watches', 'report', 'w'], /that is orbweaver remote report/],
    [['start', '--header', 'a: b', 'https://a.example'], /secrets stay on your machine.*orbweaver crawl takes it/],
  ])('says what to do in place of %j', async (args, sentence) => {
    const { exitCode, stderr } = await remote(...args);
    expect([exitCode, stderr]).toEqual([4, expect.stringMatching(sentence)]);
    expect(asked).toEqual([]);
  });

  test('says that AWS does not answer a process that unloads', async () => {
    const env = { ...signing, AWS_ENDPOINT_URL: 'http://127.0.0.1:9', AWS_REGION: 'us-east-1' };
    const { exitCode, stderr } = await runCli(['remote', 'unload', 'c'], { env, cwd: folder });
    expect([exitCode, stderr]).toEqual([
      4,
      expect.stringMatching(/^orbweaver: AWS does not answer in the region us-east-1 \(.+\); allowed are credentials/),
    ]);
  });

  test('shows an API key in place of a signature where one is given', async () => {
    const env = { ORBWEAVER_API_KEY: 'secret-key' };
    const run = await runCli(['remote', 'ls', '--api', api], { env, cwd: folder });
    expect(run.exitCode).toBe(0);
    expect([asked[0]?.headers['x-api-key'], asked[0]?.headers.authorization]).toEqual(['secret-key', undefined]);
  });

  test('finds the API in what cdk deploy wrote, and says what to do where there is none', async () => {
    const nothing = await runCli(['remote', 'ls'], { env: signing, cwd: folder });
    expect([nothing.exitCode, nothing.stderr]).toEqual([
      4,
      expect.stringMatching(/--api: a missing value is refused; allowed .*cdk-outputs\.json/),
    ]);
    writeFileSync(join(folder, 'cdk-outputs.json'), JSON.stringify({ Orbweaver: { ApiUrl: api, BucketName: 'b' } }));
    const found = await runCli(['remote', 'ls', '--json'], { env: signing, cwd: folder });
    const two = { Orbweaver: { ApiUrl: api }, Second: { ApiUrl: 'http://127.0.0.1:9/' } };
    writeFileSync(join(folder, 'cdk-outputs.json'), JSON.stringify(two));
    const several = await runCli(['remote', 'ls'], { env: signing, cwd: folder });
    rmSync(join(folder, 'cdk-outputs.json'));
    expect([found.exitCode, found.stdout]).toEqual([0, '[]\n']);
    expect([several.exitCode, several.stderr]).toEqual([
      4,
      'orbweaver: cdk-outputs.json has the APIs of several stacks (Orbweaver, Second); choose one by --api.\n',
    ]);
  });

  test('finds the API of an emulator below the endpoint that the SDKs are sent to', async () => {
    const env = {
      ...signing,
      AWS_ENDPOINT_URL: new URL(api).origin,
      ORBWEAVER_API: 'https://a1b2.execute-api.us-east-1.amazonaws.com/v1/',
    };
    await runCli(['remote', 'ls'], { env, cwd: folder });
    expect(asked[0]?.url).toBe('/_aws/execute-api/a1b2/v1/crawls');
  });

  test.each([
    [
      403,
      '{"Message":"User: me is not authorized to perform: execute-api:Invoke"}',
      /403: User: me is not .*check the AWS credentials, rights and region/,
    ],
    [
      403,
      '{"message":"Credential should be scoped to a valid region."}',
      /403: Credential .*; check .* region, the clock/,
    ],
    [429, '{"message":"Too Many Requests"}', /429: Too Many Requests; the API takes 50 requests a second/],
    [502, '{"message":"Internal server error"}', /502: Internal .*; functions of the account may be at their limit/],
    [
      403,
      '{"message":"The security token included in the request is expired"}',
      /403: The security token .* expired; check/,
    ],
    [403, '{"message":"Credential should be scoped to a valid region. "}', /valid region; check the AWS credentials/],
    [404, '{}', /404; check the address of the API/],
    [
      200,
      '<html>A page</html>',
      /--api: .* answers with a text that is no JSON; allowed is the address of a deployed API/,
    ],
  ])(
    'an answer %i of AWS, or of another server, %s, becomes a sentence that says what to look at',
    async (status, text, sentence) => {
      instead = () => new Response(text, { status });
      const { exitCode, stderr } = await remote('ls');
      expect([exitCode, stderr]).toEqual([4, expect.stringMatching(sentence)]);
    },
  );

  test('a profile that is nowhere is named', async () => {
    const none = {
      AWS_PROFILE: 'nobody',
      AWS_CONFIG_FILE: join(folder, 'none'),
      AWS_SHARED_CREDENTIALS_FILE: join(folder, 'none'),
    };
    const env = { ...none, AWS_EC2_METADATA_DISABLED: 'true', AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' };
    const { exitCode, stderr } = await runCli(['remote', 'ls', '--api', api], { env });
    expect([exitCode, stderr]).toEqual([
      4,
      expect.stringContaining('no AWS credentials of the profile "nobody", which AWS_PROFILE names'),
    ]);
  });

  test('says that nothing answers at the address, with the exit code of bad input', async () => {
    const { exitCode, stderr } = await remote('ls', '--api', 'http://127.0.0.1:9/v1/');
    expect([exitCode, stderr]).toEqual([4, expect.stringMatching(/--api: .*:9\/v1\/ does not answer \(/)]);
  });

  function addFile(name: string, text: string): void {
    const sha256 = createHash('sha256').update(text).digest('hex');
    place.contents.set(name, text);
    place.results = [[...(place.results[0] ?? []), { name, sizeBytes: Buffer.byteLength(text), sha256 }]];
  }
});
