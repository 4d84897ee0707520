import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** Recorded sites that nobody on this project wrote; they lie beside the project. */
export const suiteSites = new URL('../../../shared/suites/sites/', import.meta.url);
export const hasSuiteSites = existsSync(suiteSites);

/** A recorded site that is served on loopback, and what was asked of it. */
export class ReplayedSite {
  readonly origin: string;
  /** Paths that were requested, without their queries. */
  readonly asked = new Set<string>();
  readonly methods = new Set<string>();
  readonly #server: ChildProcess;
  readonly #folder: string;

  private constructor(origin: string, server: ChildProcess, folder: string) {
    this.origin = origin;
    this.#server = server;
    this.#folder = folder;
    createInterface({ input: server.stdout! }).on('line', line => {
      const request = JSON.parse(line) as { readonly m: string; readonly u: string };
      this.methods.add(request.m);
      this.asked.add(request.u.replace(/\?.*/, ''));
    });
  }

  /** `name`: a file of the suite. `files`: a folder whose files are answered where the recording has nothing. */
  static async start(name: string, files = ''): Promise<ReplayedSite> {
    const folder = mkdtempSync(join(tmpdir(), 'orbweaver-replay-'));
    const record = join(folder, 'site.jsonl');
    const stored = readFileSync(new URL(name, suiteSites));
    writeFileSync(record, name.endsWith('.gz') ? gunzipSync(stored) : stored);
    const port = await freePort();
    const script = fileURLToPath(new URL('replay.mjs', suiteSites));
    const server = spawn(process.execPath, [script, record, String(port), files], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const site = new ReplayedSite(`http://127.0.0.1:${port}`, server, folder);
    await site.#untilAnswered();
    return site;
  }

  async #untilAnswered(): Promise<void> {
    for (let tries = 0; tries < 400 && this.#server.exitCode === null; tries += 1) {
      try {
        await fetch(`${this.origin}/robots.txt`);
        return;
      } catch {
        await new Promise(resolve => setTimeout(resolve, 25));
      }
    }
    throw new Error('the replayed site does not answer');
  }

  /** Waits until all that was requested before is in `asked`. */
  async settled(): Promise<void> {
    const mark = `/mark-${performance.now()}`;
    await fetch(`${this.origin}${mark}`);
    while (!this.asked.has(mark)) await new Promise(resolve => setTimeout(resolve, 5));
    this.asked.delete(mark);
  }

  async close(): Promise<void> {
    const exit = new Promise(resolve => this.#server.once('exit', resolve));
    this.#server.kill();
    await exit;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0));
    });
  });
}

/** Records of a replayed site. */
export interface Recorded {
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

export function recordedPages(name: string): readonly Recorded[] {
  const stored = readFileSync(new URL(name, suiteSites));
  const text = (name.endsWith('.gz') ? gunzipSync(stored) : stored).toString('utf8');
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Recorded);
}
