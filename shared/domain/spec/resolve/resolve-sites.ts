import { allowance, BadInput, type Refusal, refusedValue } from '../../refusal/refusal.ts';
import { type ResolvedSite, type ResolvedSpec, specDefaults } from '../crawl-spec.ts';
import type { CrawlSpec } from '../crawl-spec-schema.ts';
import { parseSiteAddress } from '../site-address.ts';

type GivenSite = NonNullable<CrawlSpec['sites']>[number];

/** Sites in the order of their numbers, each with its own settings before those of the crawl. */
export function resolveSites(given: CrawlSpec): readonly ResolvedSite[] {
  const sites = given.sites ?? [];
  const numbers = numbersOf(sites);
  const resolved = sites.map((site, index) => resolveSite(site, numbers[index]!, given));
  return withinLimit(
    resolved.sort((a, b) => a.number - b.number),
    given.limit,
  );
}

/** No site may use more than the whole crawl; how several share it, a rule decides while they are crawled. */
function withinLimit(sites: readonly ResolvedSite[], limit: number | undefined): readonly ResolvedSite[] {
  if (limit === undefined) return sites;
  return sites.map(site => ({ ...site, limit: Math.min(site.ownLimit ?? Number.POSITIVE_INFINITY, limit) }));
}

/** Limits that a resumed crawl may get; only larger ones than it has. */
export interface RaisedLimits {
  readonly limit?: number;
  readonly timeLimitSeconds?: number;
  readonly maxLevel?: number;
}

/** What the limits are called where they are given. */
type RaisedNames = Readonly<Record<keyof RaisedLimits, string>>;

const optionNames: RaisedNames = { limit: '--limit', timeLimitSeconds: '--time-limit', maxLevel: '--depth' };

/**
 * The spec with larger limits; `maxLevel` counts for every site without a smaller limit. Raising to what it already is
 * changes nothing. Throws `BadInput` where a limit would fall, or is not there: then it would cut off what the crawl
 * may do already.
 */
export function raiseLimits(spec: ResolvedSpec, raise: RaisedLimits, names = optionNames): ResolvedSpec {
  const deepest = spec.sites.reduce((most, site) => Math.max(most, site.maxLevel ?? Number.POSITIVE_INFINITY), 0);
  const faults = [
    ...raiseFaults(names.limit, spec.limit, raise.limit),
    ...raiseFaults(names.timeLimitSeconds, spec.timeLimitSeconds, raise.timeLimitSeconds),
    ...raiseFaults(names.maxLevel, Number.isFinite(deepest) ? deepest : undefined, raise.maxLevel),
  ];
  if (faults.length > 0) throw new BadInput(faults);
  const { limit, timeLimitSeconds, maxLevel } = raise;
  const deeper = maxLevel === undefined ? spec.sites : spec.sites.map(site => atLeastTo(site, maxLevel));
  return {
    ...spec,
    ...(limit === undefined ? {} : { limit }),
    ...(timeLimitSeconds === undefined ? {} : { timeLimitSeconds }),
    sites: withinLimit(deeper, limit ?? spec.limit),
  };
}

function raiseFaults(name: string, now: number | undefined, wanted: number | undefined): readonly Refusal[] {
  if (wanted === undefined) return [];
  if (now === undefined) return [refusedValue(name, wanted, allowance('no-limit'))];
  return wanted < now ? [refusedValue(name, wanted, allowance('lower-limit', { now }))] : [];
}

function atLeastTo(site: ResolvedSite, maxLevel: number): ResolvedSite {
  return site.maxLevel === undefined ? site : { ...site, maxLevel: Math.max(site.maxLevel, maxLevel) };
}

function resolveSite(site: GivenSite, number: number, given: CrawlSpec): ResolvedSite {
  const url = addressOf(site.url);
  const maxLevel = site.maxLevel ?? given.maxLevel;
  const ownLimit = site.limit ?? given.siteLimit;
  const name = site.name ?? url.host;
  return {
    number,
    url: url.href,
    name,
    shortName: site.shortName ?? name,
    delayMs: site.delayMs ?? given.delayMs ?? specDefaults.delayMs,
    maxDownloads: site.maxDownloads ?? given.maxDownloads ?? specDefaults.maxDownloads,
    ...(maxLevel === undefined ? {} : { maxLevel }),
    ...(ownLimit === undefined ? {} : { ownLimit, limit: ownLimit }),
  };
}

function addressOf(text: string): URL {
  const address = parseSiteAddress(text);
  if (address.kind === 'refused')
    throw new Error(`the schema let an address pass that is refused: ${address.why.code}`);
  return address.url;
}

/** Given numbers stay; the others are the smallest free ones, in order. */
function numbersOf(sites: readonly GivenSite[]): readonly number[] {
  const taken = new Set(sites.map(site => site.number));
  let next = 0;
  return sites.map(site => {
    if (site.number !== undefined) return site.number;
    do next++;
    while (taken.has(next));
    return next;
  });
}
