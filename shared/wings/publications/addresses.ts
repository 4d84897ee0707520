import { withoutTracking } from '../../domain/url/parameters/tracking.ts';
import { maxUrlLength } from '../../domain/url/traps.ts';

/** The absolute http(s) address of `text` without its fragment; undefined if there is none. */
export function resolvedAddress(text: string, base: string): string | undefined {
  return resolvedUrl(text, base)?.href;
}

/**
 * The same for an address that a list of publications names: without tracking parameters, and of a page itself where the list names its
 * copy at a host for AMP versions. Where the list is escaped twice, an address
 * has `&amp;` or `&#038;` in place of `&`.
 */
export function listedAddress(text: string, base: string): string | undefined {
  const url = resolvedUrl(text.replace(/&(?:amp;|#0*38;|#x0*26;)+/gi, '&'), base);
  if (url === undefined) return undefined;
  const own = withoutTracking(outOfCache(url)).href;
  return own.includes('://amp.') ? atOrigin(own, base, /^(?:amp|www)\./) : own;
}

/** Caches of AMP pages name the host and the path of the page in their paths. */
const ampCache = /^(?:[^/]+\.cdn\.ampproject\.org\/[cv]|(?:www\.)?google\.[a-z.]{2,6}\/amp)\/(s\/)?(?=[^/]+\.[^/]+\/)/;

function outOfCache(url: URL): URL {
  const [cached, secure] = ampCache.exec(url.host + url.pathname) ?? [];
  if (cached === undefined) return url;
  const page = (url.host + url.pathname).slice(cached.length);
  return URL.parse(`http${secure === undefined ? '' : 's'}://${page}${url.search}`) ?? url;
}

const ampParameter = /^(?:amp(?:=(?:1|true)?)?|output_?type=amp)$/i;

/** The address of the page of which an address is the AMP version, as far as addresses show that; else the address itself. */
export function withoutAmp(address: string): string {
  if (!/amp/i.test(address)) return address;
  const url = new URL(address);
  const parameters = url.search.slice(1).split('&');
  const kept = parameters.filter(each => !ampParameter.test(each));
  if (kept.length < parameters.length) url.search = kept.join('&');
  url.pathname = url.pathname
    .replace(/^\/amp(?=\/.)|(?<=.)\/amp(?=\/?$)/i, '')
    .replace(/(?<=[^/])[.-]amp(?=(?:\.\w{3,5})?$)/i, '');
  return url.href;
}

/** An address at a host with or without `www.` is at the host of `origin`, where that is the other of the two. */
export function atOrigin(address: string, origin: string, twins = /^www\./): string {
  const [url, own] = [new URL(address), new URL(origin)];
  if (url.host === own.host || url.host.replace(twins, '') !== own.host.replace(twins, '')) return address;
  url.host = own.host;
  url.protocol = own.protocol;
  return url.href;
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
