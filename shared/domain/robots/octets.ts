/**
 * The form in which paths and patterns are compared, octet by octet (RFC 9309 2.2.2).
 *
 * The RFC and google/robotstxt, whose recorded cases are our bar, part in two places: the RFC compares `%62` and `b` as
 * equal, Google does not; the RFC escapes non-ASCII characters of the address, Google wants that done before. Where they
 * part, the reading that fetches less counts, so each kind of rule has its own form: Disallow the RFC's, Allow Google's.
 * Escapes of the marks `-._~` are decoded in both: `/%7Ejoe` and `/~joe` are one path (RFC 3986 2.3).
 */
export interface OctetForm {
  /** Of the path and query of an address; `*` and `$` in it are escaped: they are no wildcards (RFC 9309 2.2.3). */
  path(pathAndQuery: string): string;
  /** Of a rule's pattern, `*` and `$` kept. */
  pattern(pattern: string): string;
}

export const disallowForm: OctetForm = {
  path: path => escapeWildcards(encodeNonAscii(decodeUnreserved(path, isUnreserved))),
  pattern: pattern => encodeNonAscii(decodeUnreserved(pattern, isUnreserved)),
};

export const allowForm: OctetForm = {
  path: path => escapeWildcards(decodeUnreserved(path, isMark)),
  pattern: pattern => encodeNonAscii(decodeUnreserved(pattern, isMark)),
};

/** `*` and `$` of an address, or of a pattern where they stand for themselves, as RFC 9309 2.2.3 writes them. */
export function escapeWildcards(text: string): string {
  return /[*$]/.test(text) ? text.replaceAll('*', '%2A').replaceAll('$', '%24') : text;
}

/** Decodes the escapes that `decodes` accepts, puts the others in upper case. */
function decodeUnreserved(text: string, decodes: (character: string) => boolean): string {
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

function isUnreserved(character: string): boolean {
  return isMark(character) || /[A-Za-z0-9]/.test(character);
}
