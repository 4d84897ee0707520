import { ChunkedBody } from '../answer-body.ts';

/** Undoes the transfer coding `chunked`, up to a fault. Bytes that are not so coded stay as they are: some archives have undone it. */
export function unchunked(bytes: Uint8Array): Uint8Array {
  const parts: Buffer[] = [];
  let isWhole = false;
  try {
    isWhole = new ChunkedBody().read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), part =>
      parts.push(part),
    );
  } catch {
    // The bytes before the fault are there.
  }
  return isWhole || parts.length > 0 ? Buffer.concat(parts) : bytes;
}
