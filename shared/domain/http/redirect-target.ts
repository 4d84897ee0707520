/**
 * The address to which a redirect leads, resolved as WHATWG URL resolves Location, without fragment and user. Undefined
 * if that is no page.
 */
export function redirectTarget(location: string | undefined, address: string): string | undefined {
  const target = location === undefined ? null : URL.parse(location, address);
  if (target === null || !/^https?:$/.test(target.protocol)) return undefined;
  target.hash = '';
  target.username = '';
  target.password = '';
  return target.href;
}
