/**
 * The extent of a site: one host, a registrable domain with its sub-domains, an address prefix, or a list of hosts and
 * prefixes.
 */
import { uniformPath } from './normalization-steps.ts';
import { loadPublicSuffixes, registrableDomain } from './registrable-domain.ts';
import { type SiteSchemes, siteKeyOf } from './scope.ts';

export const siteScopes = ['host', 'domain', 'prefix', 'list'] as const;
export type SiteScope = (typeof siteScopes)[number];

/** Whether pages of a site may be at several hosts. Absent: `host`. */
export function isOfHosts(scope: SiteScope | undefined): boolean {
  return scope === 'domain' || scope === 'list';
}

export interface ScopeRules {
  readonly schemes: SiteSchemes;
  /** Absent: `host`. */
  readonly scope?: SiteScope;
}

/** The place of a site. */
export interface SiteHome {
  /** Its start address; with the scopes `host` and `domain` any address of the host. */
  readonly start: string;
  /** With the scope `list`: its further hosts and prefixes, as addresses. */
  readonly hosts?: readonly string[];
}

export interface SiteBounds {
  /** Sites with equal keys are one site. */
  readonly key: string;
  /** Whether every address of the start's origin belongs to the site. */
  readonly isWholeOrigin: boolean;
  /** Whether its pages may be at several hosts. */
  readonly hasHosts: boolean;
  belongs(url: URL): boolean;
}

/** Loads the data for this scope; call before making the first bounds in a thread. */
export async function prepareScope({ scope }: Pick<ScopeRules, 'scope'>): Promise<void> {
  if (scope === 'domain') await loadPublicSuffixes();
}

export function boundsOf(home: SiteHome, { schemes, scope = 'host' }: ScopeRules): SiteBounds {
  const start = new URL(home.start);
  switch (scope) {
    case 'host':
      return { ...hostPart(start, schemes), isWholeOrigin: true, hasHosts: false };
    case 'domain':
      return { ...domainPart(start, schemes), isWholeOrigin: true, hasHosts: true };
    case 'prefix': {
      const part = prefixPart(start, schemes);
      return { ...part, isWholeOrigin: folderAt(start) === '/', hasHosts: false };
    }
    case 'list':
      return listBounds(start, home.hosts ?? [], schemes);
  }
}

type Part = Pick<SiteBounds, 'key' | 'belongs'>;

function hostPart(start: URL, schemes: SiteSchemes): Part {
  const key = siteKeyOf(start, schemes);
  return { key, belongs: url => siteKeyOf(url, schemes) === key };
}

function domainPart(start: URL, schemes: SiteSchemes): Part {
  const domain = registrableDomain(start.hostname);
  const at = (url: URL): string => siteKeyOf(withHost(url, domain), schemes);
  const key = at(start);
  const ending = `.${domain}`;
  return {
    key: `domain ${key}`,
    belongs: ({ hostname, href }) => {
      const name = hostname.replace(/\.$/, '');
      return (name === domain || name.endsWith(ending)) && at(new URL(href)) === key;
    },
  };
}

/** The address with another host name; used to make keys. */
function withHost({ href }: URL, hostname: string): URL {
  const url = new URL(href);
  url.hostname = hostname;
  return url;
}

function prefixPart(start: URL, schemes: SiteSchemes): Part {
  const folder = uniformPath(folderAt(start));
  const host = hostPart(start, schemes);
  const bare = folder.slice(0, -1);
  const isInside = (path: string): boolean => path.startsWith(folder) || path === bare;
  return {
    key: folder === '/' ? host.key : `${host.key}${folder}`,
    belongs: url => (isInside(url.pathname) || isInside(uniformPath(url.pathname))) && host.belongs(url),
  };
}

/**
 * The folder that an address names: its path up to the last slash. A last part without a dot counts as a folder too
 * (`/~lab` is `/~lab/`).
 */
export function folderAt({ pathname }: URL): string {
  const end = pathname.lastIndexOf('/') + 1;
  const last = pathname.slice(end);
  return last === '' || last.includes('.') ? pathname.slice(0, end) : `${pathname}/`;
}

/** The whole host of the start address belongs to the site, unless the list names a part of that host. */
function listBounds(start: URL, hosts: readonly string[], schemes: SiteSchemes): SiteBounds {
  const parts = hosts.map(host => prefixPart(new URL(host), schemes));
  const own = hostPart(start, schemes);
  const isListed = hosts.some(host => own.belongs(new URL(host)));
  const all = isListed ? parts : [own, ...parts];
  const ofOrigin = hosts.filter(host => own.belongs(new URL(host)));
  return {
    key: own.key,
    isWholeOrigin: !isListed || ofOrigin.some(host => folderAt(new URL(host)) === '/'),
    hasHosts: true,
    belongs: url => url.href === start.href || all.some(part => part.belongs(url)),
  };
}
