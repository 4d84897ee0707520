import { cutText } from '../cut-text.ts';
import { latin1 } from '../latin1.ts';
import { AttributeReader } from './attribute-reader.ts';
import { decodeEntities, decodeLatin1 } from './decode-text.ts';
import { linkRelations } from './link-element.ts';
import type { PageScan } from './page-scan.ts';
import { bogusCommentEnd, commentEnd, isLetter, isNameAt, rawTextEnd, startsComment, tagEnd } from './skip-markup.ts';
import { isNamed, tagNameEnd } from './tag-names.ts';

const MAX_ANCHOR = 200;
const MAX_TITLE = 500;
/**
 * Most bytes of a link's content that are read for its text: an `a` that is never closed would reach to the end of the
 * page.
 */
const MAX_CONTENT = 16_384;
/** A site may have made a value or content of this length to slow us down. */
const LONG_TEXT = 100_000;
const LINE_FEED = 10;
const RETURN = 13;
const REPLACEMENT = 0xfffd;
const SPACE = 32;
const AMPERSAND = 38;
const SLASH = 47;
const LESS = 60;
const DELETE = 127;
const attributes = new AttributeReader();

/** The value of a link's attribute as text, with character references resolved and white space unchanged. */
export function attributeText(scan: PageScan, link: number, encoding: string): string {
  const raw = latin1(scan.bytes, scan.valueStart(link), scan.valueEnd(link));
  return scan.needsDecoding(link) ? valueText(raw, encoding) : raw;
}

/** The values of `base href` in document order; the first valid address counts (`baseOf`). */
export function baseTexts(scan: PageScan, encoding: string): string[] {
  const texts: string[] = [];
  for (let i = 0; i < scan.bases.length; i += 2) {
    texts.push(valueText(latin1(scan.bytes, scan.bases[i], scan.bases[i + 1]), encoding));
  }
  return texts;
}

/** A sample of the page's text to see its language by (`ProseSample`). */
export function proseText({ prose }: PageScan, encoding: string): string {
  return contentText(prose.raw, encoding);
}

/** The title: at most 500 characters, white space collapsed; empty if the page has no title. */
export function titleText(scan: PageScan, encoding: string): string {
  const raw = latin1(scan.bytes, scan.titleStart, Math.min(scan.titleEnd, scan.titleStart + MAX_CONTENT));
  return shortened(contentText(raw, encoding), MAX_TITLE);
}

/**
 * The text of a link's content up to its end tag or the next link: tags removed, white space collapsed, at most 200
 * characters. A link without text gets the alternative text of its images.
 */
export function anchorText(scan: PageScan, link: number, encoding: string): string {
  if (scan.kind(link) !== 'a') return '';
  const parts: string[] = [];
  const alternatives: string[] = [];
  readContent(scan.bytes, scan.contentStart(link), parts, alternatives);
  const text = shortened(contentText(parts.join(''), encoding), MAX_ANCHOR);
  if (text !== '') return text;
  return shortened(alternatives.map(alt => valueText(alt, encoding)).join(' '), MAX_ANCHOR);
}

/** The tokens of a link's `rel` among `linkRelations`, as the sum of their bits. */
export function relationsOf(scan: PageScan, link: number): number {
  if (!attributes.find(scan.bytes, scan.nameEnd(link), 'rel')) return 0;
  const end = Math.min(attributes.valueEnd, attributes.valueStart + MAX_CONTENT);
  const tokens = decodeEntities(latin1(scan.bytes, attributes.valueStart, end), { attribute: true }).toLowerCase();
  const said = new Set(tokens.split(/[\t\n\f\r ]+/));
  return linkRelations.reduce((bits, relation, index) => (said.has(relation) ? bits | (1 << index) : bits), 0);
}

/** The value of a tag's first attribute with that name as text; undefined without one. `nameEnd` is the end of the tag's name. */
export function attributeOfTag(page: Uint8Array, nameEnd: number, name: string, encoding: string): string | undefined {
  if (!attributes.find(page, nameEnd, name)) return undefined;
  const end = Math.min(attributes.valueEnd, attributes.valueStart + MAX_CONTENT);
  return valueText(latin1(page, attributes.valueStart, end), encoding);
}

/**
 * Whether the text of a tag's first attribute with that name is `wanted` (lower case, ASCII) in any case, white space
 * around it aside; undefined without the attribute. Plain bytes are compared without making a string.
 */
export function attributeIs(
  page: Uint8Array,
  nameEnd: number,
  name: string,
  wanted: string,
  encoding: string,
): boolean | undefined {
  if (!attributes.find(page, nameEnd, name)) return undefined;
  const { valueStart, valueEnd } = attributes;
  let [start, end] = [valueStart, valueEnd];
  for (let i = start; i < end; i += 1) {
    const code = page[i]!;
    if (code < SPACE || code >= DELETE || code === AMPERSAND)
      return attributeOfTag(page, nameEnd, name, encoding)?.trim().toLowerCase() === wanted;
  }
  while (start < end && page[start] === SPACE) start += 1;
  while (end > start && page[end - 1] === SPACE) end -= 1;
  return isNamed(page, start, end, wanted);
}

