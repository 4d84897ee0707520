import { Buffer, isAscii, isUtf8 } from 'node:buffer';
import { sniffEncoding } from '../../../domain/html/decode-text.ts';
import { detectEncoding } from '../../../domain/html/encoding/detect-encoding.ts';
import { encodingOfLabel, headerCharset } from '../../../domain/html/encoding/header-charset.ts';
import { textDecoderOf } from '../../../domain/html/encoding/text-decoder.ts';

export interface DecodedMarkup {
  readonly text: string;
  /** Lower-case name of the Encoding Standard. */
  readonly encoding: string;
  /** A declaration named another encoding than the bytes have. */
  readonly wronglyDeclared: boolean;
}

/** Within so many bytes an XML declaration ends. */
const declarationBytes = 1024;

/**
 * The text of an XML or JSON document. Its encoding is, in this order: the byte order mark; UTF-8 where the bytes are UTF-8
 * beyond ASCII, whatever was declared; the header's charset, except for Latin-1, which servers add unasked; the XML
 * declaration; a guess. A declared UTF-8 that the bytes are not is not trusted.
 */
export function decodeMarkup(body: Uint8Array, contentType: string): DecodedMarkup {
  const header = headerCharset(contentType);
  const declaration = declaredEncoding(body);
  const believed = header === undefined || header === 'windows-1252' ? (declaration ?? header) : header;
  const encoding = encodingOf(body, believed);
  const declared = [header, declaration].filter(each => each !== undefined);
  return {
    text: textDecoderOf(encoding === 'replacement' ? 'utf-8' : encoding).decode(body),
    encoding,
    wronglyDeclared: declared.length > 0 && !declared.includes(encoding) && !isAscii(body),
  };
}

function encodingOf(body: Uint8Array, believed: string | undefined): string {
  const { encoding, source } = sniffEncoding({ body, contentType: '' });
  if (source === 'bom' || encoding.startsWith('utf-16')) return encoding;
  if (isUtf8(body)) return isAscii(body) ? (believed ?? 'utf-8') : 'utf-8';
  if (believed !== undefined && believed !== 'utf-8' && !believed.startsWith('utf-16')) return believed;
  return detectEncoding(body) ?? 'windows-1252';
}

/** The encoding that `<?xml … encoding="…"?>` at the start of a document declares. */
function declaredEncoding(body: Uint8Array): string | undefined {
  const head = Buffer.from(body.subarray(0, declarationBytes)).toString('latin1');
  const start = head.indexOf('<?xml');
  if (start < 0) return undefined;
  const [, label] = /encoding\s*=\s*["']([\w.:-]+)["']/.exec(head.slice(start, head.indexOf('>', start))) ?? [];
  return label === undefined ? undefined : encodingOfLabel(label);
}
