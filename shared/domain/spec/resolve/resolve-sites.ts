import { defined } from '../../defined.ts';
import { type ResolvedSite, specDefaults } from '../crawl-spec.ts';
import type { CrawlSpec } from '../crawl-spec-schema.ts';
import { parseSiteAddress } from '../site-address.ts';

type GivenSite = NonNullable<CrawlSpec['sites']>[number];

/** Sites in the order of their numbers, each with its own settings, else those of the crawl. */
export function resolveSites(given: CrawlSpec): readonly ResolvedSite[] {
  const sites = given.sites ?? [];
  const numbers = numbersOf(sites);
  const resolved = sites.map((site, index) => resolveSite(site, numbers[index]!, given));
  return withinLimit(
    resolved.sort((a, b) => a.number - b.number),
    given.limit,
  );
}

/** No site may use more than the whole crawl. A rule distributes the budget during the crawl. */
export function withinLimit(sites: readonly ResolvedSite[], limit: number | undefined): readonly ResolvedSite[] {
  if (limit === undefined) return sites;
  return sites.map(site => ({ ...site, limit: Math.min(site.ownLimit ?? Number.POSITIVE_INFINITY, limit) }));
}

function resolveSite(site: GivenSite, number: number, given: CrawlSpec): ResolvedSite {
  const url = addressOf(site.url);
  const maxLevel = site.maxLevel ?? given.maxLevel;
  const ownLimit = site.limit ?? given.siteLimit;
  const name = site.name ?? url.host;
  const tags = [...new Set(site.tags)];
  const hosts = site.hosts ?? given.hosts ?? [];
  return {
    number,
    url: url.href,
    ...(hosts.length !== 0 && { hosts: hosts.map(host => addressOf(host, url.protocol).href) }),
    name,
    shortName: site.shortName ?? name,
    ...(tags.length !== 0 && { tags }),
    delayMs: site.delayMs ?? given.delayMs ?? specDefaults.delayMs,
    maxDownloads: site.maxDownloads ?? given.maxDownloads ?? specDefaults.maxDownloads,
    ...defined({ userAgent: site.userAgent, maxLevel }),
    ...(ownLimit !== undefined && { ownLimit, limit: ownLimit }),
  };
}

/** A host without a scheme has that of the start page, because a port belongs to one scheme only. */
function addressOf(text: string, scheme?: string): URL {
  const address = parseSiteAddress(text, scheme);
  if (address.kind === 'refused')
    throw new Error(`the schema let an address pass that is refused: ${address.why.code}`);
  return address.url;
}

/** Keeps given numbers; the others are the smallest free ones, in order. */
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
