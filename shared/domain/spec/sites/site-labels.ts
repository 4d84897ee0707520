import type { ResolvedSite } from '../crawl-spec.ts';

/** What the list of sites calls a site. */
export interface SiteLabels {
  readonly number: number;
  /** Where nobody gave a name: the host. */
  readonly name: string;
  readonly shortName: string;
  /** `''` where the site has none. */
  readonly tags: string;
}

type Named = Pick<ResolvedSite, 'number' | 'url' | 'name' | 'shortName' | 'tags'>;

/** Between tags of a site, and between texts of sites that are one. */
export const betweenTexts = '; ';

/**
 * What the list calls each site, by number. Undefined if the list says no more than addresses: then the tables of a site have no
 * columns for it.
 */
export function siteLabels(sites: readonly Named[]): ReadonlyMap<number, SiteLabels> | undefined {
  const known = labelled.get(sites);
  if (known !== undefined) return known.labels;
  const labels = readLabels(sites);
  labelled.set(sites, { labels });
  return labels;
}

/** By list, which never changes: each site of a crawl requests the labels of all. */
const labelled = new WeakMap<readonly Named[], { readonly labels: ReturnType<typeof readLabels> }>();

function readLabels(sites: readonly Named[]): ReadonlyMap<number, SiteLabels> | undefined {
  if (!sites.some(isLabelled)) return undefined;
  return new Map(
    sites.map(({ number, name, shortName, tags = [] }) => [
      number,
      { number, name, shortName, tags: tags.join(betweenTexts) },
    ]),
  );
}

/** A list without numbers gives sites the numbers 1, 2, 3 and so on. */
function isLabelled({ number, url, name, shortName, tags = [] }: Named, index: number): boolean {
  const { host } = new URL(url);
  return number !== index + 1 || name !== host || shortName !== host || tags.length > 0;
}
