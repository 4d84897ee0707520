/** The address of the next part of an answer, relative to this part (RFC 8288, `rel="next"`). */
export function nextPart(headers: Headers): string | undefined {
  return /<([^>]*)>\s*;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1];
}
