import type { CrawlSpec } from '../../../shared/domain/spec/crawl-spec-schema.ts';
import { readSpec } from '../../../shared/domain/spec/read-spec.ts';
import { settingName } from '../../../shared/domain/spec/settings.ts';
import { outputDirectory } from '../../embedded/output-directory.ts';
import { demandSomething, gatherSpec, type SpecSources } from '../spec/gather-spec.ts';
import { type OptionValues, specValuesOf } from '../spec/spec-options.ts';
import { BadCommand } from '../terminal/print.ts';
import { asReplay, withArchive } from './replay-spec.ts';
import { type RunOptions, runToEnd } from './run-to-end.ts';

export interface CrawlOptions extends RunOptions, OptionValues {
  readonly input?: string;
  readonly config?: string;
  readonly out?: string;
  readonly overwrite?: true;
}

/** `orbweaver crawl`; the exit code. */
export async function crawl(urls: readonly string[], options: CrawlOptions): Promise<number> {
  return options.example ? await crawlExample(urls, options) : await crawlSites({ ...options, urls, options }, options);
}

async function crawlSites(given: SpecSources, options: CrawlOptions): Promise<number> {
  const archives = archivesOf(options);
  const sources = archives === undefined ? given : await withArchive(given, archives);
  if (archives === undefined) demandSomething(sources);
  const { spec: gathered, notices } = await gatherSpec(sources);
  const spec = gathered.fromWarc === undefined ? gathered : asReplay(gathered);
  const directory = await outputDirectory(options, spec, new Date());
  if (!options.quiet) for (const notice of notices) process.stderr.write(`Note: ${notice}\n`);
  const { startLocalCrawl } = await import('../../embedded/run-crawl.ts');
  const running = await startLocalCrawl({ directory, spec, overwrite: options.overwrite ?? false });
  return await runToEnd(running, directory, options);
}

/** Archives to crawl from. Faults of other options wait for those of all other sources. */
function archivesOf(options: OptionValues): CrawlSpec['fromWarc'] {
  const { fromWarc } = specValuesOf(options);
  return fromWarc === undefined ? undefined : readSpec({ fromWarc }, path => settingName(path, 'option')).spec.fromWarc;
}

/** The bundled site is on this machine and ours: no delay unless one is requested. */
async function crawlExample(urls: readonly string[], options: CrawlOptions): Promise<number> {
  if (urls.length > 0 || options.input !== undefined) {
    throw new BadCommand(['--example crawls the bundled site alone; leave out the addresses and --input.']);
  }
  const { serveExampleSite } = await import('../../example-site/serve-example-site.ts');
  await using site = await serveExampleSite();
  const weakest = readSpec({ delayMs: 0 }, () => '--example');
  return await crawlSites({ ...options, urls: [site.url], options, weakest }, options);
}
