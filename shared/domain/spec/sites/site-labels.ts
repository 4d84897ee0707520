import type { ResolvedSite } from '../crawl-spec.ts';

/** The names and tags of a site in the list of sites. */
export interface SiteLabels {
  readonly number: number;
  /** The host if nobody gave a name. */
  readonly name: string;
  readonly shortName: string;
  /** `''` without tags. */
  readonly tags: string;
}

/** The labels of a site that a list does not name: its host alone is known. */
export function hostLabels(number: number, origin: string): SiteLabels {
  const { host } = new URL(origin);
  return { number, name: host, shortName: host, tags: '' };
}

type Named = Pick<ResolvedSite, 'number' | 'url' | 'name' | 'shortName' | 'tags'>;

/** Separates the tags of a site, and the texts of several rows that are one site. */
export const betweenTexts = '; ';

/**
 * Names and tags of each site, by number. Undefined for a list of mere addresses: then result tables have no columns
 * for them.
 */
export function siteLabels(sites: readonly Named[]): ReadonlyMap<number, SiteLabels> | undefined {
  const known = labelled.get(sites);
  if (known !== undefined) return known.labels;
  const labels = readLabels(sites);
  labelled.set(sites, { labels });
  return labels;
}

/** A cache by list: every site of a crawl needs the labels of all sites. */
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
