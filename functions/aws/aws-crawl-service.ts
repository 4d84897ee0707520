import * as aws from '../../shared/adapters/aws/open.ts';
import type { CrawlRecord } from '../../shared/domain/protocol/crawl-record.ts';
import type { CrawlRow } from '../../shared/domain/protocol/crawl-state.ts';
import { BadInput, refusal } from '../../shared/domain/refusal/refusal.ts';
import { kindOf } from '../../shared/domain/spec/crawl-kind.ts';
import type { CrawlService } from '../../shared/place/crawl-service.ts';
import { figuresIn } from '../../shared/report/summary-part.ts';
import { Problem } from '../http/request/problem.ts';
import { isDeleting } from '../http/views/crawl-view.ts';
import { deployedNames } from './deployed-parts.ts';
import { orderFile, resultsFile, siteFile, specFile } from './life/control-files.ts';
import { beginRemoval, isDeleted, markRemoval } from './life/removal.ts';

/** API Gateway waits for 29 s; what is left then is the work of a state machine. */
const removingMs = 15_000;

/** Without its claims a crawl would fetch its pages again, and its results would lose them. Throws `BadInput`. */
async function demandClaims(crawl: string): Promise<void> {
  const row = await aws.openAwsStore('api').readCrawl(crawl);
  if (row === undefined || !kindOf(row.spec).ends || aws.openAwsClock().now() < aws.knownUntil(row.startedAt)) return;
  throw new BadInput([refusal('claims-expired', { date: new Date(row.startedAt).toISOString().slice(0, 10) })]);
}

/** Without a row the spec says it, which is written before anything else. */
async function kindToRemove({ id, run }: CrawlRecord, row: CrawlRow | undefined) {
  if (row !== undefined) return { isWatch: kindOf(row.spec).name === 'watch' };
  const spec = await specFile(run).find(aws.openAwsObjects(id));
  return spec?.watch === undefined ? { isWatch: false } : { isWatch: true, sources: spec.sites.length };
}

/** The crawls of an account for the HTTP app. */
export const awsCrawlService: CrawlService = {
  // API Gateway answers once.
  isLive: false,
  turnsOutlastRuns: true,
  allowsPrivateHosts: false,
  get deployedParts() {
    return deployedNames();
  },
  get startsWatches() {
    return aws.keepsAwsWatches();
  },
  get unloadedUrls() {
    return aws.unloadedUrls();
  },
  newId: async () => aws.awsIds.next(),
  nextRun: async (crawl, last) => {
    await demandClaims(crawl);
    // A record that came from a backup has forgotten its latest runs, and what they left must not pass for the new one's.
    for (let run = last + 1; ; run += 1)
      if ((await orderFile(run).find(aws.openAwsObjects(crawl))) === undefined) return run;
  },
  begin: async (crawl, run, order) => {
    const objects = aws.openAwsObjects(crawl);
    await orderFile(run).put(objects, order);
    if (await isDeleted(crawl)) {
      await objects.remove(orderFile(run).name);
      throw new Problem(409, [refusal('deleted-meanwhile')]);
    }
    await aws.openAwsMachine().start(`${crawl}-${run}`, { crawl, run });
  },
  results: async (crawl, run, part) => await resultsFile(run, part).find(aws.openAwsObjects(crawl)),
  sitesFound: async (crawl, run, sites) => {
    const files = await Promise.all(sites.map(async site => await siteFile(run, site).find(aws.openAwsObjects(crawl))));
    return new Map(files.flatMap(file => (file === undefined ? [] : [[file.site, figuresIn(file)] as const])));
  },
  // A count of levels would read every page of the crawl.
  levelsSoFar: async () => [],
  downloadUrl: async (crawl, name) => await aws.openAwsFiles().downloadUrl(crawl, name),
  download: async (crawl, name) => {
    const files = aws.openAwsFiles();
    if ((await files.readResult(crawl, name, 0, 1)) === undefined) return undefined;
    return { kind: 'elsewhere', url: await files.downloadUrl(crawl, name) };
  },
  uploadUrl: async (upload, sizeBytes) => await aws.openAwsFiles().uploadUrl(upload, sizeBytes),
  hasUpload: async upload => await aws.openAwsFiles().hasUpload(upload),
  readUpload: async upload => await aws.openAwsFiles().readUpload(upload),
  readResult: async (crawl, name, from, most) => await aws.openAwsFiles().readResult(crawl, name, from, most),
  lacksPicture: () => refusal('no-graph-picture'),
  removeFiles: async (record, row) => {
    if (!isDeleting(record.failure) && !(await markRemoval(record, 0))) return undefined;
    const end = performance.now() + removingMs;
    const rest = { crawl: record.id, removed: 0, ...(await kindToRemove(record, row)) };
    try {
      const gone = await aws.removeAwsCrawl(rest, () => performance.now() > end);
      if (!gone.isDone) await beginRemoval({ ...rest, removed: gone.removed });
      return gone;
    } catch (error) {
      // The state machine tries again, and has an alarm.
      await beginRemoval(rest);
      throw error;
    }
  },
  dollars: usage => aws.dollarsOf(usage).total,
  isPrivate: aws.isPrivateStart,
};
