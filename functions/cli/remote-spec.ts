import { BadInput } from '../../shared/domain/spec/bad-input.ts';
import type { ResolvedSite, ResolvedSpec } from '../../shared/domain/spec/crawl-spec.ts';
import type { CrawlSpec } from '../../shared/domain/spec/crawl-spec-schema.ts';

/** A spec with every default written out, in the form that the API takes: what runs there is what was decided here. */
export function specToSend(spec: ResolvedSpec): CrawlSpec {
  return { ...settingsToSend(spec), sites: spec.sites.map(siteToSend) };
}

/** The same without sites, for a list of them that is uploaded. */
export function settingsToSend({
  sites: _,
  startHosts: __,
  allowHosts,
  plugins,
  ...settings
}: ResolvedSpec): CrawlSpec {
  const { include, exclude, formats, finish, writers, analyzers, extensions, ...plain } = settings;
  return {
    ...plain,
    include: [...include],
    exclude: [...exclude],
    formats: [...formats],
    ...(extensions === undefined ? {} : { extensions: [...extensions] }),
    ...(finish.length > 0 ? { finish: [...finish] } : {}),
    ...(writers.length > 0 ? { writers: [...writers] } : {}),
    ...(analyzers.length > 0 ? { analyzers: [...analyzers] } : {}),
    // Refused over there, with the reason.
    ...(allowHosts.length > 0 ? { allowHosts: [...allowHosts] } : {}),
    ...(plugins.length > 0 ? { plugins: [...plugins] } : {}),
  } as CrawlSpec;
}

function siteToSend({ limit: _, ownLimit, ...site }: ResolvedSite): NonNullable<CrawlSpec['sites']>[number] {
  return { ...site, ...(ownLimit === undefined ? {} : { limit: ownLimit }) };
}

/** Sites as lines of a list, with the settings that a line can hold. Throws `BadInput` for those that it cannot. */
export function sitesAsLines(sites: readonly ResolvedSite[]): string {
  const limits = new Set(sites.map(({ ownLimit }) => ownLimit));
  if (limits.size > 1)
    throw new BadInput([
      'sites: more than 1,000 sites with limits of their own are refused; allowed is one --site-limit for all.',
    ]);
  const lines = sites.map(
    ({ url, maxDownloads, maxLevel, delayMs }) => `${url};${maxDownloads};${maxLevel ?? -1};${delayMs}`,
  );
  return `${lines.join('\n')}\n`;
}
