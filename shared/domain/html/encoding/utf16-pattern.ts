const SAMPLE_BYTES = 1024;

/**
 * UTF-16 without a byte order mark. The zero bytes of ASCII characters tell the order of bytes: in most pairs they are the
 * first byte, or in most pairs the second.
 */
export function utf16Pattern(body: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const pairs = Math.min(body.length, SAMPLE_BYTES) >> 1;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < pairs; i += 1) {
    if (body[2 * i] === 0) even += 1;
    if (body[2 * i + 1] === 0) odd += 1;
  }
  if (pairs === 0) return undefined;
  if (even === 0 && odd > pairs * 0.4) return 'utf-16le';
  if (odd === 0 && even > pairs * 0.4) return 'utf-16be';
  return undefined;
}
