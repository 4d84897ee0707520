/** This crawler's name in robots.txt files, unless its user agent has another name. */
const defaultAgentToken = 'orbweaver';

/**
 * RFC 9309 2.2.1 allows letters, `_` and `-` only, but there are crawlers called MJ12bot, Agent5 or Mail.RU_Bot too.
 */
const product = String.raw`[\w-]+(?:\.[\w-]+)*`;
const linePattern = new RegExp(String.raw`^\*(?=\s|$)|^${product}`);
const firstPattern = new RegExp(String.raw`^\s*(${product})`);
const compatiblePattern = new RegExp(String.raw`^\s*Mozilla\/[^(]*\(\s*compatible;\s*(${product})`, 'i');

/**
 * The product token (RFC 9309 2.2.1) in a user agent string: its first product, `MyBot/2.1 (+https://…)` → `MyBot`, or
 * the product after `compatible;` where the string opens with `Mozilla/…`. A string without a crawler's name (a
 * browser's string, an empty string, a number) gives `orbweaver`, so that a site can still address us.
 */
export function agentTokenOf(userAgent: string): string {
  const compatible = compatiblePattern.exec(userAgent)?.[1];
  const token = compatible ?? firstPattern.exec(userAgent)?.[1] ?? '';
  return /[a-z]/i.test(token) && token.toLowerCase() !== 'mozilla' ? token : defaultAgentToken;
}

/** The product token of a `User-agent` line in lower case: `FooBot/2.1` → `foobot`, `* what follows` → `*`. */
export function lineToken(value: string): string {
  return linePattern.exec(value)?.[0].toLowerCase() ?? '';
}
