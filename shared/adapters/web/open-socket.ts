import { closeSync, openSync } from 'node:fs';
import net from 'node:net';
import { devNull } from 'node:os';
import tls from 'node:tls';
import type { NetworkAccess } from '../../domain/http/access/access.ts';
import { remember } from '../../domain/remember.ts';
import { isForwarded, proxyTarget, type SocketWay, type Target, throughProxy } from './access/proxy.ts';
import type { EgressFilter, ResolvedAddress } from './egress-filter.ts';
import { errorCode } from './faults/classify-error.ts';
import { FetchFault } from './faults/fetch-fault.ts';
import { type CertificateTimes, tlsWords } from './faults/tls-words.ts';
import type { ResolveName } from './name-resolver.ts';

/** Dials `target`. `onDial` gets the socket before it is connected, so that the caller can end the attempt. */
export type OpenSocket = (target: Target, onDial: (socket: net.Socket) => void) => Promise<net.Socket>;

/**
 * How long an address of a host may take to answer before the next address is tried. RFC 8305, section 5 says 250 ms.
 * Node gives the attempt up instead of going on beside it, so slow but living servers get more time.
 */
const ATTEMPT_MS = 1_000;
/** The chunks a body arrives in. */
const READ_SIZE = 64 * 1024;
/** Hosts whose TLS session is kept: some 2 KB each. */
const mostSessions = 1_024;

/** Connects only to addresses that the filter permits, whatever the name resolved to a moment ago. */
export function createOpenSocket(resolve: ResolveName, filter: EgressFilter, way?: SocketWay): OpenSocket {
  const handshakes = new Handshakes(way?.network ?? {});
  const open = async (target: Target, addresses: Addresses, onDial: (socket: net.Socket) => void) => {
    const options = dialOptions(target, addresses);
    if (target.secure) return await handshakes.begin(target, options, onDial);
    const socket = net.connect(options);
    onDial(socket);
    return await connected(socket, false);
  };
  return async (target, onDial) => {
    const proxy = way?.proxyFor(target);
    if (proxy === undefined) return await open(target, await permittedFor(target), onDial);
    const host = await hostForProxy(proxy, target);
    const place = proxyTarget(proxy);
    const socket = await open(place, [...(await addressesOf(place.hostname, resolve))], onDial);
    if (isForwarded(proxy, target.secure)) return socket;
    await throughProxy(socket, proxy, host, target.port);
    if (!target.secure) return socket;
    return await handshakes.begin(target, { socket }, onDial);
  };

  async function permittedFor({ hostname, port }: Target): Promise<Addresses> {
    return filter.permitted(hostname, port, await addressesOf(hostname, resolve));
  }

  /** The proxy gets an address that the filter permits, or a name: only one that has no private address here. */
  async function hostForProxy(proxy: URL, target: Target): Promise<string> {
    const { hostname } = target;
    if (proxy.protocol === 'socks5:') return (await permittedFor(target))[0]!.address;
    try {
      await permittedFor(target);
    } catch (error) {
      // Many networks name outside hosts at their proxy alone.
      if (!(error instanceof FetchFault && error.reason === 'dns')) throw error;
    }
    return hostname;
  }
}

/** Makes TLS connections, with one store of certificates, and shortens the handshake with a host that was met before. */
class Handshakes {
  readonly #network: NetworkAccess;
  #context: tls.SecureContext | undefined;
  /** The last session of each `host:port`. */
  readonly #sessions = new Map<string, Buffer>();

  constructor(network: NetworkAccess) {
    this.#network = network;
  }

  /** `options.socket`: the connection through a proxy, which is open. */
  async begin(
    { hostname, port }: Target,
    options: tls.ConnectionOptions,
    onDial: (socket: net.Socket) => void,
  ): Promise<net.Socket> {
    const host = `${hostname}:${port}`;
    const { ca, insecure = [] } = this.#network;
    this.#context ??= tls.createSecureContext(
      ca === undefined ? {} : { ca: [...tls.getCACertificates('default'), ca] },
    );
    const socket = tls.connect({
      ...options,
      secureContext: this.#context,
      // No name is sent for an address (RFC 6066, section 3).
      servername: net.isIP(hostname) ? '' : hostname.replace(/\.$/, ''),
      ALPNProtocols: ['http/1.1'],
      rejectUnauthorized: ![hostname, host].some(each => insecure.includes(each)),
      session: this.#sessions.get(host),
    });
    // Node emits it only when the certificate was accepted.
    socket.on('session', session => remember(this.#sessions, host, session, mostSessions));
    onDial(socket);
    try {
      return await connected(socket, true, options.socket !== undefined);
    } catch (error) {
      // The next try is a whole handshake.
      this.#sessions.delete(host);
      throw error;
    }
  }
}

/**
 * The addresses of a name, or `hostname` itself where it is an address. Throws a `dns` fault where nobody knows the
 * name.
 */
export async function addressesOf(hostname: string, resolve: ResolveName): Promise<readonly ResolvedAddress[]> {
  const version = net.isIP(hostname);
  if (version !== 0) return [{ address: hostname, family: version === 6 ? 6 : 4 } as const];
  try {
    return await resolve(hostname);
  } catch (error) {
    demandFreeFile();
    throw new FetchFault('dns', nameFailure(error), { cause: error });
  }
}

const failures: Readonly<Record<string, string>> = {
  ESERVFAIL: 'name servers failed to find it (ESERVFAIL)',
  EREFUSED: 'name servers refused to answer (EREFUSED)',
  ETIMEOUT: 'name servers did not answer in time (ETIMEOUT)',
};

function nameFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return failures[errorCode(error)] ?? error.message;
}

/** A resolver that can open no file or socket reports a missing name. Throws if that is so (EMFILE, ENFILE). */
function demandFreeFile(): void {
  closeSync(openSync(devNull, 'r'));
}

type Addresses = ReturnType<EgressFilter['permitted']>;

interface DialOptions extends net.TcpNetConnectOpts {
  /** Bytes. */
  readonly highWaterMark: number;
}

function dialOptions({ hostname, port }: Target, addresses: Addresses): DialOptions {
  return {
    host: hostname,
    port,
    // Node dials what this answers: the addresses that were checked, and no others.
    lookup: (_hostname, _options, callback) => callback(null, addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
    noDelay: true,
    highWaterMark: READ_SIZE,
  };
}

/** `isOpen`: the connection below is there, so that all that fails is the handshake. */
function connected(socket: net.Socket, secure: boolean, isOpen = false): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    let inHandshake = isOpen;
    let times: CertificateTimes = {};
    const fail = (error: Error) => reject(inHandshake ? handshakeFault(error, times) : error);
    // Before Node judges the certificate: of one that it refuses nothing is left.
    if (socket instanceof tls.TLSSocket) socket.prependListener('secure', () => (times = timesOf(socket)));
    socket.once('error', fail);
    const end = (): void => reject(new FetchFault('network', 'The connection attempt was ended.'));
    socket.once('close', end);
    if (secure) socket.once('connect', () => (inHandshake = true));
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      socket.off('error', fail);
      socket.off('close', end);
      resolve(socket);
    });
  });
}

function timesOf(socket: tls.TLSSocket): CertificateTimes {
  const { valid_from, valid_to } = socket.getPeerCertificate();
  return { valid_from, valid_to };
}

/** An error after the connection is open comes from the handshake (certificate, version …), unless the connection broke. */
function handshakeFault(error: Error, times: CertificateTimes): Error {
  const code = errorCode(error);
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ETIMEDOUT') return error;
  return new FetchFault('tls', tlsWords(error, code, times), { cause: error });
}
