import { latin1 } from '../latin1.ts';
import { AttributeReader } from './attribute-reader.ts';
import { encodingOfLabel } from './encoding/header-charset.ts';
import { bogusCommentEnd, isLetter, isSpace, startsComment, tagEnd } from './skip-markup.ts';
import { isNamed, startsWithName, tagNameEnd } from './tag-names.ts';

/**
 * The standard asks for the first 1,024 bytes and lets the tree builder change the encoding at a later `meta`
 * (13.2.6.4.4); both come out of one longer look.
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
      i = tagEnd(head, tagNameEnd(head, i + 1 + (next === 47 ? 1 : 0)));
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

/** Leaves `attributes` at the end of the tag. */
function declaredBy(page: Uint8Array, from: number): string | undefined {
  let isContentType = false;
  let needsContentType = false;
  let encoding: string | undefined;
  const seen = new Set<string>();
  attributes.start(page, from);
  while (attributes.next()) {
    const { nameStart, nameEnd, valueStart, valueEnd } = attributes;
    const name = latin1(page, nameStart, nameEnd).toLowerCase();
    if (seen.has(name)) continue;
    seen.add(name);
    if (name === 'http-equiv') isContentType = isNamed(page, valueStart, valueEnd, 'content-type');
    else if (name === 'charset') {
      encoding = encodingOfLabel(latin1(page, valueStart, valueEnd));
      needsContentType = false;
    } else if (name === 'content' && encoding === undefined) {
      encoding = charsetInContent(latin1(page, valueStart, valueEnd));
      needsContentType = encoding !== undefined;
    }
  }
  if (needsContentType && !isContentType) return undefined;
  return encoding === undefined ? undefined : inMarkup(encoding);
}

/** An encoding that could not have been read as ASCII was not meant (13.2.3.2, last steps of "process"). */
function inMarkup(encoding: string): string {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return 'utf-8';
  return encoding === 'x-user-defined' ? 'windows-1252' : encoding;
}

/** HTML standard, 2.5.4: extracting a character encoding from a meta element. */
function charsetInContent(content: string): string | undefined {
  const match = /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"'][^\t\n\f\r ;]*))/i.exec(
    content,
  );
  if (!match) return undefined;
  return encodingOfLabel(match[1] ?? match[2] ?? match[3] ?? '');
}

/** `<?xml … encoding="…"` at the very start. */
function xmlEncoding(head: string): string | undefined {
  const declaration = /^<\?xml[^>]*?[^>]encoding[\t\n\r ]*=[\t\n\r ]*(?:"([^">]*)"|'([^'>]*)')/.exec(head);
  const encoding = declaration ? encodingOfLabel(declaration[1] ?? declaration[2] ?? '') : undefined;
  return encoding === undefined ? undefined : inMarkup(encoding);
}
