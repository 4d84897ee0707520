import { withoutTracking } from '../../domain/url/parameters/tracking.ts';
import { maxUrlLength } from '../../domain/url/traps.ts';

/** The absolute http(s) address of `text` without its fragment; undefined if there is none. */
export function resolvedAddress(text: string, base: string): string | undefined {
  return resolvedUrl(text, base)?.href;
}

/**
 * The same for an address that a list of publications names: without tracking parameters. Where the list is escaped twice, an address
 * has `&amp;` or `&#038;` in place of `&`.
 */
export function listedAddress(text: string, base: string): string | undefined {
  const url = resolvedUrl(text.replace(/&(?:amp;|#0*38;|#x0*26;)+/gi, '&'), base);
  return url && withoutTracking(url).href;
}

function resolvedUrl(text: string, base: string): URL | undefined {
  if (text.length > maxUrlLength) return undefined;
  const url = URL.parse(text.trim(), base);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = '';
  url.username = '';
  url.password = '';
  return url.href.length > maxUrlLength ? undefined : url;
}
