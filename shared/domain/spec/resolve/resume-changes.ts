import { defined } from '../../defined.ts';
import { allowance, BadInput, type Refusal, refusedValue } from '../../refusal/refusal.ts';
import { kindOf } from '../crawl-kind.ts';
import { type ResolvedSite, type ResolvedSpec, specDefaults } from '../crawl-spec.ts';
import { parseSiteAddress } from '../site-address.ts';
import { siteCountFault } from '../site-count.ts';
import { siteNumbered } from '../sites/site-numbered.ts';
import { withinLimit } from './resolve-sites.ts';

/** Changes that a resume may make: new or larger limits, another delay, other start pages for sites whose start page failed. */
export interface ResumeChanges {
  readonly limit?: number;
  readonly siteLimit?: number;
  readonly timeLimitSeconds?: number;
  readonly maxLevel?: number;
  readonly delayMs?: number;
  readonly timeoutSeconds?: number;
  readonly maxPageBytes?: number;
  /** Other start addresses of sites that gave no page, by the sites' numbers. */
  readonly starts?: readonly MendedStart[];
}

export interface MendedStart {
  readonly number: number;
  readonly url: string;
}

/** Names of the changes at the door that gives them. */
type ChangeNames = Readonly<Record<keyof ResumeChanges, string>>;

/** Options of `orbweaver resume`. */
export const changeOptions: ChangeNames = {
  limit: '--limit',
  siteLimit: '--site-limit',
  timeLimitSeconds: '--time-limit',
  maxLevel: '--depth',
  delayMs: '--delay',
  timeoutSeconds: '--timeout',
  maxPageBytes: '--max-page-size',
  starts: '--start-page',
};

/**
 * The spec with these changes. A limit may be set where there was none; `maxLevel`, `siteLimit` and `delayMs` count for
 * every site, but no site's own limit becomes smaller. Equal values change nothing. Throws `BadInput` for a smaller
 * limit, because the crawl may have passed it already.
 */
export function changedSpec(spec: ResolvedSpec, changes: ResumeChanges, names = changeOptions): ResolvedSpec {
  const { limit, siteLimit, timeLimitSeconds, maxLevel, delayMs, timeoutSeconds, maxPageBytes, starts = [] } = changes;
  const faults = [
    ...(limit === undefined ? [] : limitFaults(names.limit, spec, limit)),
    ...(siteLimit === undefined ? [] : siteLimitFaults(names.siteLimit, spec, siteLimit)),
    ...lowerFaults(names.timeLimitSeconds, spec.timeLimitSeconds, timeLimitSeconds),
    ...lowerFaults(
      names.maxLevel,
      greatest(spec.sites, site => site.maxLevel),
      maxLevel,
    ),
    ...lowerFaults(names.timeoutSeconds, spec.timeoutSeconds ?? specDefaults.timeoutSeconds, timeoutSeconds),
    ...lowerFaults(names.maxPageBytes, spec.maxPageBytes ?? specDefaults.maxPageBytes, maxPageBytes),
    ...starts.flatMap(start => startFaults(names.starts, spec, start)),
  ];
  if (faults.length > 0) throw new BadInput(faults);
  const mended = new Map(starts.map(({ number, url }) => [number, url]));
  const sites = spec.sites
    .map(site => withStart(site, mended.get(site.number)))
    .map(site => (maxLevel === undefined ? site : { ...site, maxLevel: Math.max(site.maxLevel ?? 0, maxLevel) }))
    .map(site => (siteLimit === undefined ? site : withOwnLimit(site, siteLimit)))
    .map(site => (delayMs === undefined ? site : { ...site, delayMs }));
  return {
    ...spec,
    ...defined({ limit, timeLimitSeconds, timeoutSeconds, maxPageBytes }),
    sites: withinLimit(sites, limit ?? spec.limit),
  };
}

/** Sites may begin to share a limit later only if they could have shared it from the beginning. */
function limitFaults(name: string, { limit: now, ...spec }: ResolvedSpec, wanted: number): readonly Refusal[] {
  if (now !== undefined || spec.sites.length <= 1) return lowerFaults(name, now, wanted);
  const listsPages = spec.sitemaps === 'add' || spec.sitemaps === 'only';
  if (listsPages || kindOf(spec).looksAgain) return [refusedValue(name, wanted, allowance('shared-limit-later'))];
  const tooMany = siteCountFault(name, { limit: wanted }, spec.sites.length);
  return tooMany === undefined ? [] : [tooMany];
}

/** Whether several sites without a common limit now get one. */
export function isLimitedLate(
  before: Pick<ResolvedSpec, 'limit' | 'sites'>,
  after: Pick<ResolvedSpec, 'limit'>,
): boolean {
  return before.limit === undefined && after.limit !== undefined && before.sites.length > 1;
}

function siteLimitFaults(name: string, { limit, sites }: ResolvedSpec, wanted: number): readonly Refusal[] {
  if (limit !== undefined) return [refusedValue(name, wanted, allowance('site-limit-beside-limit'))];
  return lowerFaults(
    name,
    greatest(sites, site => site.ownLimit),
    wanted,
  );
}

function lowerFaults(name: string, now: number | undefined, wanted: number | undefined): readonly Refusal[] {
  if (wanted === undefined || now === undefined || wanted >= now) return [];
  return [refusedValue(name, wanted, allowance('lower-limit', { now }))];
}

/** The greatest value among the sites that have such a limit. */
function greatest(sites: readonly ResolvedSite[], of: (site: ResolvedSite) => number | undefined): number | undefined {
  const values = sites.flatMap(site => of(site) ?? []);
  return values.length === 0 ? undefined : values.reduce((most, value) => Math.max(most, value));
}

function startFaults(name: string, { sites }: ResolvedSpec, { number, url }: MendedStart): readonly Refusal[] {
  if (siteNumbered(sites, number) === undefined) return [refusedValue(name, number, allowance('site-not-here'))];
  const address = parseSiteAddress(url);
  return address.kind === 'address' ? [] : [refusedValue(name, url, address.why)];
}

/** If the site's name was its host, the name follows the new host. */
function withStart(site: ResolvedSite, url: string | undefined): ResolvedSite {
  const address = url === undefined ? undefined : parseSiteAddress(url);
  if (address?.kind !== 'address') return site;
  const [before, after] = [new URL(site.url).host, address.url.host];
  const named = (name: string): string => (name === before ? after : name);
  return { ...site, url: address.url.href, name: named(site.name), shortName: named(site.shortName) };
}

function withOwnLimit(site: ResolvedSite, siteLimit: number): ResolvedSite {
  const ownLimit = Math.max(site.ownLimit ?? 0, siteLimit);
  return { ...site, ownLimit, limit: ownLimit };
}
