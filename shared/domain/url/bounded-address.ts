import { textDigest } from '../cut-text.ts';
import { maxUrlLength } from './traps.ts';

const mark = /#cut-of-(\d+)-characters-[0-9a-f]{16}$/;

/**
 * An address as it may be kept and shown: one over 2,048 characters is cut there, with its length and the beginning of its SHA-256
 * as a fragment, so that two long addresses stay two. It is longer than an address may be, so nobody requests it, and
 * still an address of its site. A repeat changes nothing. `address` is ASCII, as the URL standard's parser gives it, and
 * its scheme and host are no longer than `longestOrigin`.
 */
export function boundedAddress(address: string): string {
  if (address.length <= maxUrlLength || isCutAddress(address)) return address;
  // Half an escape would be no escape.
  const beginning = address.slice(0, maxUrlLength).replace(/[#%][0-9A-Fa-f]?$/, '');
  return `${beginning}#cut-of-${address.length}-characters-${textDigest(address)}`;
}

export function isCutAddress(address: string): boolean {
  const found = address.length > maxUrlLength ? mark.exec(address.slice(-64)) : null;
  return found !== null && address.length <= maxUrlLength + found[0].length && Number(found[1]) > maxUrlLength;
}

/** Scheme, host and port of an address that a link may have: four times what DNS allows (RFC 1035, section 2.3.4). */
export const longestOrigin = 1024;
