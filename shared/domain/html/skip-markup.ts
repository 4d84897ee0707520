import { startsWithName } from './tag-names.ts';

/**
 * The parts of the HTML tokenizer (HTML standard, 13.2.5) that say where a piece of markup ends. Offsets in, offsets
 * out; every function looks at each character at most once, and answers the length of the page where the piece never
 * ends. Text is the latin1 view of the page: one character is one byte.
 */

const QUOTE = 34;
const APOSTROPHE = 39;
const SLASH = 47;
const EQUALS = 61;
const GREATER = 62;
const DASH = 45;
const BANG = 33;

/** Tab, line feed, form feed, carriage return (a line feed after normalization), space. */
export function isSpace(code: number): boolean {
  return code === 32 || (code <= 13 && code >= 9 && code !== 11);
}

export function isLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

/** End of the tag name that starts at `start`. */
export function tagNameEnd(html: string, start: number): number {
  const { length } = html;
  let i = start;
  while (i < length) {
    const code = html.charCodeAt(i);
    if (code <= GREATER && (code === GREATER || code === SLASH || isSpace(code))) break;
    i += 1;
  }
  return i;
}

/** Offset after the tag's `>`, given any offset between two attributes; -1 where the page ends inside the tag. */
export function tagEnd(html: string, from: number): number {
  const { length } = html;
  let i = from;
  while (i < length) {
    let code = html.charCodeAt(i);
    if (code === GREATER) return i + 1;
    i += 1;
    if (code === SLASH || isSpace(code)) continue;
    i = attributeNameEnd(html, i);
    i = spaceEnd(html, i);
    if (html.charCodeAt(i) !== EQUALS) continue;
    i = spaceEnd(html, i + 1);
    code = html.charCodeAt(i);
    if (code === QUOTE || code === APOSTROPHE) i = quotedEnd(html, i + 1, code) + 1;
    else i = unquotedEnd(html, i);
  }
  return -1;
}

/** End of an attribute name whose first character (which may be `=`) stands before `from`. */
export function attributeNameEnd(html: string, from: number): number {
  const { length } = html;
  let i = from;
  while (i < length) {
    const code = html.charCodeAt(i);
    if (code <= GREATER && (code === EQUALS || code === GREATER || code === SLASH || isSpace(code))) break;
    i += 1;
  }
  return i;
}

export function spaceEnd(html: string, from: number): number {
  let i = from;
  while (isSpace(html.charCodeAt(i))) i += 1;
  return i;
}

/** Offset of the closing quote. */
export function quotedEnd(html: string, from: number, quote: number): number {
  const { length } = html;
  let i = from;
  while (i < length && html.charCodeAt(i) !== quote) i += 1;
  return i;
}

/** End of an unquoted value; a `>` at its start ends the tag and leaves the value empty. */
export function unquotedEnd(html: string, from: number): number {
  const { length } = html;
  let i = from;
  while (i < length) {
    const code = html.charCodeAt(i);
    if (code === GREATER || isSpace(code)) break;
    i += 1;
  }
  return i;
}

/** Offset after a comment, given the offset after its `<!--` (13.2.5.43 to 13.2.5.52). */
export function commentEnd(html: string, from: number): number {
  if (html.charCodeAt(from) === GREATER) return from + 1;
  if (html.charCodeAt(from) === DASH && html.charCodeAt(from + 1) === GREATER) return from + 2;
  let i = html.indexOf('--', from);
  while (i >= 0) {
    const next = html.charCodeAt(i + 2);
    if (next === GREATER) return i + 3;
    if (next === BANG && html.charCodeAt(i + 3) === GREATER) return i + 4;
    i = html.indexOf('--', i + 1);
  }
  return html.length;
}

/** Offset after the next `>`: the end of bogus comments, doctypes and processing instructions. */
export function bogusCommentEnd(html: string, from: number): number {
  const end = html.indexOf('>', from);
  return end < 0 ? html.length : end + 1;
}

/** Offset of the `</name` that ends raw text or RCDATA. */
export function rawTextEnd(html: string, from: number, name: string): number {
  let i = html.indexOf('</', from);
  while (i >= 0) {
    if (isNameAt(html, i + 2, name)) return i;
    i = html.indexOf('</', i + 2);
  }
  return html.length;
}

/** Offset of the `</script` that ends a script (13.2.5.4, 13.2.5.15 to 13.2.5.31: `<!--` hides one nested script). */
export function scriptEnd(html: string, from: number): number {
  let i = html.indexOf('<', from);
  while (i >= 0) {
    if (isNameAt(html, i + 2, 'script') && html.charCodeAt(i + 1) === SLASH) return i;
    if (!html.startsWith('!--', i + 1)) i += 1;
    else {
      const escaped = escapedScriptEnd(html, i + 2);
      if (escaped.isScriptEnd) return escaped.offset;
      i = escaped.offset;
    }
    i = html.indexOf('<', i);
  }
  return html.length;
}

/** From the dashes of `<!--` to the `-->` that ends the escaped part, or to the end of the script. */
function escapedScriptEnd(html: string, from: number): { offset: number; isScriptEnd: boolean } {
  const { length } = html;
  let nested = false;
  for (let i = from; i < length; i += 1) {
    const code = html.charCodeAt(i);
    if (code === DASH && html.startsWith('->', i + 1)) return { offset: i + 3, isScriptEnd: false };
    if (code !== 60) continue;
    const closes = html.charCodeAt(i + 1) === SLASH;
    if (!isNameAt(html, i + (closes ? 2 : 1), 'script')) continue;
    if (closes && !nested) return { offset: i, isScriptEnd: true };
    nested = !closes;
  }
  return { offset: length, isScriptEnd: true };
}

/** Whether a tag name at `start` is exactly `name`: white space, `/` or `>` follows. */
export function isNameAt(html: string, start: number, name: string): boolean {
  if (!startsWithName(html, start, name)) return false;
  const after = html.charCodeAt(start + name.length);
  return after === GREATER || after === SLASH || isSpace(after);
}
