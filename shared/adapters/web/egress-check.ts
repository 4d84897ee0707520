import { createEgressFilter, type EgressExceptions } from './egress-filter.ts';
import { FetchFault } from './faults/fetch-fault.ts';
import type { ResolveName } from './name-resolver.ts';
import { addressesOf } from './open-socket.ts';

/** Why the host of an address would not be dialled; `undefined` where it would, and where nobody knows its name. */
export type EgressCheck = (url: URL) => Promise<string | undefined>;

/** Without `resolve` no name server is asked, so only IP addresses are judged. */
export function createEgressCheck(exceptions: EgressExceptions, resolve?: ResolveName): EgressCheck {
  const filter = createEgressFilter(exceptions);
  return async url => {
    const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    try {
      const addresses = await addressesOf(hostname, resolve ?? (async () => []));
      if (addresses.length > 0) filter.permitted(hostname, port, addresses);
      return undefined;
    } catch (error) {
      if (!(error instanceof FetchFault)) throw error;
      return error.reason === 'private-address' ? error.message : undefined;
    }
  };
}
