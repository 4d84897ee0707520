import type { ResolvedSpec } from './crawl-spec.ts';
import { crawlSpecSchema } from './crawl-spec-schema.ts';

/**
 * The first setting of a stored spec that nobody could have given, e.g. "ruleOptions.inFlight"; undefined if there is
 * none. A file may come from an untrusted source: its spec bounds loops and connections of the program that continues the crawl.
 */
export function impossibleSetting({ sites, ...settings }: ResolvedSpec): string | undefined {
  // Names may be longer than a person may give them, where they are those of hosts.
  const given = sites.map(({ ownLimit, limit: _, name: _name, shortName: _short, ...site }) => ({
    ...site,
    limit: ownLimit,
  }));
  const known = Object.entries({ ...settings, sites: given }).filter(([key]) => key in crawlSpecSchema.shape);
  const parsed = crawlSpecSchema.safeParse(Object.fromEntries(known));
  return parsed.error?.issues[0]?.path.join('.');
}
