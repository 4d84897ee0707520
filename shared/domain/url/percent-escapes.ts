/**
 * RFC 3986 section 2.3, and the marks of RFC 2396 section 2.3. The marks delimit nothing in http addresses; half of the
 * encoders in use escape them (`rawurlencode` of PHP), the others do not (`encodeURIComponent`).
 */
const plain = /[A-Za-z0-9._~!'()*-]/;
/** What neither a path nor a query may hold (RFC 3986 section 3.3), though browsers leave some of it there. */
const forbidden = /[\0-\x20"<>[\\\]^`{|}\x7f]/g;
const hexDigit = /[0-9A-Fa-f]/;

/**
 * Writes percent-escapes of a path, query or fragment in a single way (RFC 3986 sections 6.2.2.1 and 6.2.2.2): in upper
 * case; only where a character needs an escape; always where an address must not hold the character. So `tags[]` and
 * `tags%5B%5D` are equal. A repeat changes nothing: an escaped hex digit behind a stray `%` stays, because it would
 * make a new escape there (`%%32e` must not become `%2e`).
 */
export function withUniformEscapes(text: string, part: 'path' | 'query' | 'fragment'): string {
  const escaped = text.replace(forbidden, escapeOf);
  if (!escaped.includes('%')) return escaped;
  return escaped.replace(/%[0-9a-f]{2}/gi, (code, at: number) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    const isPlain = plain.test(character) && !(hexDigit.test(character) && followsStrayPercent(escaped, at));
    // In a query the URL standard's parser escapes the apostrophe.
    return isPlain && !(part === 'query' && character === "'") ? character : code.toUpperCase();
  });
}

function escapeOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Whether `%`, or `%` and one digit, is right before `at`, where an escape begins: neither is a whole escape. */
function followsStrayPercent(text: string, at: number): boolean {
  return text[at - 1] === '%' || text[at - 2] === '%';
}
