import { isIPv6 } from 'node:net';
import { FetchFault } from './faults/fetch-fault.ts';
import { metadataAddresses, specialAddresses } from './special-addresses.ts';

/** One address a name resolves to. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/**
 * Decides about addresses right before they are dialled, so neither a redirect nor a name that changes its address gets
 * round it.
 */
export interface EgressFilter {
  /**
   * Those of `addresses` that may be dialled for `hostname` (no brackets) and `port`; throws a `private-address` fault
   * where none is left.
   */
  permitted(hostname: string, port: number, addresses: readonly ResolvedAddress[]): ResolvedAddress[];
  /** From now on these hosts may be private too; entries as in `allowHosts`. */
  allow(hosts: readonly string[]): void;
}

/** Entries are `name:port`, IPv6 in brackets: exactly that host and port may be private, or be a metadata address. */
export interface EgressExceptions {
  readonly allowHosts: readonly string[];
  readonly allowMetadataHosts: readonly string[];
}

export function createEgressFilter(exceptions: EgressExceptions): EgressFilter {
  const metadataHosts = new Set(exceptions.allowMetadataHosts.map(entry => hostAndPort('allowMetadataHosts', entry)));
  const privateHosts = new Set(exceptions.allowHosts.map(entry => hostAndPort('allowHosts', entry)));

  const permits = (host: string, { address, family }: ResolvedAddress): boolean => {
    const [plain = address] = address.split('%'); // an IPv6 zone
    const kind = family === 6 ? 'ipv6' : 'ipv4';
    if (metadataHosts.has(host)) return true;
    if (metadataAddresses.check(plain, kind)) return false;
    return privateHosts.has(host) || !specialAddresses.check(plain, kind);
  };

  return {
    permitted(hostname, port, addresses) {
      const host = `${isIPv6(hostname) ? `[${hostname}]` : hostname}:${port}`;
      const left = addresses.filter(address => permits(host, address));
      if (left.length > 0) return left;
      const found = addresses.map(({ address }) => address).join(', ');
      throw new FetchFault('private-address', `${host} is not on the public Internet (${found})`);
    },
    allow: hosts => {
      for (const entry of hosts) privateHosts.add(hostAndPort('allowHosts', entry));
    },
  };
}

/** The entry as the URL standard writes host and port. */
function hostAndPort(field: string, entry: string): string {
  const port = Number(/^[^/?#@\s]+:(\d{1,5})$/.exec(entry)?.[1]);
  const url = port > 0 && port < 65_536 ? URL.parse(`http://${entry}`) : null;
  if (!url) throw new RangeError(`${field}: "${entry}" is not allowed; write name:port, IPv6 as [address]:port.`);
  return `${url.hostname}:${port}`;
}
