import { existsSync, statSync } from 'node:fs';
import { BadInput } from '../../shared/domain/refusal/bad-input.ts';
import { allowance } from '../../shared/domain/refusal/refusal.ts';
import { createHttpApp } from '../http/http-app.ts';
import { type ConsoleServer, startConsoleServer } from './console-server.ts';
import { CrawlFolder } from './crawl-folder.ts';
import { CrawlRuns } from './crawl-runs.ts';
import { openCrawlsThread } from './crawls-client.ts';
import { localPorts } from './local-ports.ts';
import { localOwner } from './local-registry.ts';
import { Uploads } from './uploads.ts';

interface ConsoleOptions {
  /** The folder of crawls. */
  readonly root: string;
  readonly host: string;
  readonly port: number;
  readonly onError: (error: unknown) => void;
}

export interface LocalConsole extends Pick<ConsoleServer, 'origin' | 'token' | 'close'> {
  /** Asks the crawls that were started from here to stop; how many there are. */
  stopCrawls(): Promise<number>;
  /** Resolves when the crawls that were started from here have ended. */
  crawlsEnded(): Promise<void>;
}

/** The console of the crawls of this machine. Throws `BadInput`. */
export async function startLocalConsole({ root, host, port, onError }: ConsoleOptions): Promise<LocalConsole> {
  demandFolder(root);
  const folder = new CrawlFolder(root);
  const runs = new CrawlRuns(folder);
  const uploads = new Uploads(folder);
  // What reads all claims of a crawl takes seconds, and must not hold up the rest.
  const [thread, scans] = [openCrawlsThread(), openCrawlsThread()];
  const endThreads = async (): Promise<void> => void (await Promise.all([thread.close(), scans.close()]));
  const ports = localPorts({ folder, runs, uploads, crawls: thread.crawls, scans: scans.crawls });
  const app = createHttpApp(ports, onError);
  app.put('/uploads/:name', async context => {
    await uploads.take(context.req.param('name'), context.req.raw);
    return context.body(null, 204);
  });
  const api = async (request: Request): Promise<Response> => await app.fetch(request, { owner: localOwner });
  try {
    const server = await startConsoleServer({ host, port, api, onError });
    return {
      ...server,
      close: async () => {
        await server.close();
        await endThreads();
      },
      stopCrawls: async () => await runs.stopAll(),
      crawlsEnded: async () => await runs.allEnded(),
    };
  } catch (error) {
    await endThreads();
    throw error;
  }
}

/** It may be missing: the first crawl makes it. */
function demandFolder(root: string): void {
  if (!existsSync(root) || statSync(root).isDirectory()) return;
  throw new BadInput([{ field: '--root', ...allowance('not-directory', { directory: root }) }]);
}
