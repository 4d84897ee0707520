import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startLayeredSite } from '../../crawl/layered-site.ts';
import { LocalPlace } from '../../pure/http/local-place.ts';
import type { LoopbackSite } from '../../servers/loopback-site.ts';
import { binFile, runCli } from './run-cli.ts';

interface Said {
  readonly isError: boolean;
  readonly text: string;
}

interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: string; readonly properties: object; readonly required: readonly string[] };
  readonly annotations: { readonly readOnlyHint: boolean };
}

/** A program that speaks the protocol, line by line. */
class Spoken {
  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly notices: unknown[] = [];
  readonly #answers = new Map<number, (result: Record<string, unknown>) => void>();
  #last = 0;

  constructor(folder: string, ...args: readonly string[]) {
    const env = { PATH: process.env['PATH'], ORBWEAVER_STATE: join(folder, 'state'), ORBWEAVER_API_KEY: 'key' };
    this.process = spawn(process.execPath, [binFile, 'mcp', ...args], { cwd: folder, env });
    this.ended = once(this.process, 'exit').then(([code]) => code as number | null);
    createInterface({ input: this.process.stdout! }).on('line', line => {
      const { id, result, error, params } = JSON.parse(line) as Record<'id' | 'result' | 'error' | 'params', never>;
      if (id === undefined) this.notices.push(params);
      this.#answers.get(id)?.(result ?? { error });
    });
  }

