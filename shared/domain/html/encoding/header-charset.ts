/** name=token or name="quoted string", ended by `;`, by the `,` of a joined header (RFC 9110, 5.3), or by the end. */
const PARAMETER = /^[ \t]*([!#$%&'*+.^_`|~\w-]+)=(?:"((?:[^"\\]|\\[\s\S])*)"|([^\s;,"']+))[ \t\r\n]*$/;

/**
 * The encoding that a Content-Type header declares: its first well-formed `charset` parameter (RFC 9110, 5.6.6) with a
 * known label. White space around `=`, an open quote or text behind a closed one make it invalid.
 */
export function headerCharset(contentType: string): string | undefined {
  for (const part of partsOf(contentType)) {
    const [, name, quoted, token] = PARAMETER.exec(part) ?? [];
    if (name?.toLowerCase() !== 'charset') continue;
    const encoding = encodingOfLabel(quoted?.replace(/\\([\s\S])/g, '$1') ?? token ?? '');
    if (encoding !== undefined) return encoding;
  }
  return undefined;
}

/** Cuts at `;` and `,` outside quoted strings. */
function partsOf(header: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let i = 0; i < header.length; i += 1) {
    const char = header[i];
    if (quoted && char === '\\') i += 1;
    else if (char === '"') quoted = !quoted;
    else if (!quoted && (char === ';' || char === ',')) {
      parts.push(header.slice(start, i));
      start = i + 1;
    }
  }
  parts.push(header.slice(start));
  return parts;
}

/** Labels of the replacement encoding (Encoding Standard, 4.2): their text must not be read at all. */
const REPLACEMENT_LABELS = new Set(
  'replacement csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr'.split(' '),
);

/** A cache: few labels are in use, and the platform makes a decoder for each look-up. */
const known = new Map<string, string | undefined>();
const MAX_KNOWN = 256;

/** The lower-case name of the encoding that a label stands for (Encoding Standard, 4.2 "get an encoding"). */
export function encodingOfLabel(label: string): string | undefined {
  if (known.has(label)) return known.get(label);
  const encoding = lookUp(label);
  if (known.size < MAX_KNOWN) known.set(label, encoding);
  return encoding;
}

function lookUp(label: string): string | undefined {
  const trimmed = label.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '').toLowerCase();
  if (REPLACEMENT_LABELS.has(trimmed)) return 'replacement';
  try {
    return new TextDecoder(trimmed).encoding;
  } catch (error) {
    // The platform throws this for an unknown label.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
