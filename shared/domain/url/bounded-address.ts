import { textDigest } from '../cut-text.ts';
import { maxUrlLength } from './traps.ts';

const mark = /#cut-of-(\d+)-characters-[0-9a-f]{16}$/;

/**
 * An address in storable form. An address over 2,048 characters is cut there and gets its length and the beginning of
 * its SHA-256 as a fragment, so that two long addresses differ. The result is still an address of its site, and too
 * long to be requested. A second call changes nothing. `address` is ASCII, as the URL standard's parser gives it, and
 * its scheme and host are no longer than `longestOrigin`.
 */
export function boundedAddress(address: string): string {
  if (address.length <= maxUrlLength || isCutAddress(address)) return address;
  // Drops a cut percent-escape at the end.
  const beginning = address.slice(0, maxUrlLength).replace(/[#%][0-9A-Fa-f]?$/, '');
  return `${beginning}#cut-of-${address.length}-characters-${textDigest(address)}`;
}

export function isCutAddress(address: string): boolean {
  const found = address.length > maxUrlLength ? mark.exec(address.slice(-64)) : null;
  return found !== null && address.length <= maxUrlLength + found[0].length && Number(found[1]) > maxUrlLength;
}

/** Most characters of scheme, host and port: four times what DNS allows (RFC 1035, section 2.3.4). */
export const longestOrigin = 1024;