/** A text without any of these needs no decoding. */
const toDecode = /[&\r\0\x80-\xff]/;

/** The value of an attribute, `raw` as one character a byte. */
export function valueText(raw: string, encoding: string): string {
  return !toDecode.test(raw) ? raw : decodeEntities(normalized(decodeLatin1(raw, encoding)), { attribute: true });
}

/** Text between tags, `raw` as one character a byte. */
function contentText(raw: string, encoding: string): string {
  return !toDecode.test(raw) ? raw : decodeEntities(normalized(decodeLatin1(raw, encoding)), { attribute: false });
}

/** HTML standard, 13.2.3.5 (newlines) and 13.2.5 (NUL). */
function normalized(text: string): string {
  if (text.length > LONG_TEXT) return normalizedLong(text);
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
}

/** Like `normalized` without `replace`, which keeps 30 bytes for each match. */
function normalizedLong(text: string): string {
  const units = Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  let end = 0;
  for (let i = 0; i < units.length; i += 1) {
    const unit = units[i]!;
    if (unit === LINE_FEED && i > 0 && text.charCodeAt(i - 1) === RETURN) continue;
    units[end] = unit === RETURN ? LINE_FEED : unit === 0 ? REPLACEMENT : unit;
    end += 1;
  }
  return Buffer.from(units.buffer, 0, 2 * end).toString('utf16le');
}

/** White space that is not a single blank. */
const uncollapsed = /[^\S ]| {2}/;

function shortened(text: string, maxLength: number): string {
  const collapsed = (uncollapsed.test(text) ? text.replace(/\s+/g, ' ') : text).trim();
  if (collapsed.length <= maxLength) return collapsed;
  return cutText(collapsed, maxLength).toWellFormed().trimEnd();
}

/** Collects the text between tags from `start` to the end of the link, and the `alt` of its images. */
function readContent(page: Uint8Array, start: number, parts: string[], alternatives: string[]): void {
  const limit = Math.min(page.length, start + MAX_CONTENT);
  let i = start;
  while (i < limit) {
    const less = page.indexOf(LESS, i);
    const textEnd = less < 0 || less > limit ? limit : less;
    parts.push(latin1(page, i, textEnd));
    if (textEnd !== less || endsLink(page, less)) return;
    i = markupEnd(page, less, alternatives);
    // A `<` that starts no markup is text.
    if (i === less + 1) parts.push('<');
    else if (isBlockTag(page, less)) parts.push(' ');
  }
}

function endsLink(page: Uint8Array, less: number): boolean {
  return isNameAt(page, less + 1, 'a') || (page[less + 1]! === SLASH && isNameAt(page, less + 2, 'a'));
}

function markupEnd(page: Uint8Array, less: number, alternatives: string[]): number {
  const nameStart = less + (page[less + 1]! === SLASH ? 2 : 1);
  if (startsComment(page, less)) return commentEnd(page, less + 4);
  if (isLetter(page[nameStart]!)) return elementEnd(page, nameStart, nameStart === less + 1, alternatives);
  return [33, 47, 63].includes(page[less + 1]!) ? bogusCommentEnd(page, less + 2) : less + 1;
}

/** Offset after the tag; for a script or style, after its content. */
function elementEnd(page: Uint8Array, nameStart: number, isStart: boolean, alternatives: string[]): number {
  const nameEnd = tagNameEnd(page, nameStart);
  const end = tagEnd(page, nameEnd);
  if (end < 0) return page.length;
  if (!isStart) return end;
  if (isNamed(page, nameStart, nameEnd, 'img') && attributes.find(page, nameEnd, 'alt')) {
    alternatives.push(latin1(page, attributes.valueStart, attributes.valueEnd));
  }
  for (const name of ['script', 'style']) {
    if (isNamed(page, nameStart, nameEnd, name)) return rawTextEnd(page, end, name);
  }
  return end;
}

/** Whether a tag separates words: blocks and line breaks do, inline elements do not. */
function isBlockTag(page: Uint8Array, less: number): boolean {
  const nameStart = less + (page[less + 1]! === SLASH ? 2 : 1);
  const name = latin1(page, nameStart, Math.min(tagNameEnd(page, nameStart), nameStart + 12)).toLowerCase();
  return /^(?:br|p|div|li|dt|dd|td|th|tr|h[1-6]|section|article|header|footer|figure|figcaption|blockquote|ul|ol)$/.test(
    name,
  );
}
