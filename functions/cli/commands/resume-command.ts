import type { CrawlSpec } from '../../../shared/domain/spec/crawl-spec-schema.ts';
import { readSpec } from '../../../shared/domain/spec/read-spec.ts';
import type { RaisedLimits } from '../../../shared/domain/spec/resolve/resolve-sites.ts';
import { settingName } from '../../../shared/domain/spec/settings.ts';
import { type OptionValues, specValuesOf } from '../spec/spec-options.ts';
import { type RunOptions, runToEnd } from './run-to-end.ts';

export interface ResumeOptions extends RunOptions, OptionValues {}

/** `orbweaver resume`; the exit code. */
export async function resume(directory: string, options: ResumeOptions): Promise<number> {
  const changes = { raise: raisedLimits(options), allowHosts: givenSpec(options).allowHosts ?? [] };
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
  const { limit, timeLimitSeconds, maxLevel } = givenSpec(options);
  return {
    ...(limit === undefined ? {} : { limit }),
    ...(timeLimitSeconds === undefined ? {} : { timeLimitSeconds }),
    ...(maxLevel === undefined ? {} : { maxLevel }),
  };
}

function givenSpec(options: OptionValues): CrawlSpec {
  return readSpec(specValuesOf(options), path => settingName(path, 'option')).spec;
}
