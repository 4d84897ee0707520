import { defined } from '../../../shared/domain/defined.ts';
import { BadInput, refusal } from '../../../shared/domain/refusal/refusal.ts';
import type { ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import type { ResumeChanges } from '../../../shared/domain/spec/resolve/resume-changes.ts';
import { gatherAccess } from '../spec/gather-access.ts';
import { optionLayer } from '../spec/gather-spec.ts';
import type { OptionValues } from '../spec/spec-options.ts';
import { type RunOptions, runToEnd } from './run-to-end.ts';

export interface ResumeOptions extends RunOptions, OptionValues {
  readonly retryFailed?: boolean;
}

/** The things that a resume names again, and its changes. */
interface Resumed {
  readonly raise: ResumeChanges;
  readonly allowHosts: readonly string[];
  readonly plugins: readonly string[];
  access(sites: ResolvedSpec['sites']): Promise<string | undefined>;
  readonly retryFailed?: boolean;
}

/** `orbweaver resume`; the exit code. `runWatch` continues a watch, as `orbweaver watch run` does. */
export async function resume(
  directory: string,
  options: ResumeOptions,
  runWatch: (directory: string, options: RunOptions, changes: Resumed) => Promise<number>,
): Promise<number> {
  const { allowHosts = [], plugins = [] } = optionLayer(options).spec;
  const { retryFailed = false } = options;
  const access = async (sites: ResolvedSpec['sites']) => await gatherAccess(options, sites);
  const changes = { raise: resumeChanges(options), allowHosts, plugins, retryFailed, access };
  const { holdsWatch } = await import('../../embedded/watch/holds-watch.ts');
  const isWatch = await holdsWatch(directory);
  if (isWatch && retryFailed) throw new BadInput([refusal('is-watch', { directory })]);
  if (isWatch) return await runWatch(directory, options, changes);
  const { readLocalStatus, resumeLocalCrawl } = await import('../../embedded/run-crawl.ts');
  if (!options.example) return await runToEnd(await resumeLocalCrawl({ directory, ...changes }), directory, options);
  const { serveExampleSite } = await import('../../example-site/serve-example-site.ts');
  const { sites } = await readLocalStatus(directory);
  await using _site = await serveExampleSite(Number(new URL(sites[0]!.origin).port));
  return await runToEnd(await resumeLocalCrawl({ directory, ...changes }), directory, options);
}

/** The changes that options request; whether they may be made is for the crawl to say. */
export function resumeChanges(options: OptionValues): ResumeChanges {
  const { limit, siteLimit, timeLimitSeconds, maxLevel, delayMs, timeoutSeconds, maxPageBytes } =
    optionLayer(options).spec;
  const starts = options['startPage'] as ResumeChanges['starts'];
  return defined({ limit, siteLimit, timeLimitSeconds, maxLevel, delayMs, timeoutSeconds, maxPageBytes, starts });
}
