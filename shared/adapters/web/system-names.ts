/** The names that the machine itself knows and its name servers do not. */
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname as ownName } from 'node:os';
import { join } from 'node:path';
import type { ResolvedAddress } from './egress-filter.ts';

/** The file `hosts`, read again when it has changed. */
export class HostsFile {
  private readonly path: string;
  private names = new Map<string, ResolvedAddress[]>();
  private version = '';

  constructor(folder: string) {
    this.path = join(folder, 'hosts');
  }

  addressesOf(hostname: string): readonly ResolvedAddress[] {
    const stat = statSync(this.path, { throwIfNoEntry: false });
    if (stat === undefined) return [];
    const version = `${stat.mtimeMs} ${stat.size}`;
    if (version !== this.version) {
      this.names = namesIn(readFileSync(this.path, 'latin1'));
      this.version = version;
    }
    return this.names.get(withoutDot(hostname)) ?? [];
  }
}

function namesIn(text: string): Map<string, ResolvedAddress[]> {
  const names = new Map<string, ResolvedAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...own] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family !== 4 && family !== 6) continue;
    for (const name of own) {
      const key = name.toLowerCase();
      names.set(key, [...(names.get(key) ?? []), { address, family }]);
    }
  }
  return names;
}

/** These know no more than the hosts file and the name servers, except for `.local`, names without a dot and the machine's own. */
const plainSources = /^(?:files|dns|myhostname|mymachines|mdns[46]?_minimal)$/;
/** The stub of systemd-resolved: a question by DNS gets the same answer as from `resolve`. */
const stubServer = /^127\.0\.0\.5[34]\b/;

/**
 * Whether the operating system may know a name that is neither in the hosts file nor known to `servers`. It answers in libuv's
 * pool, where a lost question takes five seconds, so nothing else is requested of the system. Its files are known of Linux alone:
 * `nsswitch.conf`, and `resolv.conf` where names with few dots are completed (`ndots`).
 */
export function systemMayKnow(hostname: string, servers: readonly string[], folder: string): boolean {
  if (process.platform !== 'linux') return true;
  const name = withoutDot(hostname);
  if (name.endsWith('.local') || name === ownName().toLowerCase()) return true;
  const dots = Number(/^\s*options\b.*\bndots:(\d+)/m.exec(textOf(join(folder, 'resolv.conf')))?.[1] ?? 1);
  if (!hostname.endsWith('.') && name.split('.').length - 1 < dots) return true;
  const isStub = servers.some(server => stubServer.test(server));
  return sourcesIn(folder).some(source => !plainSources.test(source) && !(isStub && source === 'resolve'));
}

/** The sources that `nsswitch.conf` names for hosts; without it these two are asked. */
function sourcesIn(folder: string): string[] {
  const line = /^[ \t]*hosts:(.*)$/m.exec(textOf(join(folder, 'nsswitch.conf')))?.[1] ?? 'files dns';
  return line
    .replace(/#.*|\[[^\]]*\]/g, ' ')
    .split(/\s+/)
    .filter(source => source !== '');
}

/** `''` where there is no such file. */
function textOf(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) === undefined ? '' : readFileSync(path, 'latin1');
}

function withoutDot(hostname: string): string {
  return hostname.replace(/\.$/, '').toLowerCase();
}
