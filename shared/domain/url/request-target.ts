/**
 * The request target (RFC 9112, section 3.2.1: path and query) of a serialized http(s) address. `pathname` and `search`
 * would lose the `?` of an empty query, which servers may distinguish (RFC 3986, section 6.2.3).
 */
export function requestTargetOf(href: string): string {
  const path = href.indexOf('/', 'http://'.length + 1);
  const fragment = href.indexOf('#', path);
  return fragment === -1 ? href.slice(path) : href.slice(path, fragment);
}
