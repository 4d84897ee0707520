/** Repairs bodies whose content coding has faults that browsers tolerate. */

import { isUtf8 } from 'node:buffer';
import { inflateRawSync } from 'node:zlib';
import { memberHead, unpackMember } from './gzip-member.ts';

/** Most members of a gzip body. No server sends more, and each costs a call of zlib. */
const mostMembers = 64;
const sniffedBytes = 1_445;

/**
 * Undoes `gzip` and `deflate`, ignoring check bytes and bytes behind the packed data. Text that is not packed at all is
 * returned as it is. Undefined if neither works. Throws if the data is cut, or above `most` bytes.
 */
export function mendedBody(
  coding: 'gzip' | 'deflate' | 'br' | 'zstd',
  bytes: Uint8Array,
  most: number,
): Uint8Array | undefined {
  if (coding === 'gzip' && memberHead(bytes) !== undefined) return members(bytes, most);
  if (coding === 'deflate' && isZlib(bytes)) return inflateRawSync(bytes.subarray(2), { maxOutputLength: most });
  return isText(bytes) ? bytes : undefined;
}

/**
 * Whether the beginning has no binary byte (MIME Sniffing standard, section 4), and the body is UTF-8 text or a
 * document of tags in any encoding.
 */
function isText(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, sniffedBytes)).toString('latin1');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is searched for.
  if (/[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/.test(head)) return false;
  return isUtf8(bytes) || /^(?:\xef\xbb\xbf)?\s*<[a-z!?]/i.test(head);
}

/** RFC 1950, section 2.2. */
export function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

function members(bytes: Uint8Array, most: number): Uint8Array {
  const unpacked: Buffer[] = [];
  let size = 0;
  for (let rest = bytes; unpacked.length < mostMembers && memberHead(rest) !== undefined; ) {
    const { data, length } = unpackMember(rest, most - size);
    unpacked.push(data);
    size += data.length;
    rest = rest.subarray(length);
  }
  return Buffer.concat(unpacked);
}
