/** Whole crawls in this process, and what they leave behind. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalCrawl } from '../../functions/embedded/local-crawl.ts';
import { resumeLocalCrawl, startLocalCrawl } from '../../functions/embedded/run-crawl.ts';
import type { CrawlSpec } from '../../shared/domain/spec/crawl-spec-schema.ts';
import { readSpec } from '../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../shared/domain/spec/resolve/resolve-spec.ts';
import type { ResumeChanges } from '../../shared/domain/spec/resolve/resume-changes.ts';
import type { CrawlSummary } from '../../shared/report/summary.ts';
import { csvRows } from '../pure/results/csv-rows.ts';
import { workFolder } from './work-folder.ts';

export { workFolder };

let crawls = 0;

export function newDirectory(): string {
  crawls += 1;
  return join(workFolder, `crawl-${crawls}`);
}

export interface FinishedCrawl {
  readonly directory: string;
  readonly summary: CrawlSummary;
  readonly results: CrawlResults;
}

/** Start addresses, or sites with settings of their own. */
type Sites = string | readonly (string | NonNullable<CrawlSpec['sites']>[number])[];

/** Without a delay, unless `settings` has one. */
export async function crawl(sites: Sites, settings: CrawlSpec = {}): Promise<FinishedCrawl> {
  const directory = newDirectory();
  return await finish(directory, await begin(directory, sites, settings));
}

export async function begin(directory: string, sites: Sites, settings: CrawlSpec = {}): Promise<LocalCrawl> {
  const list = [sites].flat().map(site => (typeof site === 'string' ? { url: site } : site));
  const layer = readSpec({ delayMs: 0, formats: ['csv'], ...settings, sites: list }, path => path.join('.'));
  return await startLocalCrawl({ directory, spec: resolveSpec([layer]), overwrite: false });
}

/** `plugins`: addresses of files that are named again. */
export async function resume(
  directory: string,
  raise: ResumeChanges = {},
  plugins: readonly string[] = [],
): Promise<FinishedCrawl> {
  return await finish(directory, await resumeLocalCrawl({ directory, raise, plugins }));
}

export async function finish(directory: string, running: LocalCrawl): Promise<FinishedCrawl> {
  return { directory, summary: await running.run(), results: new CrawlResults(directory) };
}

type Rows = Record<string, string>[];

/** The result files of a crawl, with the origin of loopback sites left out of addresses. */
export class CrawlResults {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  nodes(site = ''): Rows {
    return this.rows('graph', site, 'nodes.csv');
  }

  /** `source → target` by address, with the weight. */
  arcs(site = ''): string[] {
    const urls = this.nodes(site).map(({ Url }) => Url);
    const edges = this.rows('graph', site, 'edges.csv');
    return edges.map(({ Source, Target, Weight }) => `${urls[Number(Source)]} ${urls[Number(Target)]} ${Weight}`);
  }

  /** Addresses by level. */
  levels(site = ''): Record<string, string[]> {
    const byLevel = Object.groupBy(this.nodes(site), ({ Level }) => Level ?? '');
    return Object.fromEntries(
      Object.entries(byLevel).map(([level, rows]) => [level, (rows ?? []).map(({ Url }) => Url ?? '')]),
    );
  }

  merges(site = ''): Rows {
    return this.rows('reports', site, 'merges.csv');
  }

  skipped(site = ''): Rows {
    return this.rows('reports', site, 'skipped.csv');
  }

  /** Reason of each address that was skipped. */
  reasons(site = ''): Record<string, string> {
    return Object.fromEntries(this.skipped(site).map(({ Url = '', Reason = '' }) => [Url, Reason]));
  }

  counts(site = ''): Rows {
    return this.rows('reports', site, 'levels.csv');
  }

  external(site = ''): Rows {
    return this.rows('links', site, 'external.csv');
  }

  bad(site = ''): Rows {
    return this.rows('links', site, 'bad.csv');
  }

  /** All files under fragment/, graph/, links/, pages/ and reports/ as they are. */
  files(): Record<string, string> {
    const files = ['fragment', 'graph', 'links', 'pages', 'reports'].flatMap(folder =>
      readdirSync(join(this.directory, folder)).map(name => join(folder, name)),
    );
    return Object.fromEntries(files.sort().map(name => [name, this.raw(name, 'latin1')]));
  }

  /** When each file was last written, `crawl.json` too. */
  times(): Record<string, number> {
    const names = [...Object.keys(this.files()), 'crawl.json', 'crawl.db'];
    return Object.fromEntries(names.map(name => [name, statSync(join(this.directory, name)).mtimeMs]));
  }

  json(): Record<string, unknown> {
    return JSON.parse(this.raw('crawl.json')) as Record<string, unknown>;
  }

  raw(name: string, encoding: BufferEncoding = 'utf8'): string {
    return readFileSync(join(this.directory, name), encoding);
  }

  rows(folder: string, site: string, end: string): Rows {
    const names = readdirSync(join(this.directory, folder)).filter(name => name.startsWith(site) && name.endsWith(end));
    if (names.length !== 1) throw new Error(`${folder} has ${names.length} files ${site}*${end}`);
    return csvRows(this.raw(join(folder, names[0]!)).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, ''));
  }
}
