import type { ResolvedSpec } from './crawl-spec.ts';
import { crawlSpecSchema } from './crawl-spec-schema.ts';

/**
 * The first setting of a stored spec that no door accepts, e.g. "ruleOptions.inFlight"; undefined if there is none. The
 * file may be untrusted, and its spec controls loops and connections.
 */
export function impossibleSetting({ sites, ...settings }: ResolvedSpec): string | undefined {
  // Names that come from hosts may be longer than names that a person gives.
  const given = sites.map(({ ownLimit, limit: _, name: _name, shortName: _short, ...site }) => ({
    ...site,
    limit: ownLimit,
  }));
  const known = Object.entries({ ...settings, sites: given }).filter(([key]) => key in crawlSpecSchema.shape);
  const parsed = crawlSpecSchema.safeParse(Object.fromEntries(known));
  return parsed.error?.issues[0]?.path.join('.');
}
