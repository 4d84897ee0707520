type DomainOf = (hostname: string) => string | null;

let domainOf: DomainOf | undefined;

/** Loads the list of public suffixes, which takes about 0.1 s: only if a site is a domain. */
export async function loadPublicSuffixes(): Promise<void> {
  ({ domainOf } = await import('./public-suffixes.ts'));
}

/**
 * The registrable domain of a host: `cs.uni.ac.uk` is of `uni.ac.uk`. A host without one (an IP address, a single label, a
 * public suffix, a name with an empty label as `a..b`) is its own. Throws if the list is not loaded.
 */
export function registrableDomain(hostname: string): string {
  if (domainOf === undefined) throw new Error('the list of public suffixes is needed before it is loaded');
  const name = hostname.replace(/\.$/, '');
  return name.split('.').includes('') ? name : (domainOf(name) ?? name);
}
