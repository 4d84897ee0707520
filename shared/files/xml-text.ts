/**
 * The characters that cannot be in an attribute value as they are: markup, the white space that a parser would normalize (XML
 * 1.0, sections 2.11 and 3.3.3), and everything outside of Char (section 2.2): control characters, lone surrogates, U+FFFE and
 * U+FFFF.
 */
const special = /[&<>"]|[^\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** A text without the characters that XML 1.0 forbids, for writers that escape markup themselves. */
export function xmlCharacters(text: string): string {
  return text.replace(special, character => (references[character] === undefined ? '' : character));
}

/** A plain text for an element whose content is HTML: its lines stay lines. */
export function xmlOfHtml(text: string): string {
  return xmlText(xmlText(text).replaceAll('&#10;', '<br>'));
}

/** A text for an attribute in double quotes or for an element; characters that XML 1.0 forbids are left out. */
export function xmlText(text: string): string {
  return text.replace(special, character => references[character] ?? '');
}
