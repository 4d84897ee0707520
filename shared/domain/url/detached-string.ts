const longestCopied = 4096;
const copy = Buffer.alloc(longestCopied);

/**
 * A copy of `text` that keeps no other string in memory. V8 stores a part of a string (13 characters or more) as a
 * reference into the whole, so one stored address would keep its whole page in memory.
 */
export function detached(text: string): string {
  if (/[^\0-\xff]/.test(text)) return Buffer.from(text, 'utf16le').toString('utf16le');
  if (text.length > longestCopied) return Buffer.from(text, 'latin1').toString('latin1');
  return copy.toString('latin1', 0, copy.write(text, 'latin1'));
}
