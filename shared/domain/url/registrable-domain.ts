type DomainOf = (hostname: string) => string | null;

let domainOf: DomainOf | undefined;

/** Loads the list of public suffixes, which takes about 0.1 s, so only for sites that are domains. */
export async function loadPublicSuffixes(): Promise<void> {
  ({ domainOf } = await import('./public-suffixes.ts'));
}

/**
 * The registrable domain of a host: `uni.ac.uk` for `cs.uni.ac.uk`. A host without one (an IP address, a single label,
 * a public suffix, a name with an empty label like `a..b`) is returned as it is. Throws if the list is not loaded.
 */
export function registrableDomain(hostname: string): string {
  if (domainOf === undefined) throw new Error('the list of public suffixes is needed before it is loaded');
  const name = hostname.replace(/\.$/, '');
  return domainOf(name) ?? name;
}
