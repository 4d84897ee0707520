const unreserved = /[A-Za-z0-9._~-]/;
const hexDigit = /[0-9A-Fa-f]/;

/**
 * Writes percent-escapes in one way (RFC 3986 sections 6.2.2.1 and 6.2.2.2): upper case, and unreserved characters
 * without an escape. A repeat changes nothing: an escaped hex digit behind a stray `%` stays, because it would make a
 * new escape there (`%%32e` must not become `%2e`).
 */
export function withUniformEscapes(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/%[0-9a-f]{2}/gi, (escaped, at: number) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    const isPlain = unreserved.test(character) && !(hexDigit.test(character) && followsStrayPercent(text, at));
    return isPlain ? character : escaped.toUpperCase();
  });
}

/** Before `at`, where an escape begins, stands `%`, or `%` and one digit: neither is a whole escape. */
function followsStrayPercent(text: string, at: number): boolean {
  return text[at - 1] === '%' || text[at - 2] === '%';
}
