import { existsSync, statSync } from 'node:fs';
import { localClock, localIds } from '../../shared/adapters/local/open.ts';
import { allowance, BadInput } from '../../shared/domain/refusal/refusal.ts';
import type { ResolvedSpec } from '../../shared/domain/spec/crawl-spec.ts';
import type { HttpPorts } from '../../shared/place/crawl-service.ts';
import { createHttpApp } from '../http/http-app.ts';
import type { HttpApp } from '../http/request/http-env.ts';
import { type ConsoleServer, type ServerOptions, startConsoleServer } from './console-server.ts';
import { CrawlFolder } from './crawl-folder.ts';
import { CrawlRuns } from './crawl-runs.ts';
import { type LocalCrawls, unreadLook } from './local-crawls.ts';
import { LocalRegistry, localOwner } from './local-registry.ts';
import { localCrawlService } from './local-service.ts';
import { LocalTraversals } from './local-traversals.ts';
import { byDirectory } from './threads/by-directory.ts';
import { DirectoryReader } from './threads/directory-reader.ts';
import { Uploads } from './uploads.ts';
import { localWatchService, type WatchThread } from './watches/local-watch-service.ts';
import type { WatchCalls } from './watches/local-watches.ts';
import { performOn, type StoredWatches } from './watches/stored-watches.ts';
import { localWatchPages } from './watches/watch-pages.ts';

/** Serves the bundled site. */
type ServeExample = () => Promise<{ readonly url: string; close(): Promise<void> }>;

export interface ConsoleOptions extends Omit<ServerOptions, 'api'> {
  /** The folder of crawls. */
  readonly root: string;
  /** Begins when the page requests it first, and ends with the console. */
  readonly serveExample: ServeExample;
  /** Private hosts that every crawl of this server may ask. */
  readonly allowHosts?: readonly string[];
  /** How long a call that reads much may hold up the others of its kind; 60,000 by default. */
  readonly scanMs?: number;
}

export interface LocalConsole extends Pick<ConsoleServer, 'origin' | 'token' | 'close'> {
  /** Asks the crawls that were started from here to stop; how many there are. */
  stopCrawls(): Promise<number>;
  /** Resolves when the crawls that were started from here have ended. */
  crawlsEnded(): Promise<void>;
}

/** How long a call that should be quick may hold up the others of its kind. */
const quickMs = 5_000;

