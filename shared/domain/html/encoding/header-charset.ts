import { encodingOfLabel } from './encoding-label.ts';

/** name=token or name="quoted string", ended by `;`, by the `,` of a joined header (RFC 9110, 5.3), or by the end. */
const PARAMETER = /^[ \t]*([!#$%&'*+.^_`|~\w-]+)=(?:"((?:[^"\\]|\\[\s\S])*)"|([^\s;,"']+))[ \t\r\n]*$/;

/**
 * The encoding that a Content-Type header declares: its first well-formed `charset` parameter (RFC 9110, 5.6.6) with a
 * known label. White space around `=`, an open quote or text behind a closed one make no declaration.
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
