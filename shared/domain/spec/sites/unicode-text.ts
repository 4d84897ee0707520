/** The encoding of UTF-16 whose mark is at the beginning. */
export function markedEncoding([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** The text of a file in UTF-8, or in UTF-16 with its mark; undefined for other bytes. */
export function unicodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(markedEncoding(bytes) ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Without the line `sep=;`, by which Excel knows the separator: an empty line takes its place. */
export function withoutSeparatorLine(text: string): string {
  return text.replace(/^\ufeff?sep=[^\r\n](?=[\r\n])/i, '');
}
