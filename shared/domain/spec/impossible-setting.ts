import type { ResolvedSpec } from './crawl-spec.ts';
import { crawlSpecSchema } from './crawl-spec-schema.ts';

/**
 * The first setting of a stored spec that nobody could have given, e.g. "ruleOptions.inFlight"; undefined where there is
 * none. A file may come from anybody: what a spec says bounds loops and connections of whoever continues it.
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
