import { maxUrlLength } from '../../domain/url/traps.ts';

/** The absolute http(s) address of `text` without its fragment; undefined if there is none. */
export function resolvedAddress(text: string, base: string): string | undefined {
  if (text.length > maxUrlLength) return undefined;
  const url = URL.parse(text.trim(), base);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = '';
  url.username = '';
  url.password = '';
  return url.href.length > maxUrlLength ? undefined : url.href;
}
