/** The name robots.txt files know this crawler by, unless its user agent says another one. */
const defaultAgentToken = 'orbweaver';

/**
 * The product token (RFC 9309 2.2.1) in a user agent string: its first product, `MyBot/2.1 (+https://…)` → `MyBot`, or
 * what stands after `compatible;` where it opens with `Mozilla/…`. A string that names no crawler (a browser's, an
 * empty one) gives `orbweaver`, so that a site can still address us.
 */
export function agentTokenOf(userAgent: string): string {
  const compatible = /^\s*Mozilla\/[^(]*\(\s*compatible;\s*([A-Za-z_-]+)/i.exec(userAgent)?.[1];
  const first = /^\s*([A-Za-z_-]+)/.exec(userAgent)?.[1];
  const token = compatible ?? first ?? defaultAgentToken;
  return token.toLowerCase() === 'mozilla' ? defaultAgentToken : token;
}
