import { agentTokenOf } from '../../robots/agent-token.ts';
import type { ResolvedSite, ResolvedSpec } from '../crawl-spec.ts';

/** The site with this number. Searches in log n steps, because the numbers ascend. */
export function siteNumbered(sites: readonly ResolvedSite[], number: number): ResolvedSite | undefined {
  let low = 0;
  let high = sites.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sites[middle]!.number < number) low = middle + 1;
    else high = middle;
  }
  return sites[low]?.number === number ? sites[low] : undefined;
}

/** A spec for requests to one site. */
export type SiteSpec<S> = S & {
  /** Product token of the site's own user agent; absent: the site has none. */
  readonly agent?: string;
};

/** The spec with the user agent of a site. */
export function specOf<S extends Pick<ResolvedSpec, 'sites' | 'userAgent'>>(spec: S, number: number): SiteSpec<S> {
  return specWith(spec, siteNumbered(spec.sites, number));
}

/** The same for a site of one host, by an address at the host. */
export function specAt<S extends Pick<ResolvedSpec, 'sites' | 'userAgent'>>(spec: S, address: string): SiteSpec<S> {
  const host = URL.parse(address)?.host;
  return specWith(
    spec,
    spec.sites.find(({ url }) => new URL(url).host === host),
  );
}

function specWith<S extends Pick<ResolvedSpec, 'userAgent'>>(spec: S, site: ResolvedSite | undefined): SiteSpec<S> {
  const userAgent = site?.userAgent;
  return userAgent === undefined ? spec : { ...spec, userAgent, agent: agentTokenOf(userAgent) };
}
