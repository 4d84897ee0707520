import dns from 'node:dns';
import { setTimeout as wait } from 'node:timers/promises';
import { remember } from '../../domain/remember.ts';
import type { ResolvedAddress } from './egress-filter.ts';
import { errorCode } from './faults/classify-error.ts';
import { isSilence, QuestionPace } from './question-pace.ts';
import { HostsFile, systemMayKnow } from './system-names.ts';

/** All addresses of a name, IPv4 first; rejects where there is none. */
export type ResolveName = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export interface NameResolverOptions {
  readonly now?: () => number;
  /** Shared with who wants to know how long its line is. */
  readonly pace?: QuestionPace;
  /** Name servers, `address:port`. Absent: those of the machine. */
  readonly servers?: readonly string[];
  /** The folder of `hosts`, `nsswitch.conf` and `resolv.conf`. */
  readonly folder?: string;
}

const CACHE_MS = 60_000;
/**
 * How long a name server is trusted that there is no such name (RFC 2308, section 5). So robots.txt and its further
 * tries cost one question, and the first probe of a host in trouble asks anew.
 */
const NO_NAME_MS = 25_000;
const CACHED_NAMES = 10_000;
const QUERY_TIMEOUT_MS = 2_500;
/** Where servers are quick, c-ares gives a question up after less than a second. */
const QUERY_TRIES = 2;
/** So a name that nobody answered for is asked about once more after this time, when it is asked about first. */
const REPEAT_MS = 1_500;
/** With its time in the line. Shorter than a request may take to connect. */
const LONGEST_QUERY_MS = 9_000;
/** How long a slow half (A or AAAA) may hold up the other: the resolution delay of RFC 8305, section 3. */
const RESOLUTION_DELAY_MS = 50;
/** Enough to get round dead ones; a name with 500 addresses costs no more than others. */
const ADDRESSES_PER_NAME = 8;

/** The addresses of a name, known or under way. */
interface Known {
  readonly found: Promise<readonly ResolvedAddress[]>;
  freshUntil: number;
}

/**
 * Asks the name servers by c-ares, which waits on sockets. The operating system's resolver would wait in libuv's pool,
 * where few names at a time are looked up, and a question that got lost takes five seconds. So the system finds only
 * what name servers cannot know, or when there is no name server. Names that name servers do not know are looked up
 * in the hosts file.
 */
export function createNameResolver(options: NameResolverOptions = {}): ResolveName {
  const { now = () => performance.now() } = options;
  const names = new Names(options);
  const cache = new Map<string, Known>();

  return hostname => {
    const cached = cache.get(hostname);
    if (cached && cached.freshUntil > now()) return cached.found;
    const known: Known = { found: names.resolve(hostname), freshUntil: now() + CACHE_MS };
    remember(cache, hostname, known, CACHED_NAMES);
    // The caller learns of the failure from `found` itself.
    known.found.catch((error: unknown) => {
      if (error instanceof NoSuchName) known.freshUntil = now() + NO_NAME_MS;
      else if (cache.get(hostname) === known) cache.delete(hostname);
    });
    return known.found;
  };
}

/** Neither name servers nor the machine know an address of the name. */
class NoSuchName extends Error {
  readonly code = 'ENOTFOUND';

  constructor(hostname: string, cause: unknown) {
    super(`ENOTFOUND: no address of ${hostname} is known`, { cause });
  }
}

class Names {
  private readonly servers = new dns.promises.Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
  private readonly pace: QuestionPace;
  /** Names that were asked about twice. */
  private readonly silent = new Map<string, true>();
  private readonly folder: string;
  private readonly hosts: HostsFile;

  constructor({ servers, folder = '/etc', pace = new QuestionPace() }: NameResolverOptions) {
    this.pace = pace;
    if (servers !== undefined) this.servers.setServers(servers);
    this.folder = folder;
    this.hosts = new HostsFile(folder);
  }

