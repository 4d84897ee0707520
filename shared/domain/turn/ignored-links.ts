/** Schemes that are distinguished; links of further ones are counted together. */
const mostSchemes = 100;

/** Adds links of a scheme that is not http(s) to `ignored`, which holds the links of each scheme. */
export function countIgnored(ignored: Map<string, number>, scheme: string, links: number): void {
  const name = ignored.has(scheme) || ignored.size < mostSchemes ? scheme : 'other';
  ignored.set(name, (ignored.get(name) ?? 0) + links);
}
