/**
 * The forms in which paths and patterns are compared, octet by octet (RFC 9309 2.2.2).
 *
 * The RFC and google/robotstxt, whose recorded cases are our bar, read escapes differently. For the RFC `%62` equals
 * `b`, `%3A` equals `:` and a blank equals `%20`. Google compares the text as written. We read the whole file in both
 * ways, and do not fetch a page that one of them forbids. A reading treats Allow and Disallow lines alike.
 */
export interface Reading {
  /** The form of an address's path and query. `*` and `$` in it are escaped: they are no wildcards (RFC 9309 2.2.3). */
  path(pathAndQuery: string): string;
  /** The form of a rule's pattern, `*` and `$` kept. */
  pattern(pattern: string): string;
}

const rfcReading: Reading = {
  path: path => escapeWildcards(canonical(path)),
  pattern: canonical,
};

/** Escapes of the marks `-._~` are decoded here too: `/%7Ejoe` and `/~joe` are one path (RFC 3986 2.3). */
const googleReading: Reading = {
  path: path => escapeWildcards(decodeEscapes(path, isMark)),
  pattern: pattern => encodeNonAscii(decodeEscapes(pattern, isMark)),
};

export const readings: readonly Reading[] = [rfcReading, googleReading];

/** Escapes literal `*` and `$` of an address or a pattern as RFC 9309 2.2.3 says. */
export function escapeWildcards(text: string): string {
  return /[*$]/.test(text) ? text.replaceAll('*', '%2A').replaceAll('$', '%24') : text;
}

/**
 * One spelling for each octet. Characters that RFC 3986 allows in a path or a query are written as themselves, all
 * others as escapes. `%2F` and `%3F` stay escapes in the path, because they are no delimiters there, and `%2A` and
 * `%24`, which are no wildcards.
 */
function canonical(text: string): string {
  const queryStart = text.indexOf('?');
  if (queryStart === -1) return canonicalPart(text, isPathCharacter);
  const path = canonicalPart(text.slice(0, queryStart), isPathCharacter);
  return `${path}?${canonicalPart(text.slice(queryStart + 1), isQueryCharacter)}`;
}

function canonicalPart(text: string, isAllowed: (character: string) => boolean): string {
  const decoded = decodeEscapes(text, isAllowed);
  // Characters that neither RFC 3986 nor a browser's address allows; a URL parser escapes most of them.
  return encodeNonAscii(decoded.replace(/[\0-\x20"<>[\\\]^`{|}\x7f]/g, escapeOf));
}

function escapeOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Decodes the escapes that `decodes` accepts and writes the others in upper case. */
function decodeEscapes(text: string, decodes: (character: string) => boolean): string {
  if (!text.includes('%')) return text;
  return text.replace(/%[0-9A-Fa-f]{2}/g, escaped => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return decodes(character) ? character : escaped.toUpperCase();
  });
}

function encodeNonAscii(text: string): string {
  if (!/[\u0080-\uffff]/.test(text)) return text;
  return text.replace(/[\u0080-\uffff]+/g, characters => encodeURIComponent(characters.toWellFormed()));
}

function isMark(character: string): boolean {
  return '-._~'.includes(character);
}

/** RFC 3986 3.3 without the wildcards. By RFC 9309 2.2.2 a reserved character equals its escape. */
function isPathCharacter(character: string): boolean {
  return /[\w\-.~!&'()+,;=:@]/.test(character);
}

/** RFC 3986 3.4. */
function isQueryCharacter(character: string): boolean {
  return character === '/' || character === '?' || isPathCharacter(character);
}
