/**
 * Which addresses of one name are one site. `same`: those of one scheme and port; `both`: http and https on their
 * default ports too; `any`: all addresses that share one delay: http and https on any port, where ports 80 and 443
 * count as equal.
 */
export type SiteSchemes = 'same' | 'both' | 'any';

/** Key of the site of `url`: two addresses are of one site exactly if their keys are equal. */
export function siteKeyOf(url: URL, schemes: SiteSchemes): string {
  if (schemes === 'any' && isHttp(url)) return `http(s)://${hostOf(url)}`;
  return schemes === 'both' && url.port === '' && isHttp(url)
    ? `http(s)://${url.host}`
    : `${url.protocol}//${url.host}`;
}

/**
 * The host for which delays are kept: the name for ports 80 and 443 (one token for http and https), else `name:port`.
 */
export function hostOf(url: URL): string {
  return url.port === '80' || url.port === '443' ? url.hostname : url.host;
}

/**
 * Prefix of the names of a site's result files: `host`, or `host_port` if the port is not the scheme's own, with
 * `https_` in front of an https site when both schemes of a host are sites. Different origins have different names,
 * made of characters that every file system takes: an IPv6 address is written `ipv6_2001-db8--1`, anything else unusual
 * as `%XX`.
 */
export function fileNameOf(origin: string, bothSchemesAreSites: boolean): string {
  const url = new URL(origin);
  const scheme = bothSchemesAreSites && url.protocol === 'https:' ? 'https_' : '';
  const port = url.port === '' ? '' : `_${url.port}`;
  return `${scheme}${safeName(url.hostname)}${port}`;
}

export function isHttp(url: URL): boolean {
  return url.protocol === 'http:' || url.protocol === 'https:';
}

function safeName(hostname: string): string {
  if (hostname.startsWith('[')) return `ipv6_${hostname.slice(1, -1).replaceAll(':', '-')}`;
  return (
    hostname
      .replace(/[^a-z0-9._-]/g, percentEncoded)
      // escapes an underscore of the host name that could be mistaken for ours
      .replace(/^(https|ipv6)_/, '$1%5F')
      .replace(/_(?=\d+$)/, '%5F')
  );
}

/** A character of ASCII as an address escapes it. */
export function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
