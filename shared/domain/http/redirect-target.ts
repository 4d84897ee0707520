/** Where a redirect leads, as WHATWG URL resolves Location; no fragment and no user is part of what is requested. Undefined: to no page. */
export function redirectTarget(location: string | undefined, address: string): string | undefined {
  const target = location === undefined ? null : URL.parse(location, address);
  if (target === null || !/^https?:$/.test(target.protocol)) return undefined;
  target.hash = '';
  target.username = '';
  target.password = '';
  return target.href;
}
