import { domainToUnicode } from 'node:url';

/** Escaped bytes above ASCII, of one or more characters. */
const escapedText = /(?:%[89a-f][\da-f])+/gi;
/** Controls, formats, unassigned and white space: read as nothing, or as another name. */
const unreadable = /[\p{C}\p{Z}]/u;

/**
 * The name of a page in graph files: its path, before it the host where a site has several. Escaped letters are written as
 * people read them; what is no UTF-8, or cannot be seen, stays escaped.
 */
export function nodeLabel(url: string, hasHosts: boolean): string {
  const begin = url.indexOf('//') + 2;
  const found = url.indexOf('/', begin);
  const end = found < 0 ? url.length : found;
  const path = found < 0 ? '/' : url.slice(end);
  const host = hasHosts ? hostLabel(url.slice(begin, end)) : '';
  return host + (path.includes('%') ? path.replaceAll(escapedText, readText) : path);
}

function hostLabel(host: string): string {
  if (!host.includes('xn--')) return host;
  const [name = '', port] = host.split(':');
  const read = domainToUnicode(name);
  return `${read === '' ? name : read}${port === undefined ? '' : `:${port}`}`;
}

function readText(escaped: string): string {
  try {
    const text = decodeURIComponent(escaped);
    return unreadable.test(text) ? escaped : text;
  } catch {
    return escaped;
  }
}