/** The console of the crawls of this machine. Throws `BadInput`. */
export async function startLocalConsole({ host, port, ...options }: ConsoleOptions): Promise<LocalConsole> {
  const { api, close, ...life } = openLocalApi(options);
  try {
    const server = await startConsoleServer({ host, port, api, onError: options.onError });
    return {
      ...{ ...server, ...life },
      close: async () => {
        await server.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

export interface LocalApi extends Pick<LocalConsole, 'close' | 'stopCrawls' | 'crawlsEnded'> {
  /** Answers as the API of an account does; whoever calls it may do all that the user can. */
  api(request: Request): Promise<Response>;
}

/** The API of the crawls of this machine, without a server. Throws `BadInput`. */
export function openLocalApi({
  root,
  onError,
  serveExample,
  scanMs = 60_000,
  allowHosts = [],
}: Omit<ConsoleOptions, 'host' | 'port'>): LocalApi {
  demandFolder(root);
  const folder = new CrawlFolder(root);
  const runs = new CrawlRuns(folder, allowHosts);
  const uploads = new Uploads(folder);
  // Readers of all claims of a crawl take seconds, and must not hold up the rest.
  const [quick, scans] = [openCrawls(quickMs), openCrawls(scanMs)];
  const pages = localWatchPages();
  const directoryOf = (id: string): string => folder.directory(id);
  const specOf = async (id: string): Promise<ResolvedSpec> => {
    const spec = await quick.crawls.trustedSpec(directoryOf(id));
    if (spec === undefined) throw new Error(`crawl ${id} is gone`);
    return spec;
  };
  const parts = { quick, slow: scans, pages, specOf };
  const ports = {
    ...localPorts({ folder, runs, uploads, crawls: quick.crawls, scans: scans.crawls }),
    watches: localWatchService(directoryOf, parts),
    perform: performOn(directoryOf, parts),
  };
  const app = createHttpApp(ports, onError);
  app.put('/uploads/:name', async context => {
    await uploads.take(context.req.param('name'), context.req.raw);
    return context.body(null, 204);
  });
  addTraversals(app, new LocalTraversals(root));
  const example = bundledSite(app, serveExample);
  return {
    api: async request => await app.fetch(request, { owner: localOwner }),
    close: async () => {
      await example.close();
      await pages.close();
      for (const each of [quick, scans]) each.close();
    },
    stopCrawls: async () => await runs.stopAll(),
    crawlsEnded: async () => await runs.allEnded(),
  };
}

/** `POST /example` serves the bundled site, until the console ends, and says its address; `GET` says that there is one. */
function bundledSite(app: HttpApp, serveExample: ServeExample): { close(): Promise<void> } {
  let site: ReturnType<ServeExample> | undefined;
  app.get('/example', context => context.json({}));
  app.post('/example', async context => {
    site ??= serveExample();
    return context.json({ url: (await site).url });
  });
  return { close: async () => await (await site)?.close() };
}

/** Pages that were clicked through on this machine. */
function addTraversals(app: HttpApp, traversals: LocalTraversals): void {
  app.get('/traversals', context => context.json({ traversals: traversals.list() }));
  app.get('/traversals/:id', context => context.json(traversals.read(context.req.param('id'))));
  app.post('/traversals/:id/states/:state/picture', async context => {
    const { id, state } = context.req.param();
    return context.json(await traversals.picture(id, /^\d{1,9}$/.test(state) ? Number(state) : Number.NaN));
  });
}

/** It may be missing: the first crawl makes it. */
function demandFolder(root: string): void {
  if (!existsSync(root) || statSync(root).isDirectory()) return;
  throw new BadInput([{ field: '--root', ...allowance('not-directory', { directory: root }) }]);
}

interface LocalParts {
  readonly folder: CrawlFolder;
  readonly runs: CrawlRuns;
  readonly uploads: Uploads;
  readonly crawls: CrawlsClient['crawls'];
  /** The same on another thread, for what takes long. */
  readonly scans: CrawlsClient['crawls'];
}

/** The ports of the HTTP app on one machine. A crawl's id is the name of its directory, whatever its file calls it. */
function localPorts({ folder, runs, uploads, crawls, scans }: LocalParts): HttpPorts {
  const clock = localClock();
  const at = (id: string): string => folder.directory(id);
  const now = (): number => clock.now();
  return {
    clock,
    ids: localIds,
    registry: new LocalRegistry({ folder, runs, crawls, now }),
    service: localCrawlService({ folder, runs, uploads, crawls, scans, now }),
    store: byDirectory<HttpPorts['store']>(at, () => crawls, {
      readCrawl: async id => (await crawls.look(at(id)))?.row,
    }),
    links: byDirectory(at, () => crawls),
    linkViews: byDirectory(at, () => scans),
    paperReport: async (...given) => await (await import('../embedded/watch/paper-report.ts')).paperReport(...given),
    schedule: byDirectory(at, () => crawls),
    names: byDirectory(at, () => crawls),
    sites: {
      add: async (id, sites) => await crawls.addSites(at(id), sites),
      remove: async (id, site) => await crawls.removeSite(at(id), site),
    },
  };
}

interface CrawlsClient extends WatchThread {
  readonly crawls: Pick<LocalCrawls, keyof LocalCrawls>;
  close(): void;
}

/** States of crawls, read by their own process. */
function openCrawls(patienceMs: number): CrawlsClient {
  const reader = new DirectoryReader(patienceMs);
  const crawls = reader.remote<Pick<LocalCrawls, keyof LocalCrawls>>('crawls');
  const look: LocalCrawls['look'] = async directory => {
    try {
      return await crawls.look(directory);
    } catch (error) {
      // An unreadable directory is shown as such beside the others.
      if (error instanceof BadInput) return unreadLook(directory, false, error.refusals);
      throw error;
    }
  };
  return {
    crawls: Object.assign(Object.create(crawls) as typeof crawls, { look }),
    watches: reader.remote<WatchCalls>('watches'),
    stores: reader.remote<StoredWatches>('stores'),
    close: () => reader.close(),
  };
}
