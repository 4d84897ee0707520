import * as Links from '../domain/link-rows.ts';
import { loadPublicSuffixes, registrableDomain } from '../domain/url/registrable-domain.ts';

interface Counted {
  links: number;
  occurrences: number;
  readonly sites: Set<number>;
}

const rowsAtOnce = 1_000;

/** External links by registrable domain; undefined if there are more than `most` of them. `list` gives them by site and key. */
export async function linkDomains(
  list: (query: Links.LinkQuery) => Promise<Links.LinkPage>,
  filter: Links.LinkFilter,
  most: number,
): Promise<readonly Links.LinkDomain[] | undefined> {
  await loadPublicSuffixes();
  const domains = new Map<string, Counted>();
  const ofHost = new Map<string, Counted>();
  const countedFor = (host: string): Counted => {
    const domain = registrableDomain(host);
    const counted = domains.get(domain) ?? { links: 0, occurrences: 0, sites: new Set() };
    domains.set(domain, counted);
    ofHost.set(host, counted);
    return counted;
  };
  let read = 0;
  for (let after: Links.LinkKey | undefined; ; ) {
    const { links, next } = await list({ ...filter, ...(after !== undefined && { after }), most: rowsAtOnce });
    read += links.length;
    if (read > most) return undefined;
    for (const { site, link, occurrences = 0 } of links) {
      const host = Links.hostOfLink(link);
      const known = ofHost.get(host) ?? countedFor(host);
      known.links += 1;
      known.occurrences += occurrences;
      known.sites.add(site);
    }
    if (next === undefined) break;
    after = next;
  }
  return [...domains].map(([domain, { links, occurrences, sites }]) => ({
    ...{ domain, links, occurrences },
    sites: sites.size,
  }));
}
