import net from 'node:net';
// The package gives no name to this module of its proxy agent.
import { Socks5Client } from 'undici/lib/core/socks5-client.js';
import type { NetworkAccess } from '../../../domain/http/access/access.ts';
import { proxyPort, proxyUrl } from '../../../domain/http/access/proxy-address.ts';
import { allowance, BadInput } from '../../../domain/refusal/refusal.ts';
import { unescaped } from '../../../domain/url/url-parts.ts';
import { FetchFault } from '../faults/fetch-fault.ts';

export interface Target {
  /** A name, or an address without brackets. */
  readonly hostname: string;
  readonly port: number;
  readonly secure: boolean;
}

/** The proxy for a target; undefined: it is dialled. */
type ProxyFor = (target: Target) => URL | undefined;

/** How connections are opened beside the plain way. */
export interface SocketWay {
  readonly network: NetworkAccess;
  readonly proxyFor: ProxyFor;
}

/** Undefined where neither the user nor the environment says more than the plain way. */
export function openWay(network: NetworkAccess, variables: Variables): SocketWay | undefined {
  const isPlain = Object.keys(network).length === 0;
  if (isPlain && !Object.keys(variables).some(name => /^(?:https?|all)_proxy$/i.test(name))) return undefined;
  return { network, proxyFor: createProxyFor(network, variables) };
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The proxy of the user, else that of HTTP_PROXY, HTTPS_PROXY and ALL_PROXY, except for hosts of NO_PROXY. As for curl, HTTP_PROXY
 * counts in lower case alone where a web server may have set it (CGI). Variables say nothing about this machine itself. Throws
 * `BadInput` where they name no proxy, for nobody wants to be dialled directly then.
 */
function createProxyFor({ proxy }: NetworkAccess, variables: Variables): ProxyFor {
  const of = (name: string): string => (variables[name] || variables[name.toUpperCase()] || '').trim();
  const http = variables['REQUEST_METHOD'] === undefined ? of('http_proxy') : (variables['http_proxy'] ?? '');
  const [forHttp, forHttps] = [http || of('all_proxy'), of('https_proxy') || of('all_proxy')];
  const given = { http: proxyUrl(forHttp), https: proxyUrl(forHttps) };
  if (proxy === undefined && ((forHttp !== '' && !given.http) || (forHttps !== '' && !given.https)))
    throw new BadInput([{ field: 'HTTP_PROXY, HTTPS_PROXY, ALL_PROXY', ...allowance('proxy-address') }]);
  const without = of('no_proxy')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  return target => {
    if (without.some(entry => isNamed(entry, target))) return undefined;
    if (proxy !== undefined) return new URL(proxy);
    return isThisMachine(target.hostname) ? undefined : given[target.secure ? 'https' : 'http'];
  };
}

/** Where the proxy itself is dialled. */
export function proxyTarget(proxy: URL): Target {
  const hostname = proxy.hostname.replace(/^\[|\]$/g, '');
  return { hostname, port: proxyPort(proxy), secure: proxy.protocol === 'https:' };
}

/** Whether the proxy reads requests for this target, in the place of a tunnel to it. */
export function isForwarded(proxy: URL | undefined, secure: boolean): proxy is URL {
  return proxy !== undefined && !secure && proxy.protocol.startsWith('http');
}

/** The Proxy-Authorization field, names and values by turns. */
export function proxyLogin({ username, password }: URL): readonly string[] {
  if (username === '') return [];
  const pair = `${unescaped(username)}:${unescaped(password)}`;
  return ['proxy-authorization', `Basic ${Buffer.from(pair).toString('base64')}`];
}

/** As curl and Go read entries: a name, or an address with its length in bits, perhaps with a port. */
function isNamed(entry: string, { hostname, port }: Target): boolean {
  if (entry === '*') return true;
  const host = hostname.toLowerCase().replace(/\.$/, '');
  const [, block, bits, at = port] = /^\[?([\da-f.:]+)\]?\/(\d{1,3})(?::(\d+))?$/.exec(entry) ?? [];
  if (block !== undefined) return Number(at) === port && isWithin(host, block, Number(bits));
  // More than one colon without brackets: an address of IPv6.
  const bare = net.isIPv6(entry) ? `[${entry}]` : entry.replace(/^\*?\./, '');
  const [, name = '', only] = /^\[?(.*?)\]?\.?(?::(\d+))?$/.exec(bare) ?? [];
  const isBelow = net.isIP(host) === 0 && host.endsWith(`.${name}`);
  return (host === name || isBelow) && (only === undefined || Number(only) === port);
}

function isWithin(host: string, block: string, bits: number): boolean {
  const family = net.isIP(block);
  if (family === 0 || family !== net.isIP(host) || bits > (family === 4 ? 32 : 128)) return false;
  const kind = `ipv${family as 4 | 6}` as const;
  const list = new net.BlockList();
  list.addSubnet(block, bits, kind);
  return list.check(host, kind);
}

function isThisMachine(hostname: string): boolean {
  return /^(?:127\.\d+\.\d+\.\d+|::1|(?:.*\.)?localhost)$/i.test(hostname);
}

/** Asks the proxy behind `socket` for a connection to a host, a name or an address. */
export async function throughProxy(socket: net.Socket, proxy: URL, host: string, port: number): Promise<void> {
  if (proxy.protocol.startsWith('socks')) await throughSocks(socket, proxy, host, port);
  else await throughConnect(socket, proxy, host, port);
}

async function throughSocks(socket: net.Socket, proxy: URL, host: string, port: number): Promise<void> {
  const [username, password] = [unescaped(proxy.username), unescaped(proxy.password)];
  const client = new Socks5Client(socket, username === '' ? {} : { username, password });
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(new FetchFault('network', `The proxy gave no connection (${why}).`));
    client.on('error', (error: Error) => fail(error.message));
    client.on('close', () => fail('it closed the connection'));
    client.on('authenticated', () => client.connect(host, port));
    client.on('connected', () => resolve());
    client.handshake();
  });
}

const longestHead = 16 * 1024;

async function throughConnect(socket: net.Socket, proxy: URL, host: string, port: number): Promise<void> {
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const [name, value] = proxyLogin(proxy);
  const login = name === undefined ? '' : `${name}: ${value}\r\n`;
  const head = await new Promise<string>((resolve, reject) => {
    let text = '';
    const end = (why: string): void => {
      socket.off('data', read).off('close', closed);
      reject(new FetchFault('network', `The proxy gave no connection (${why}).`));
    };
    const closed = (): void => end('it closed the connection');
    const read = (bytes: Buffer): void => {
      text += bytes.toString('latin1');
      if (text.length > longestHead) end('its answer is too long');
      if (!text.includes('\r\n\r\n')) return;
      socket.off('data', read).off('close', closed);
      resolve(text);
    };
    socket.on('data', read).once('close', closed);
    socket.write(`CONNECT ${place} HTTP/1.1\r\nhost: ${place}\r\n${login}\r\n`);
  });
  const status = /^HTTP\/1\.[01] (\d{3})/i.exec(head)?.[1] ?? 'no status';
  if (!status.startsWith('2')) throw new FetchFault('network', `The proxy gave no connection (${status}).`);
}
