import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { nonPageExtensions } from '../../shared/domain/url/skip-before-fetch.ts';
import { frameworkScript } from './framework-scripts.ts';
import { PageRuns } from './page-runs.ts';
import { ReplayedSite, recordedPages, suiteSites } from './replayed-site.ts';

const record = 'crawl-maze.jsonl';
const angularPage = '/javascript/frameworks/angularjs/index.html';

interface Expected {
  readonly groups: Readonly<Record<string, readonly string[]>>;
}

export interface MazeScore {
  /** Targets by group: those that were found, and all. */
  readonly groups: Readonly<Record<string, readonly [found: number, all: number]>>;
  readonly missed: readonly string[];
}

export interface MazeRun {
  /** Attributes, headers and clicks; texts, comments and scripts are not scanned. */
  readonly withoutScan: MazeScore;
  readonly allMeans: MazeScore;
  readonly methods: readonly string[];
  readonly pages: number;
  readonly clicks: number;
  readonly seconds: number;
}

/** Pages of frameworks that the recording has only the sources of. */
export const notServed = 'framework_needs_build';

/** Why a target that is served is found by no means. */
export const explained: Readonly<Record<string, string>> = {
  '/test/html/misc/string/string-known-extension.pdf':
    'no base and text of its page resolve to it: they are joined as strings',
};

/** Crawls the replayed maze with and without a scan for whatever looks like an address, and clicks through each page. */
export async function runMaze(): Promise<MazeRun> {
  const site = await ReplayedSite.start(record);
  const runs = await PageRuns.open(`${site.origin}/`);
  try {
    await crawlStatically(site, 'plugins/attributes-and-headers.ts');
    const bySource = new Set(site.asked);
    await crawlStatically(site, 'plugins/every-address-of-scripts-too.ts');
    const byScan = new Set(site.asked);
    const clicked = await clickThrough(site.origin, runs, bySource);
    return {
      withoutScan: scoreOf(new Set([...bySource, ...clicked.found])),
      allMeans: scoreOf(new Set([...byScan, ...clicked.found])),
      methods: [...site.methods],
      ...{ pages: clicked.pages, clicks: clicked.clicks, seconds: clicked.seconds },
    };
  } finally {
    await runs.close();
    await site.close();
  }
}

/** The crawler as a user starts it. The log of the site holds its requests. */
async function crawlStatically(site: ReplayedSite, plugin: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'orbweaver-maze-'));
  const extensions = nonPageExtensions.filter(name => !['css', 'js', 'pdf'].includes(name));
  const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  const options = ['--frames', '--robots', 'ignore', '--delay', '0', '--quiet', '--extensions', extensions.join(',')];
  try {
    await promisify(execFile)(
      process.execPath,
      [
        ...[here('../../functions/orbweaver.js'), 'crawl', `${site.origin}/`, ...options],
        ...['--plugin', here(plugin), '--out', join(folder, 'crawl')],
      ],
      { env: { ...process.env, ORBWEAVER_STATE: join(folder, 'state') } },
    );
    await site.settled();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Every page of HTML that a crawl or a click leads to. */
async function clickThrough(origin: string, runs: PageRuns, known: ReadonlySet<string>) {
  const isPage = ({ status, headers }: { status: number; headers: Readonly<Record<string, string>> }) =>
    status >= 200 &&
    status < 300 &&
    Object.entries(headers).some(([name, value]) => /^content-type$/i.test(name) && /html/.test(value));
  const pages = new Set(recordedPages(record).flatMap(each => (isPage(each) ? [each.path] : [])));
  // No link leads to it: the recording has no page of the folder above.
  const queue = new Set([...known, angularPage].filter(path => pages.has(path)));
  const found = new Set<string>();
  let [clicks, seconds] = [0, 0];
  for (const path of queue) {
    const run = await runs.run(`${origin}${path}`, { answerFor: frameworkScript });
    clicks += run.clicks;
    seconds += run.seconds;
    for (const url of run.found) {
      const target = targetOf(url);
      found.add(target);
      if (pages.has(target)) queue.add(target);
    }
  }
  return { found, pages: queue.size, clicks, seconds };
}

/** The path of an address, whatever its host: the recording names the host that it was made of. A route behind `#!` is a path too. */
function targetOf(url: string): string {
  const { pathname, hash } = new URL(url);
  return hash.startsWith('#!') ? new URL(hash.slice(2), `http://x${pathname}`).pathname : pathname;
}

function scoreOf(found: ReadonlySet<string>): MazeScore {
  const { groups } = JSON.parse(readFileSync(new URL('crawl-maze.expected.json', suiteSites), 'utf8')) as Expected;
  return {
    groups: Object.fromEntries(
      Object.entries(groups).map(([name, all]) => [name, [all.filter(path => found.has(path)).length, all.length]]),
    ),
    missed: Object.values(groups)
      .flat()
      .filter(path => !found.has(path)),
  };
}

/** Of all groups but some. */
export function totalOf(score: MazeScore, without: readonly string[] = []): number {
  return Object.entries(score.groups).reduce((sum, [name, [found]]) => (without.includes(name) ? sum : sum + found), 0);
}
