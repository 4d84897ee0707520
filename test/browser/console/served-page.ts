import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestLocalStop } from '../../../functions/embedded/run-crawl.ts';
import { isDirectoryLocked } from '../../../shared/adapters/local/open.ts';
import { binFile } from '../../process/cli/run-cli.ts';

/** How long a server may take to begin, and a crawl to end, ms: what is late says so before the test's own time is over. */
const patienceMs = 60_000;

/** `orbweaver serve` as a person starts it, with a folder of crawls of its own. */
export class ServedPage {
  /** The printed link, token and all. */
  readonly link: string;
  private readonly child: ChildProcess;
  private readonly folder: string;

  private constructor(link: string, child: ChildProcess, folder: string) {
    this.link = link;
    this.child = child;
    this.folder = folder;
  }

  static async start(): Promise<ServedPage> {
    const folder = mkdtempSync(join(tmpdir(), 'orbweaver-console-'));
    const env = { PATH: process.env['PATH'], HOME: folder, ORBWEAVER_STATE: join(folder, 'state') };
    const child = spawn(process.execPath, [binFile, 'serve', '--root', join(folder, 'crawls')], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let told = '';
    child.stderr.on('data', (data: Buffer) => {
      told += data.toString();
    });
    const lines = createInterface(child.stdout);
    const ended = once(child, 'exit').then(() => ['ended']);
    const late = sleep(patienceMs, ['is silent'], { ref: false });
    const [link] = (await Promise.race([once(lines, 'line'), ended, late])) as [string];
    if (!link.startsWith('http')) {
      child.kill('SIGKILL');
      throw new Error(`orbweaver serve ${link}: ${told}`);
    }
    return new ServedPage(link, child, folder);
  }

  get origin(): string {
    return new URL(this.link).origin;
  }

  get token(): string {
    return new URLSearchParams(new URL(this.link).hash.slice(1)).get('token') ?? '';
  }

  /** As a program asks. */
  async ask(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const response = await fetch(new URL(path, this.origin), {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  }

  /** Starts a crawl as a program; its id. */
  async startCrawl(spec: object): Promise<string> {
    return String((await this.ask('POST', '/crawls', spec))['id']);
  }

  async untilEnded(id: string): Promise<void> {
    const end = Date.now() + patienceMs;
    for (;;) {
      const crawl = await this.ask('GET', `/crawls/${encodeURIComponent(id)}`);
      if (crawl['state'] === 'finished' || crawl['state'] === 'stopped') return;
      if (crawl['state'] === 'failed') throw new Error(String(crawl['cause']));
      if (Date.now() > end) throw new Error(`${id} has not ended: ${JSON.stringify(crawl).slice(0, 2_000)}`);
      await sleep(100);
    }
  }

  /** Ends the server at once, as a crash does; crawls that it started go on until `close`. */
  async crash(): Promise<void> {
    await this.end('SIGKILL');
  }

  async close(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) await this.end('SIGINT');
    await this.stopCrawls();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.kill(signal);
    await exited;
  }

  /** Those that a crashed server has left. */
  private async stopCrawls(): Promise<void> {
    const crawls = join(this.folder, 'crawls');
    const names = existsSync(crawls) ? readdirSync(crawls).filter(name => !name.startsWith('.')) : [];
    for (const name of names) {
      const directory = join(crawls, name);
      await requestLocalStop(directory);
      while (isDirectoryLocked(directory)) await sleep(100);
    }
  }
}
