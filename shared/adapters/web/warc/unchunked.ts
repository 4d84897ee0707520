/** Undoes the transfer coding `chunked` (RFC 9112, section 7.1). Bytes that are not so coded stay as they are: some archives have undone it. */
export function unchunked(bytes: Uint8Array): Uint8Array {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = view.indexOf('\r\n', at);
    const size =
      end < 0 || end - at > 64 ? undefined : /^([\da-f]{1,8})\s*(?:;.*)?$/i.exec(view.toString('latin1', at, end))?.[1];
    if (size === undefined) return parts.length === 0 ? bytes : Buffer.concat(parts);
    const length = Number.parseInt(size, 16);
    if (length === 0) return Buffer.concat(parts);
    parts.push(view.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
}
