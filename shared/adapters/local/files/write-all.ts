import { writev, writevSync } from 'node:fs';
import { promisify } from 'node:util';

const writeParts = promisify(writev);

/**
 * Writes all of `parts` to an open file. A write may take less than it was given (a nearly full disk); the next one then says
 * why. Parts with fewer bytes than `apartFrom` are written at once: handing a call to another thread takes longer than the call.
 */
export async function writeAll(file: number, parts: readonly Uint8Array[], apartFrom: number): Promise<void> {
  let rest = parts.filter(part => part.byteLength > 0);
  const isSmall = rest.reduce((sum, part) => sum + part.byteLength, 0) < apartFrom;
  while (rest.length > 0) {
    const written = isSmall ? writevSync(file, rest) : (await writeParts(file, rest)).bytesWritten;
    rest = restAfter(written, rest);
  }
}

function restAfter(bytes: number, parts: readonly Uint8Array[]): Uint8Array[] {
  let at = bytes;
  return parts.flatMap(part => {
    const rest = part.subarray(Math.min(at, part.byteLength));
    at -= Math.min(at, part.byteLength);
    return rest.byteLength > 0 ? [rest] : [];
  });
}
