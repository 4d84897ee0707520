import dns from 'node:dns';
import { setTimeout as wait } from 'node:timers/promises';
import { remember } from '../../domain/remember.ts';
import type { ResolvedAddress } from './egress-filter.ts';

/** All addresses of a name, IPv4 first; rejects where there is none. */
export type ResolveName = (hostname: string) => Promise<readonly ResolvedAddress[]>;

const CACHE_MS = 60_000;
const CACHED_NAMES = 10_000;
const QUERY_TIMEOUT_MS = 2_500;
const QUERY_TRIES = 2;
/** How long a slow half (A or AAAA) may hold up the other: the resolution delay of RFC 8305, section 3. */
const RESOLUTION_DELAY_MS = 50;
/** Enough to get round dead ones; a name with 500 addresses costs no more than others. */
const ADDRESSES_PER_NAME = 8;

/**
 * Asks the name servers by c-ares, which waits on sockets. The operating system's resolver would wait in libuv's pool of
 * four threads, where four dead name servers hold up all hosts and files. So the system is asked only for names that the
 * name servers do not know, or when no name server answers. It answers these soon, from its hosts file.
 */
export function createNameResolver(now: () => number = () => performance.now()): ResolveName {
  const servers = new dns.promises.Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
  const cache = new Map<string, { readonly found: Promise<readonly ResolvedAddress[]>; readonly freshUntil: number }>();

  return hostname => {
    const cached = cache.get(hostname);
    if (cached && cached.freshUntil > now()) return cached.found;
    const found = resolveName(servers, hostname);
    remember(cache, hostname, { found, freshUntil: now() + CACHE_MS }, CACHED_NAMES);
    // Only successes are kept; whoever asked is told of the failure by `found` itself.
    found.catch(() => {
      if (cache.get(hostname)?.found === found) cache.delete(hostname);
    });
    return found;
  };
}

async function resolveName(servers: dns.promises.Resolver, hostname: string): Promise<readonly ResolvedAddress[]> {
  const asked = isLocalName(hostname) ? systemLookup(hostname) : askNameServers(servers, hostname);
  return (await asked).slice(0, ADDRESSES_PER_NAME);
}

/** Names that only the machine itself knows: without a dot, and `localhost` (RFC 6761, section 6.3). */
function isLocalName(hostname: string): boolean {
  return !hostname.includes('.') || /(^|\.)localhost\.?$/.test(hostname);
}

/**
 * `EDESTRUCTION`: on a machine without a name server, Node looks for one anew after each refusal, and gives up whatever
 * was asked at the same time.
 */
const unknownToServers = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'EDESTRUCTION']);

async function askNameServers(servers: dns.promises.Resolver, hostname: string): Promise<ResolvedAddress[]> {
  const ipv4 = servers.resolve4(hostname).then(list => list.map(address => ({ address, family: 4 as const })));
  const ipv6 = servers.resolve6(hostname).then(list => list.map(address => ({ address, family: 6 as const })));
  try {
    return await firstWithPatience(ipv4, ipv6);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    if (!unknownToServers.has(String(error.code))) throw error;
    return systemLookup(hostname);
  }
}

/** Both lists, or the one that is there when the other fails or comes too late. Fails as the first list failed. */
async function firstWithPatience(
  ipv4: Promise<ResolvedAddress[]>,
  ipv6: Promise<ResolvedAddress[]>,
): Promise<ResolvedAddress[]> {
  const parts: { v4: ResolvedAddress[]; v6: ResolvedAddress[] } = { v4: [], v6: [] };
  const both = Promise.allSettled([
    ipv4.then(list => {
      parts.v4 = list;
    }),
    ipv6.then(list => {
      parts.v6 = list;
    }),
  ]);
  await Promise.any([ipv4, ipv6]).catch(() => ipv4);
  await Promise.race([both, wait(RESOLUTION_DELAY_MS)]);
  return [...parts.v4, ...parts.v6];
}

async function systemLookup(hostname: string): Promise<ResolvedAddress[]> {
  const found = await dns.promises.lookup(hostname, { all: true, order: 'ipv4first' });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}
