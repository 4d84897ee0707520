import { isIP } from 'node:net';
import { createEgressFilter, type EgressExceptions } from './egress-filter.ts';
import { FetchFault } from './fetch-fault.ts';

/**
 * Why the host of an address would not be dialled, from the address alone; `undefined` where it would, and for names,
 * which are only judged by what they resolve to.
 */
export type EgressCheck = (url: URL) => string | undefined;

export function createEgressCheck(exceptions: EgressExceptions): EgressCheck {
  const filter = createEgressFilter(exceptions);
  return url => {
    const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const version = isIP(hostname);
    if (version === 0) return undefined;
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    try {
      filter.permitted(hostname, port, [{ address: hostname, family: version === 6 ? 6 : 4 }]);
      return undefined;
    } catch (error) {
      if (error instanceof FetchFault) return error.message;
      throw error;
    }
  };
}
