import type { RaisedLimits } from '../../../shared/domain/spec/resolve/resolve-sites.ts';
import { optionLayer } from '../spec/gather-spec.ts';
import type { OptionValues } from '../spec/spec-options.ts';
import { type RunOptions, runToEnd } from './run-to-end.ts';

export interface ResumeOptions extends RunOptions, OptionValues {}

/** `orbweaver resume`; the exit code. */
export async function resume(directory: string, options: ResumeOptions): Promise<number> {
  const { allowHosts = [], plugins = [] } = optionLayer(options).spec;
  const changes = { raise: raisedLimits(options), allowHosts, plugins };
  const { readLocalStatus, resumeLocalCrawl } = await import('../../embedded/run-crawl.ts');
  if (!options.example) return await runToEnd(await resumeLocalCrawl({ directory, ...changes }), directory, options);
  const { serveExampleSite } = await import('../../example-site/serve-example-site.ts');
  const { sites } = await readLocalStatus(directory);
  const site = await serveExampleSite(Number(new URL(sites[0]!.origin).port));
  try {
    return await runToEnd(await resumeLocalCrawl({ directory, ...changes }), directory, options);
  } finally {
    await site.close();
  }
}

/** The limits that options give, larger ones or not: that is for the crawl to say. */
export function raisedLimits(options: OptionValues): RaisedLimits {
  const { limit, timeLimitSeconds, maxLevel } = optionLayer(options).spec;
  return {
    ...(limit === undefined ? {} : { limit }),
    ...(timeLimitSeconds === undefined ? {} : { timeLimitSeconds }),
    ...(maxLevel === undefined ? {} : { maxLevel }),
  };
}
