import { existsSync } from 'node:fs';
import { readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDirectory, lockFiles } from '../../shared/adapters/local/open.ts';
import { refusal } from '../../shared/domain/refusal/refusal.ts';
import { kindOf } from '../../shared/domain/spec/crawl-kind.ts';
import { parseSiteAddress } from '../../shared/domain/spec/site-address.ts';
import { fileNameOf } from '../../shared/domain/url/scope.ts';
import type { CrawlService, StartOrder } from '../../shared/place/crawl-service.ts';
import { crawlEntries } from '../embedded/directory/own-files.ts';
import { readLiveFile } from '../embedded/live/live-file.ts';
import { timedName } from '../embedded/output-directory.ts';
import { Problem } from '../http/request/problem.ts';
import type { CrawlFolder } from './crawl-folder.ts';
import type { CrawlRuns } from './crawl-runs.ts';
import type { LocalCrawls } from './local-crawls.ts';
import { soonEnough } from './patience.ts';
import { listResultFiles, openDownload, readPart, withSizes } from './result-files.ts';
import { ResultRewrites } from './result-rewrites.ts';
import { FoundSites } from './site-found.ts';
import type { Uploads } from './uploads.ts';

interface ServiceParts {
  readonly folder: CrawlFolder;
  readonly runs: CrawlRuns;
  readonly uploads: Uploads;
  readonly crawls: Pick<LocalCrawls, 'look' | 'lostResults'>;
  readonly scans: Pick<LocalCrawls, 'levels' | 'compare' | 'simulate'>;
  readonly now: () => number;
}

/** Result files of one answer. */
const filesOfPart = 1_000;

/** The crawls of this machine for the HTTP app. */
export function localCrawlService({ folder, runs, uploads, crawls, scans, now }: ServiceParts): CrawlService {
  const found = new FoundSites();
  const directoryOf = (crawl: string): string => folder.directory(crawl);
  return {
    isLive: true,
    // It is the user's own machine, and they may crawl it by the command line just so.
    allowsPrivateHosts: true,
    isPrivate: () => false,
    deployedParts: undefined,
    startsWatches: true,
    retriesFailed: true,
    newId: async order => freeName(folder, timedName(nameOf(order), new Date(now()))),
    nextRun: async (_, last) => last + 1,
    begin: async (crawl, run, order) => {
      const isList = order.kind === 'start' && order.sitesFrom !== undefined;
      const named = isList ? { ...order, sitesFrom: uploadName(order.sitesFrom!) } : order;
      const look = order.kind === 'start' ? undefined : await crawls.look(directoryOf(crawl));
      await runs.begin(crawl, run, named, look?.row !== undefined && kindOf(look.row.spec).name === 'watch');
    },
    results: async (crawl, _, part) => {
      const names = await listResultFiles(directoryOf(crawl));
      const own = names.slice(part * filesOfPart, (part + 1) * filesOfPart);
      return own.length === 0 ? undefined : await withSizes(directoryOf(crawl), own);
    },
    sitesFound: async (crawl, _, sites) => {
      const directory = directoryOf(crawl);
      return found.read(directory, sites);
    },
    levelsSoFar: async (crawl, site) => await scans.levels(directoryOf(crawl), site),
    downloadUrl: async (crawl, name) =>
      `/crawls/${[crawl, 'results', ...name.split('/')].map(encodeURIComponent).join('/')}`,
    download: async (crawl, name) => await openDownload(directoryOf(crawl), name),
    zip: async (crawl, title) => await (await import('./zip-results.ts')).zipResults(directoryOf(crawl), title),
    uploadUrl: async (upload, sizeBytes) => {
      uploads.offer(uploadName(upload), sizeBytes);
      return `/uploads/${uploadName(upload)}`;
    },
    hasUpload: async upload => uploads.has(uploadName(upload)),
    readUpload: async upload => await readFile(uploads.file(uploadName(upload))),
    readResult: async (crawl, name, from, most) => await readPart(directoryOf(crawl), name, from, most),
    liveWork: async crawl => readLiveFile(directoryOf(crawl)),
    listedPages: async spec => await (await import('../embedded/sitemaps/count-listed.ts')).countListed(spec),
    compare: async (before, after) => await scans.compare(directoryOf(before), directoryOf(after)),
    simulate: async (ids, asked) =>
      await scans.simulate(
        ids.map(id => ({ id, directory: directoryOf(id) })),
        asked,
      ),
    lacksPicture: crawl => refusal('no-graph-sample', { command: `orbweaver export ${directoryOf(crawl)}` }),
    rewrites: new ResultRewrites(folder),
    lostResults: async crawl => await crawls.lostResults(directoryOf(crawl)),
    removeFiles: async ({ id: crawl }) => {
      await removeCrawl(directoryOf(crawl));
      return { removed: 0, isDone: true };
    },
    dollars: () => undefined,
  };
}

/** The last part: lists have unguessable names, and all are of one owner here. */
function uploadName(upload: string): string {
  return upload.slice(upload.lastIndexOf('/') + 1);
}

/** By the host of the first site, as the command line names directories. */
function nameOf({ spec: { sites = [] } }: StartOrder): string {
  const address = parseSiteAddress(sites[0]?.url ?? '');
  return address.kind === 'address' ? fileNameOf(address.url.origin, false) : 'list';
}

function freeName(folder: CrawlFolder, name: string): string {
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? name : `${name}-${count}`;
    if (!existsSync(join(folder.root, id)) && folder.createdAt(id) === undefined) return id;
  }
}

/** Removes what a crawl has written, and the directory unless it holds something else. Nobody may work on it. */
async function removeCrawl(directory: string): Promise<void> {
  if (!existsSync(directory)) return;
  const lock = await soonEnough(async () => {
    const taken = lockDirectory(directory);
    return 'owner' in taken ? undefined : taken;
  });
  if (lock === undefined) throw new Problem(409, [refusal('delete-worked-on')]);
  try {
    // The state first: without it the directory is no crawl any more, whatever happens next.
    for (const name of ['crawl.db', ...crawlEntries]) await rm(join(directory, name), { recursive: true, force: true });
  } finally {
    lock.release();
  }
  for (const name of lockFiles) await rm(join(directory, name), { force: true });
  await rmdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY') throw error;
  });
}
