/** A console on loopback with a folder of its own, asked as its page or a program asks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveExampleSite } from '../../../functions/example-site/serve-example-site.ts';
import { type ConsoleOptions, type LocalConsole, startLocalConsole } from '../../../functions/serve/local-console.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

/** A spec of one site, crawled without a delay. */
export function crawlSpec({ origin }: { readonly origin: string }, more: object = {}): object {
  return { sites: [{ url: `${origin}/` }], delayMs: 0, formats: ['csv'], ...more };
}

export class ServedConsole {
  readonly root = mkdtempSync(join(tmpdir(), 'orbweaver-serve-'));
  readonly errors: unknown[] = [];
  private served: LocalConsole | undefined;

  constructor() {
    process.env['ORBWEAVER_STATE'] = join(this.root, '.state');
  }

  async start(options: Pick<ConsoleOptions, 'scanMs' | 'allowHosts'> = {}): Promise<void> {
    this.served = await startLocalConsole({
      ...options,
      root: this.root,
      host: '127.0.0.1',
      port: 0,
      onError: error => this.errors.push(error),
      serveExample: async () => await serveExampleSite(),
    });
  }

  get server(): LocalConsole {
    if (this.served === undefined) throw new Error('the console is not started');
    return this.served;
  }

  /** As a program asks, with the token. */
  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return await this.ask(method, path, { authorization: `Bearer ${this.server.token}`, ...headers }, body);
  }

  /** With these headers alone; the path is sent as it stands. */
  async ask(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
    const { hostname, port } = new URL(this.server.origin);
    const content = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    return await new Promise((resolve, reject) => {
      const sent = request({ hostname, port, method, path, headers, agent: false }, response => {
        text(response).then(read => {
          const isJson = /[/+]json\b/.test(String(response.headers['content-type']));
          const { statusCode = 0, headers: received } = response;
          const answered = isJson && read !== '' ? (JSON.parse(read) as Record<string, unknown>) : {};
          resolve({ status: statusCode, headers: received, text: read, body: answered });
        }, reject);
      });
      sent.on('error', reject);
      sent.end(content);
    });
  }

  /** Starts a crawl of `crawlSpec`; its id. */
  async startCrawl(site: { readonly origin: string }, more?: object): Promise<string> {
    const { status, text: answer, body } = await this.call('POST', '/crawls', crawlSpec(site, more));
    if (status !== 202) throw new Error(`the crawl is not started: ${answer}`);
    return String(body['id']);
  }

  /** The crawl when it is in one of these states. */
  async until(id: string, ...states: readonly string[]): Promise<Record<string, unknown>> {
    for (;;) {
      const { body } = await this.call('GET', `/crawls/${encodeURIComponent(id)}`);
      if (states.includes(String(body['state']))) return body;
      await sleep(100);
    }
  }

  /** When its files are as its tables of links, after rows were deleted or came back. */
  async untilWritten(id: string): Promise<void> {
    for (;;) {
      const { body } = await this.call('GET', `/crawls/${encodeURIComponent(id)}`);
      const behind = body['filesBehind'] as { state: string } | undefined;
      if (behind?.state === 'failed') throw new Error(JSON.stringify(behind));
      if (behind === undefined) return;
      await sleep(50);
    }
  }

  async close(): Promise<void> {
    await this.served?.stopCrawls();
    await this.served?.crawlsEnded();
    await this.served?.close();
    rmSync(this.root, { recursive: true, force: true });
  }
}
