/** A tag that speaks to robots, with its attributes in whatever order. */
const robotsTag = /<meta\b[^>]*\bname\s*=\s*["']?(?:robots|googlebot)\b[^>]*>/gi;
const mostOfHead = 64 * 1024;

/** Whether the markup of a page keeps it out of the lists of search engines. */
export function isHidden(body: Uint8Array): boolean {
  const head = Buffer.from(body.subarray(0, mostOfHead)).toString('latin1');
  return (head.match(robotsTag) ?? []).some(tag => /\b(?:noindex|none)\b/i.test(tag));
}
