import { startsWithName } from './tag-names.ts';

/**
 * The parts of the HTML tokenizer (HTML standard, 13.2.5) that say where a piece of markup ends. Functions take and
 * return offsets. Each looks at each byte at most once, and returns the length of the page if the piece never ends.
 * Pages are bytes, because reading a byte costs half as much as reading a character of a string.
 */

const LESS = 60;
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

/** Most identifiers of a page that are noted. */
export const mostIds = 20_000;

export interface TagNotes {
  /** Where the values of `id` are, and those of `name` if wanted: start, end, start, end … */
  readonly ids: number[];
  addStyle(start: number, end: number): void;
  /** Whether an element is a heading by its role. */
  hasHeadingRole: boolean;
}

/** Offset after the tag's `>`, given any offset between two attributes; -1 if the page ends inside the tag. Adds to `notes`. */
export function tagEnd(page: Uint8Array, from: number, notes?: TagNotes, withNames = false): number {
  const { length } = page;
  let i = from;
  while (i < length) {
    let code = page[i]!;
    if (code === GREATER) return i + 1;
    i += 1;
    if (code === SLASH || isSpace(code)) continue;
    const nameStart = i - 1;
    i = attributeNameEnd(page, i);
    const kind = notes === undefined ? OTHER : notedKind(page, nameStart, i, withNames);
    i = spaceEnd(page, i);
    if (page[i]! !== EQUALS) continue;
    i = spaceEnd(page, i + 1);
    code = page[i]!;
    const isQuoted = code === QUOTE || code === APOSTROPHE;
    const start = isQuoted ? i + 1 : i;
    const end = isQuoted ? quotedEnd(page, start, code) : unquotedEnd(page, start);
    if (kind !== OTHER) noteValue(page, notes!, kind, start, end);
    i = isQuoted ? end + 1 : end;
  }
  return -1;
}

/** Attributes whose values are noted; 0 is any other. */
const OTHER = 0;
const IDENTIFIER = 1;
const STYLE = 2;
const ROLE = 3;

function noteValue(page: Uint8Array, notes: TagNotes, kind: number, start: number, end: number): void {
  if (kind === ROLE) notes.hasHeadingRole ||= end - start === 7 && startsWithName(page, start, 'heading');
  else if (kind === STYLE) notes.addStyle(start, end);
  else if (notes.ids.length < 2 * mostIds) notes.ids.push(start, end);
}

function notedKind(page: Uint8Array, start: number, end: number, withNames: boolean): number {
  const letter = page[start]! | 32;
  if (letter === 105) return end - start === 2 && startsWithName(page, start, 'id') ? IDENTIFIER : OTHER;
  if (letter === 110) return withNames && end - start === 4 && startsWithName(page, start, 'name') ? IDENTIFIER : OTHER;
  if (letter === 115) return end - start === 5 && startsWithName(page, start, 'style') ? STYLE : OTHER;
  return letter === 114 && end - start === 4 && startsWithName(page, start, 'role') ? ROLE : OTHER;
}

/** End of an attribute name whose first character (which may be `=`) is before `from`. */
export function attributeNameEnd(page: Uint8Array, from: number): number {
  const { length } = page;
  let i = from;
  while (i < length) {
    const code = page[i]!;
    if (code <= GREATER && (code === EQUALS || code === GREATER || code === SLASH || isSpace(code))) break;
    i += 1;
  }
  return i;
}

export function spaceEnd(page: Uint8Array, from: number): number {
  let i = from;
  while (isSpace(page[i]!)) i += 1;
  return i;
}

/** Offset of the closing quote. Reads four bytes a round, which halves the time. */
export function quotedEnd(page: Uint8Array, from: number, quote: number): number {
  const { length } = page;
  let i = from;
  for (; i + 4 <= length; i += 4) {
    if (page[i]! === quote) return i;
    if (page[i + 1]! === quote) return i + 1;
    if (page[i + 2]! === quote) return i + 2;
    if (page[i + 3]! === quote) return i + 3;
  }
  while (i < length && page[i]! !== quote) i += 1;
  return i;
}

