import { readableHost, readablePath } from '../../../files/readable-address.ts';

/** The name of a page in graph files: its path, before it the host where a site has several, as people read them. */
export function nodeLabel(url: string, hasHosts: boolean): string {
  const begin = url.indexOf('//') + 2;
  const found = url.indexOf('/', begin);
  const end = found < 0 ? url.length : found;
  return (hasHosts ? readableHost(url.slice(begin, end)) : '') + readablePath(found < 0 ? '/' : url.slice(end));
}