  async resolve(hostname: string): Promise<readonly ResolvedAddress[]> {
    if (/(^|\.)invalid\.?$/.test(hostname)) throw new NoSuchName(hostname, undefined); // RFC 6761, section 6.4
    const found = isLocalName(hostname) ? await localLookup(hostname) : await this.askServersFirst(hostname);
    return found.slice(0, ADDRESSES_PER_NAME);
  }

  private async askServersFirst(hostname: string): Promise<readonly ResolvedAddress[]> {
    try {
      return await inTime(hostname, signal => this.askTwice(hostname, signal));
    } catch (error) {
      const code = codeOf(error);
      if (withoutServer.has(code)) return await systemLookup(hostname);
      if (!unknownToServers.has(code)) throw error;
      const own = this.hosts.addressesOf(hostname);
      if (own.length > 0) return own.toSorted((a, b) => a.family - b.family);
      if (!systemMayKnow(hostname, this.servers.getServers(), this.folder)) throw new NoSuchName(hostname, error);
      return await systemLookup(hostname).catch((failure: unknown) => {
        throw codeOf(failure) === 'ENOTFOUND' ? new NoSuchName(hostname, failure) : failure;
      });
    }
  }

  /** A question or its answer may get lost, also if servers are requested too much. */
  private async askTwice(hostname: string, signal: AbortSignal): Promise<ResolvedAddress[]> {
    const isRepeat = this.silent.has(hostname);
    try {
      return await this.pace.run(() => askServers(this.servers, hostname), { signal, isRepeat });
    } catch (error) {
      if (!isSilence(error) || isRepeat) throw error;
    }
    remember(this.silent, hostname, true, CACHED_NAMES);
    await new Promise(resolve => setTimeout(resolve, REPEAT_MS));
    signal.throwIfAborted();
    return await this.pace.run(() => askServers(this.servers, hostname), { signal, isRepeat: true });
  }
}

/** Names that only the machine itself knows: without a dot, and `localhost` (RFC 6761, section 6.3). */
function isLocalName(hostname: string): boolean {
  return !hostname.includes('.') || /(^|\.)localhost\.?$/.test(hostname);
}

/** Every name below `localhost` leads to this machine, also where the system does not know it (RFC 6761, section 6.3). */
async function localLookup(hostname: string): Promise<readonly ResolvedAddress[]> {
  try {
    return await systemLookup(hostname);
  } catch (error) {
    if (!/\.localhost\.?$/.test(hostname)) throw error;
    return await systemLookup('localhost');
  }
}

/** No such name (NXDOMAIN), or no address of it. */
const unknownToServers = new Set(['ENOTFOUND', 'ENODATA']);
/**
 * `EDESTRUCTION`: on a machine without a name server, Node looks for one anew after each refusal, and gives up whatever
 * was asked at the same time.
 */
const withoutServer = new Set(['ECONNREFUSED', 'EDESTRUCTION']);

function codeOf(error: unknown): string {
  return error instanceof Error ? errorCode(error) : '';
}

async function inTime<T>(hostname: string, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const silence = `ETIMEOUT: no name server answered for ${hostname} within ${LONGEST_QUERY_MS} ms`;
    late.reject(Object.assign(new Error(silence), { code: 'ETIMEOUT' }));
    over.abort();
  }, LONGEST_QUERY_MS);
  try {
    return await Promise.race([ask(over.signal), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Names that do not exist have addresses of no kind (RFC 8020); silence says as little about IPv6. */
const endsQuestions = new Set(['ENOTFOUND', 'ETIMEOUT', ...withoutServer]);

async function askServers(servers: dns.promises.Resolver, hostname: string): Promise<ResolvedAddress[]> {
  const ipv4 = servers.resolve4(hostname).then(list => list.map(address => ({ address, family: 4 as const })));
  const failure = await ipv4.then(() => '', codeOf);
  if (endsQuestions.has(failure)) return await ipv4;
  const ipv6 = servers.resolve6(hostname).then(list => list.map(address => ({ address, family: 6 as const })));
  return await firstWithPatience(ipv4, ipv6);
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
