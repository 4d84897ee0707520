/** Most distinct schemes; links of further ones are counted together. */
const mostSchemes = 100;

/** Counts links of a scheme that is not http(s) in `ignored`, by scheme. */
export function countIgnored(ignored: Map<string, number>, scheme: string, links: number): void {
  const name = ignored.has(scheme) || ignored.size < mostSchemes ? scheme : 'other';
  ignored.set(name, (ignored.get(name) ?? 0) + links);
}
