import { latin1 } from '../latin1.ts';
import { AttributeReader } from './attribute-reader.ts';
import { encodingOfLabel } from './encoding/header-charset.ts';
import { bogusCommentEnd, isLetter, isSpace, startsComment, tagEnd } from './skip-markup.ts';
import { isNamed, startsWithName } from './tag-names.ts';

/**
 * The standard reads 1,024 bytes and lets the tree builder change the encoding at a later `meta` (13.2.6.4.4). Reading
 * more bytes at once gives the same result.
 */
const PRESCAN_BYTES = 16_384;
const LESS = 60;
const DASH = 45;
const GREATER = 62;
const attributes = new AttributeReader();

/**
 * The encoding that the page's own markup declares, in its first bytes (HTML standard, 13.2.3.2
 * "prescan a byte stream", then "get an XML encoding").
 */
export function metaCharset(body: Uint8Array): string | undefined {
  const head = body.subarray(0, PRESCAN_BYTES);
  let i = head.indexOf(LESS);
  while (i >= 0) {
    const next = head[i + 1]!;
    if (startsComment(head, i)) i = commentEnd(head, i + 2);
    else if (startsWithName(head, i + 1, 'meta') && isMetaEnd(head[i + 5]!)) {
      const encoding = declaredBy(head, i + 5);
      if (attributes.tagEnd < 0) break;
      if (encoding !== undefined) return encoding;
      i = attributes.tagEnd;
    } else if (isLetter(next) || (next === 47 && isLetter(head[i + 2]!))) {
      i = tagEnd(head, nameEnd(head, i + 1));
      if (i < 0) break;
    } else if (next === 33 || next === 47 || next === 63) i = bogusCommentEnd(head, i + 2);
    else i += 1;
    i = head.indexOf(LESS, i);
  }
  return xmlEncoding(latin1(head));
}

function isMetaEnd(code: number): boolean {
  return code === 47 || isSpace(code);
}

/** The two dashes of the end may be those of the start (`<!-->`). */
function commentEnd(page: Uint8Array, dashes: number): number {
  for (let i = page.indexOf(DASH, dashes); i >= 0; i = page.indexOf(DASH, i + 1)) {
    if (page[i + 1] === DASH && page[i + 2] === GREATER) return i + 3;
  }
  return page.length;
}

/** In the prescan a `/` is part of the name. */
function nameEnd(page: Uint8Array, from: number): number {
  let i = from;
  while (i < page.length && page[i] !== GREATER && !isSpace(page[i]!)) i += 1;
  return i;
}

/**
 * Moves `attributes` to the end of the tag. A `charset` with an unknown label declares nothing, whatever `content`
 * says.
 */
function declaredBy(page: Uint8Array, from: number): string | undefined {
  let isContentType = false;
  let [hasHttpEquiv, hasCharset, hasContent] = [false, false, false];
  let encoding: string | undefined;
  attributes.start(page, from);
  while (attributes.next()) {
    const { nameStart, nameEnd, valueStart, valueEnd } = attributes;
    if (!hasHttpEquiv && isNamed(page, nameStart, nameEnd, 'http-equiv')) {
      hasHttpEquiv = true;
      isContentType = isNamed(page, valueStart, valueEnd, 'content-type');
    } else if (!hasCharset && isNamed(page, nameStart, nameEnd, 'charset')) {
      hasCharset = true;
      encoding = encodingOfLabel(latin1(page, valueStart, valueEnd));
    } else if (!hasContent && isNamed(page, nameStart, nameEnd, 'content')) {
      hasContent = true;
      if (!hasCharset) encoding = charsetInContent(latin1(page, valueStart, valueEnd));
    }
  }
  if (!hasCharset && !isContentType) return undefined;
  return encoding === undefined ? undefined : inMarkup(encoding);
}

/** A declaration that was readable as ASCII cannot mean a non-ASCII encoding (13.2.3.2, last steps of "process"). */
function inMarkup(encoding: string): string {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return 'utf-8';
  return encoding === 'x-user-defined' ? 'windows-1252' : encoding;
}

const CHARSET = /charset[\t\n\f\r ]*=[\t\n\f\r ]*/i;

/** HTML standard, 2.5.4: extracting a character encoding from a meta element. An open quote names no encoding. */
function charsetInContent(content: string): string | undefined {
  const found = CHARSET.exec(content);
  if (!found) return undefined;
  const rest = content.slice(found.index + found[0].length);
  const [, double, single, bare] = /^(?:"([^"]*)"|'([^']*)'|(?!["'])([^\t\n\f\r ;]*))/.exec(rest) ?? [];
  return encodingOfLabel(double ?? single ?? bare ?? '');
}

/**
 * The first `encoding="…"` behind a `<?xml` at the very start ("get an XML encoding"). Every character up to the space
 * counts as white space.
 */
function xmlEncoding(head: string): string | undefined {
  if (!head.startsWith('<?xml') || !head.includes('>')) return undefined;
  const rest = head.slice(Math.max(head.indexOf('encoding'), 0));
  const [, double, single] = /^encoding[\0-\x20]*=[\0-\x20]*(?:"([^"\0-\x20]*)"|'([^'\0-\x20]*)')/.exec(rest) ?? [];
  const encoding = encodingOfLabel(double ?? single ?? '');
  return encoding === undefined ? undefined : inMarkup(encoding);
}