  async ask(method: string, params: object = {}): Promise<Record<string, unknown>> {
    this.#last += 1;
    const { promise, resolve } = Promise.withResolvers<Record<string, unknown>>();
    this.#answers.set(this.#last, resolve);
    this.write({ jsonrpc: '2.0', id: this.#last, method, params });
    return await promise;
  }

  write(message: object | string): void {
    this.process.stdin?.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  }

  async begin(): Promise<Record<string, unknown>> {
    const clientInfo = { name: 'test', version: '1' };
    const begun = await this.ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    this.write({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return begun;
  }

  async tools(): Promise<readonly ListedTool[]> {
    return (await this.ask('tools/list'))['tools'] as readonly ListedTool[];
  }

  async call(name: string, given: object = {}): Promise<Said> {
    const { content, isError = false } = await this.ask('tools/call', { name, arguments: given });
    const [{ text = '' } = {}] = content as readonly { readonly text?: string }[];
    return { isError: Boolean(isError), text };
  }

  async read(name: string, given: object = {}): Promise<Record<string, unknown>> {
    const { isError, text } = await this.call(name, given);
    if (isError) throw new Error(text);
    return JSON.parse(text) as Record<string, unknown>;
  }
}

describe('orbweaver mcp', () => {
  let folder: string;
  let site: LoopbackSite;
  const spoken: Spoken[] = [];
  const speak = async (...args: readonly string[]): Promise<Spoken> => {
    const each = new Spoken(folder, ...args);
    spoken.push(each);
    await each.begin();
    return each;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'orbweaver-mcp-'));
    site = await startLayeredSite(4, {});
    const run = await runCli(['crawl', site.origin, '--out', 'crawls/known', '--delay', '0', '--quiet'], {
      cwd: folder,
    });
    expect(run.exitCode).toBe(0);
  });
  afterAll(async () => {
    for (const each of spoken) each.process.kill('SIGKILL');
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('says who it is, and lists what only reads', async () => {
    const server = new Spoken(folder);
    spoken.push(server);
    expect(await server.begin()).toMatchObject({ protocolVersion: '2025-06-18', serverInfo: { name: 'orbweaver' } });
    const tools = await server.tools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['list_crawls', 'read_table', 'report_tones']),
    );
    expect(tools.filter(({ annotations }) => !annotations.readOnlyHint)).toEqual([]);
    const links = tools.find(({ name }) => name === 'list_links')!;
    expect(links.inputSchema).toMatchObject({ type: 'object', required: ['id', 'kind'] });
    expect(Object.keys(links.inputSchema.properties)).toEqual(
      expect.arrayContaining(['id', 'kind', 'limit', 'cursor']),
    );
    const { inputSchema } = tools.find(({ name }) => name === 'compare_crawls')!;
    expect(inputSchema).toMatchObject({ required: ['id', 'before'] });
    server.process.stdin?.end();
    expect(await server.ended).toBe(0);
  });

  test('reads crawls as the API gives them', async () => {
    const server = await speak();
    const { crawls } = await server.read('list_crawls', { limit: 5 });
    expect(crawls).toMatchObject([{ id: 'known', state: 'finished' }]);
    expect(await server.read('show_crawl', { id: 'known' })).toMatchObject({
      id: 'known',
      sites: [{ origin: site.origin }],
    });
    const { files } = await server.read('list_results', { id: 'known' });
    const table = (files as { name: string }[]).find(({ name }) => name.startsWith('pages/'))!.name;
    const { total } = await server.read('read_table', { id: 'known', name: table, limit: 1 });
    expect(total).toBe(
      readFileSync(join(folder, 'crawls/known', table), 'utf8')
        .trim()
        .split('\n').length - 1,
    );
    expect(await server.read('estimate_crawl', { sites: [{ url: 'https://example.org' }], limit: 10 })).toMatchObject({
      pages: 10,
    });
  });

  test('says how long a tool works to who wants to hear of it', async () => {
    const server = await speak();
    await server.read('list_crawls');
    expect(server.notices).toEqual([]);
    await server.ask('tools/call', { name: 'list_crawls', arguments: {}, _meta: { progressToken: 'a' } });
    expect(server.notices).toEqual([{ progressToken: 'a', progress: 0 }]);
  });

  test('changes nothing without --write, whoever asks', async () => {
    const server = await speak();
    for (const name of ['start_crawl', 'stop_crawl', 'start_watch', 'set_organizations'])
      expect(await server.call(name, { id: 'known', sites: [{ url: site.origin }] })).toEqual({
        isError: true,
        text: `${name} is refused: this server only reads; allowed with orbweaver mcp --write.`,
      });
    expect((await server.read('list_crawls'))['crawls']).toHaveLength(1);
  });

  test.each([
    ['show_crawl', {}, 'id: a missing value is refused; allowed is a text.'],
    ['show_crawl', { id: '..' }, 'id: ".." is refused; allowed is a text.'],
    [
      'read_table',
      { id: 'known', name: 'pages/../../crawl.db' },
      'name: "pages/../../crawl.db" is refused; allowed is a text.',
    ],
    ['show_crawl', { id: 'nobody' }, 'There is no such crawl here; list_crawls lists yours.'],
    ['read_table', { id: 'known', name: 'x' }, '"x" is no result file of this crawl; list_results lists them.'],
    ['list_crawls', { limt: 3 }, 'there is no parameter "limt"; allowed are cursor, limit (did you mean limit?).'],
    ['estimate_crawl', { sites: [{ url: 'ftp://example.org' }] }, 'sites[0].url'],
    ['list_links', { id: 'known', kind: 'external', format: 'csv' }, 'format: "csv" is refused; allowed are json.'],
    ['list_crawl', {}, 'there is no tool "list_crawl"; allowed are those of tools/list (did you mean list_crawls?).'],
  ])('refuses %s with %j in one sentence', async (name, given, sentence) => {
    const { isError, text } = await (spoken[1] ?? (await speak())).call(name, given);
    expect(isError).toBe(true);
    expect(text).toContain(sentence);
    expect(text.trim().split('\n')).toHaveLength(1);
  });

  test('starts, shows and stops crawls with --write, and lives on after rubbish', async () => {
    const server = await speak('--write');
    const names = (await server.tools()).filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['start_crawl', 'stop_crawl', 'start_watch', 'change_source']));
    server.write('{"rubbish');
    server.write('[]');
    const slow = { sites: [{ url: site.origin }], delayMs: 60_000 };
    const { id } = (await server.read('start_crawl', slow)) as { id: string };
    const state = async () => String((await server.read('show_crawl', { id }))['state']);
    while ((await state()) !== 'running') await sleep(50);
    await server.read('stop_crawl', { id });
    while ((await state()) !== 'stopped') await sleep(50);
    const { isError, text } = await server.call('start_crawl', {
      sites: [{ url: site.origin }],
      limit: 'many',
      delayMs: -1,
    });
    expect([isError, text.split('\n').length]).toEqual([true, 2]);
  });

  test('reads an account, and says so where nobody answers', async () => {
    const place = new LocalPlace();
    const api: Server = createServer((request, response) => {
      expect(request.headers['x-api-key']).toBe('key');
      const url = `https://api.example.com${String(request.url).slice('/v1'.length)}`;
      void place.answer(new Request(url, { method: request.method ?? 'GET' }), 'account:1').then(async answer => {
        response.writeHead(answer.status, Object.fromEntries(answer.headers));
        response.end(Buffer.from(await answer.arrayBuffer()));
      });
    });
    await new Promise<void>(resolve => api.listen(0, '127.0.0.1', resolve));
    const { port } = api.address() as { port: number };
    const server = await speak('--api', `http://127.0.0.1:${port}/v1/`);
    expect(await server.read('list_crawls', { limit: 2 })).toEqual({ crawls: [] });
    expect(await server.call('show_crawl', { id: 'none' })).toMatchObject({ isError: true });
    expect((await server.call('start_crawl')).text).toContain('--write');
    api.closeAllConnections();
    api.close();
    place.close();
    await once(api, 'close');
    expect((await server.call('list_crawls')).text).toContain('does not answer');
  });
});
