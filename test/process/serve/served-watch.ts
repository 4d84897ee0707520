/** A watch of the generated news sites in the folder of a console, visited twice: some publications have versions and copies. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { type ServedNewsSites, serveNewsSites } from '../../../functions/example-site/news/serve-news-sites.ts';
import { openLocalPublications } from '../../../shared/adapters/local/open.ts';
import { indexText } from '../../../shared/wings/publications/store/indexed-text.ts';
import { runCli } from '../cli/run-cli.ts';
import type { ServedConsole } from './served-console.ts';

const hour = 3_600_000;

export class ServedWatch {
  readonly directory: string;
  /** Its publications are of the last days: dates after the present would not be believed. */
  private shown = Date.now() - 62 * hour;
  private readonly env: Record<string, string>;
  private sites: ServedNewsSites | undefined;

  constructor({ root }: Pick<ServedConsole, 'root'>, id = 'w') {
    this.directory = join(root, id);
    this.env = { ORBWEAVER_STATE: join(root, '.state') };
  }

  async start(): Promise<void> {
    this.sites = await serveNewsSites(Date.now() - 90 * hour, () => this.shown);
    const { herald, courier } = this.sites.urls;
    const rechecks = Array.from({ length: 20 }, (_, index) => 10 * (index + 1)).join(',');
    const options = ['--delay', '0', '--quiet', '--archive', '--recheck', rechecks];
    await this.run(['watch', 'new', this.directory, '--source', herald, '--source', courier, ...options]);
    await this.visit();
    this.shown = Date.now();
    await sleep(10_000);
    await this.visit();
  }

  get news(): ServedNewsSites {
    if (this.sites === undefined) throw new Error('the watch is not started');
    return this.sites;
  }

  async run(args: readonly string[]): Promise<string> {
    const { exitCode, stdout, stderr } = await runCli(args, { env: this.env });
    expect([args, exitCode, exitCode === 0 ? '' : stderr]).toEqual([args, 0, '']);
    return stdout;
  }

  private async visit(): Promise<void> {
    await this.run(['watch', 'run', this.directory, '--once', '--quiet']);
  }

  /** A publication of the first source as if a page had told it; its number. */
  async publish({ title, text, address }: { title: string; text: string; address: string }): Promise<number> {
    const store = await openLocalPublications(this.directory);
    try {
      const version = { title, text, publishedAt: undefined, language: 'en', canonical: address };
      const details = JSON.stringify({ authors: [title], section: title, tags: [title], confidence: 1, method: title });
      const [accepted] = await store.accept([
        {
          ...{ source: 1, identity: address, address, by: 'feed', seenAt: Date.now() },
          ...{ version: { ...version, details }, index: indexText(title, text) },
        },
      ]);
      return accepted!.publication;
    } finally {
      store.close();
    }
  }

  async close(): Promise<void> {
    await this.sites?.close();
  }
}