/** End of an unquoted value; a `>` at its start ends the tag and leaves the value empty. */
export function unquotedEnd(page: Uint8Array, from: number): number {
  const { length } = page;
  let i = from;
  while (i < length) {
    const code = page[i]!;
    if (code === GREATER || isSpace(code)) break;
    i += 1;
  }
  return i;
}

/** Whether the `<` at `less` begins a comment. */
export function startsComment(page: Uint8Array, less: number): boolean {
  return page[less + 1] === BANG && page[less + 2] === DASH && page[less + 3] === DASH;
}

/** Offset after a comment, given the offset after its `<!--` (13.2.5.43 to 13.2.5.52). */
export function commentEnd(page: Uint8Array, from: number): number {
  if (page[from]! === GREATER) return from + 1;
  if (page[from]! === DASH && page[from + 1]! === GREATER) return from + 2;
  let i = page.indexOf(DASH, from);
  while (i >= 0) {
    if (page[i + 1] !== DASH) i += 1;
    else if (page[i + 2] === GREATER) return i + 3;
    else if (page[i + 2] === BANG && page[i + 3] === GREATER) return i + 4;
    i = page.indexOf(DASH, i + 1);
  }
  return page.length;
}

/** Offset after the next `>`: the end of bogus comments, doctypes and processing instructions. */
export function bogusCommentEnd(page: Uint8Array, from: number): number {
  const end = page.indexOf(GREATER, from);
  return end < 0 ? page.length : end + 1;
}

/** Offset of the `</name` that ends raw text or RCDATA. */
export function rawTextEnd(page: Uint8Array, from: number, name: string): number {
  let i = page.indexOf(LESS, from);
  while (i >= 0) {
    if (page[i + 1] === SLASH && isNameAt(page, i + 2, name)) return i;
    i = page.indexOf(LESS, i + 1);
  }
  return page.length;
}

/**
 * Offset of the `</script` that ends a script (13.2.5.4, 13.2.5.15 to 13.2.5.31: a nested script may hide in `<!--`).
 */
export function scriptEnd(page: Uint8Array, from: number): number {
  let i = page.indexOf(LESS, from);
  while (i >= 0) {
    if (isNameAt(page, i + 2, 'script') && page[i + 1]! === SLASH) return i;
    if (!startsComment(page, i)) i += 1;
    else {
      const escaped = escapedScriptEnd(page, i + 2);
      if (escaped.isScriptEnd) return escaped.offset;
      i = escaped.offset;
    }
    i = page.indexOf(LESS, i);
  }
  return page.length;
}

/** From the dashes of `<!--` to the `-->` that ends the escaped part, or to the end of the script. */
function escapedScriptEnd(page: Uint8Array, from: number): { offset: number; isScriptEnd: boolean } {
  const { length } = page;
  let nested = false;
  for (let i = from; i < length; i += 1) {
    const code = page[i]!;
    if (code === DASH && page[i + 1] === DASH && page[i + 2] === GREATER) return { offset: i + 3, isScriptEnd: false };
    if (code !== LESS) continue;
    const closes = page[i + 1]! === SLASH;
    if (!isNameAt(page, i + (closes ? 2 : 1), 'script')) continue;
    if (closes && !nested) return { offset: i, isScriptEnd: true };
    nested = !closes;
  }
  return { offset: length, isScriptEnd: true };
}

/** Whether a tag name at `start` is exactly `name`: white space, `/` or `>` follows. */
export function isNameAt(page: Uint8Array, start: number, name: string): boolean {
  if (!startsWithName(page, start, name)) return false;
  const after = page[start + name.length]!;
  return after === GREATER || after === SLASH || isSpace(after);
}
