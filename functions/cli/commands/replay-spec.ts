import { resolve } from 'node:path';
import { specOfArchive } from '../../../shared/adapters/local/open.ts';
import type { ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import { readSpec } from '../../../shared/domain/spec/read-spec.ts';
import type { SpecSources } from '../spec/gather-spec.ts';

/** Settings that nobody names are taken from the archive; options of the command line count before it. Throws `BadInput`. */
export async function withArchive(sources: SpecSources, archives: readonly string[]): Promise<SpecSources> {
  if (sources.urls.length > 0 || sources.input !== undefined || sources.config !== undefined) return sources;
  const first = archives[0]!;
  const spec = specToReplay(JSON.parse(await specOfArchive(resolve(first))) as ResolvedSpec);
  return { ...sources, weakest: readSpec(spec, path => `${first}: ${path.join('.')}`) };
}

const notTaken: readonly string[] = [
  'sites',
  'allowHosts',
  'access',
  'plugins',
  'finish',
  'writers',
  'analyzers',
  'applications',
  'fromWarc',
  'archiveDate',
  'since',
  'warc',
  // Of an archive of the version before this one.
  'http2',
  'watch',
];

/** An archive may come from an untrusted source: it names no code and no hosts of this machine. */
function specToReplay({ sites, ...settings }: ResolvedSpec): unknown {
  const taken = Object.entries(settings).filter(([key]) => !notTaken.includes(key));
  return {
    ...Object.fromEntries(taken),
    sites: sites.map(({ limit: _, ownLimit, ...site }) => ({
      ...site,
      ...(ownLimit !== undefined && { limit: ownLimit }),
    })),
  };
}

/** Nobody is asked, so nobody has to be left alone: the delays are zero, and so is that of robots.txt. */
export function asReplay(spec: ResolvedSpec): ResolvedSpec {
  return {
    ...spec,
    fromWarc: (spec.fromWarc ?? []).map(file => resolve(file)),
    robots: spec.robots === 'obey' ? 'disallow-only' : spec.robots,
    sites: spec.sites.map(site => ({ ...site, delayMs: 0 })),
  };
}
