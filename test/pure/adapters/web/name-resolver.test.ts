import dns from 'node:dns';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createNameResolver } from '../../../../shared/adapters/web/name-resolver.ts';
import { type NameAnswer, type NameServer, serveNames } from '../../../servers/name-server.ts';

type Answers = { v4?: string[] | Error | 'never'; v6?: string[] | Error | 'never'; system?: string[] | Error };

const fault = (code: string) => Object.assign(new Error(`query ${code}`), { code });

/** Name servers and operating system that answer so; says how often each was asked. */
function stubDns({ v4 = fault('ENODATA'), v6 = fault('ENODATA'), system = fault('ENOTFOUND') }: Answers) {
  const result = <T>(value: T | Error) => (value instanceof Error ? Promise.reject(value) : Promise.resolve(value));
  const resolver = dns.promises.Resolver.prototype;
  const resolve4 = vi
    .spyOn(resolver, 'resolve4')
    .mockImplementation((() => (v4 === 'never' ? new Promise(() => undefined) : result(v4))) as never);
  vi.spyOn(resolver, 'resolve6').mockImplementation((() =>
    v6 === 'never' ? new Promise(() => undefined) : result(v6)) as never);
  const lookup = vi.spyOn(dns.promises, 'lookup').mockImplementation((async () => {
    const list = await result(system);
    return list.map(address => ({ address, family: address.includes(':') ? 6 : 4 }));
  }) as never);
  return { resolve4, lookup };
}

const opened: (() => void)[] = [];

afterEach(() => {
  vi.restoreAllMocks();
  for (const close of opened.splice(0)) close();
});

/** A folder of the operating system with these files. */
function systemFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'names-'));
  opened.push(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

async function nameServer(answerOf: (name: string) => NameAnswer): Promise<NameServer> {
  const server = await serveNames(answerOf);
  opened.push(() => server.close());
  return server;
}

const one = [{ address: '192.0.2.1', family: 4 }];

describe('the name resolver (adverse 18)', () => {
  it('gives IPv4 and IPv6 addresses without the thread pool', async () => {
    const { lookup } = stubDns({ v4: ['192.0.2.1'], v6: ['2001:db8::1'] });
    expect(await createNameResolver()('example.org')).toEqual([...one, { address: '2001:db8::1', family: 6 }]);
    expect(lookup).not.toHaveBeenCalled();
  });

  it('knows names with IPv6 addresses only', async () => {
    stubDns({ v6: ['2001:db8::1'] });
    expect(await createNameResolver()('example.org')).toEqual([{ address: '2001:db8::1', family: 6 }]);
  });

  it('does not wait for a slow IPv6 answer when it has IPv4 ones', async () => {
    stubDns({ v4: ['192.0.2.1'], v6: 'never' });
    expect(await createNameResolver()('example.org')).toEqual(one);
  });

  it.each(['ENOTFOUND', 'ENODATA'])('looks into the hosts file where name servers say %s', async code => {
    stubDns({ v4: fault(code), v6: fault(code) });
    const hosts =
      '# own names\n2001:db8::1\tother In.Hosts.File # six\n192.0.2.1 in.hosts.file\nnonsense in.hosts.file\n';
    const resolve = createNameResolver({ folder: systemFolder({ hosts }) });
    expect(await resolve('in.hosts.file')).toEqual([...one, { address: '2001:db8::1', family: 6 }]);
    expect(await resolve('in.hosts.file.')).toEqual([...one, { address: '2001:db8::1', family: 6 }]);
  });

  it.runIf(process.platform === 'linux').each([
    ['other.example', {}, false],
    ['other.example', { 'nsswitch.conf': 'hosts: files mdns4_minimal [NOTFOUND=return] dns # ldap\n' }, false],
    ['other.example', { 'nsswitch.conf': 'passwd: files\nhosts:\tfiles ldap dns\n' }, true],
    ['other.example', { 'nsswitch.conf': 'hosts: files resolve [!UNAVAIL=return] dns\n' }, true],
    ['printer.local', {}, true],
    [`${hostname()}.`, {}, true],
    ['web.default', { 'resolv.conf': 'search svc.cluster.local\noptions timeout:1 ndots:5\n' }, true],
    ['web.default.', { 'resolv.conf': 'search svc.cluster.local\noptions ndots:5\n' }, false],
    ['other.example', { 'resolv.conf': 'search example.com\noptions timeout:1\n' }, false],
  ])('asks the system for %s with %j: %s', async (name, files, isAsked) => {
    const { lookup } = stubDns({ v4: fault('ENOTFOUND'), v6: fault('ENOTFOUND'), system: ['192.0.2.1'] });
    const answer = createNameResolver({ folder: systemFolder(files) })(name);
    if (isAsked) expect(await answer).toEqual(one);
    else await expect(answer).rejects.toMatchObject({ code: 'ENOTFOUND' });
    expect(lookup).toHaveBeenCalledTimes(isAsked ? 1 : 0);
  });

  it.each(['ECONNREFUSED', 'EDESTRUCTION'])('asks the system where there is no name server (%s)', async code => {
    stubDns({ v4: fault(code), v6: fault(code), system: ['192.0.2.1'] });
    expect(await createNameResolver()('in.hosts.file')).toEqual(one);
  });

  it.each(['localhost', 'a.localhost', 'intranet'])('asks only the system for %s', async name => {
    const { resolve4 } = stubDns({ system: ['127.0.0.1'] });
    expect(await createNameResolver()(name)).toEqual([{ address: '127.0.0.1', family: 4 }]);
    expect(resolve4).not.toHaveBeenCalled();
  });

  it.each(['ESERVFAIL', 'EREFUSED'])('fails on %s, without making the system wait too', async code => {
    const { lookup } = stubDns({ v4: fault(code), v6: fault(code) });
    await expect(createNameResolver()('example.org')).rejects.toMatchObject({ code });
    expect(lookup).not.toHaveBeenCalled();
  });

  it('asks again where no server answers, the first time only, and does not make the system wait too', async () => {
    vi.useFakeTimers();
    opened.push(() => vi.useRealTimers());
    const { resolve4, lookup } = stubDns({ v4: fault('ETIMEOUT') });
    const resolve = createNameResolver();
    const failure = expect(resolve('example.org')).rejects.toMatchObject({ code: 'ETIMEOUT' });
    await vi.advanceTimersByTimeAsync(1_499);
    expect(resolve4).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    await failure;
    expect(resolve4).toHaveBeenCalledTimes(2);
    await expect(resolve('example.org')).rejects.toMatchObject({ code: 'ETIMEOUT' });
    expect(resolve4).toHaveBeenCalledTimes(3);
    expect(lookup).not.toHaveBeenCalled();
  });

  it('gives a name up after nine seconds, whatever name servers do', async () => {
    vi.useFakeTimers();
    opened.push(() => vi.useRealTimers());
    stubDns({ v4: 'never' });
    const failure = expect(createNameResolver()('example.org')).rejects.toMatchObject({ code: 'ETIMEOUT' });
    await vi.advanceTimersByTimeAsync(9_000);
    await failure;
  });

  it('asks nobody about names that end with .invalid', async () => {
    const { resolve4, lookup } = stubDns({ v4: ['192.0.2.1'], system: ['192.0.2.1'] });
    await expect(createNameResolver()('nowhere.invalid')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    expect([resolve4.mock.calls, lookup.mock.calls]).toEqual([[], []]);
  });

  it('fails where nobody knows the name', async () => {
    stubDns({ v4: fault('ENOTFOUND'), v6: fault('ENOTFOUND') });
    await expect(createNameResolver()('example.org')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('takes only the first of very many addresses', async () => {
    stubDns({ v4: Array.from({ length: 500 }, (_, i) => `192.0.2.${i % 256}`) });
    expect(await createNameResolver()('example.org')).toHaveLength(8);
  });

  it('asks once a minute, also for callers at the same time', async () => {
    let now = 0;
    const { resolve4 } = stubDns({ v4: ['192.0.2.1'] });
    const resolve = createNameResolver({ now: () => now });
    await Promise.all([resolve('example.org'), resolve('example.org')]);
    now = 59_999;
    await resolve('example.org');
    expect(resolve4).toHaveBeenCalledTimes(1);
    now = 60_000;
    await resolve('example.org');
    expect(resolve4).toHaveBeenCalledTimes(2);
  });

  it('forgets a failure of a name server, which says nothing of the name', async () => {
    const { resolve4 } = stubDns({ v4: fault('ESERVFAIL') });
    const resolve = createNameResolver();
    await expect(resolve('example.org')).rejects.toThrow();
    await expect(resolve('example.org')).rejects.toThrow();
    expect(resolve4).toHaveBeenCalledTimes(2);
  });

  it('believes for 25 s that there is no such name', async () => {
    let now = 0;
    const { resolve4 } = stubDns({ v4: fault('ENOTFOUND') });
    const resolve = createNameResolver({ now: () => now, folder: systemFolder({}) });
    for (const [at, times] of [
      [0, 1],
      [24_999, 1],
      [25_000, 2],
    ] as const) {
      now = at;
      await expect(resolve('dead.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
      expect(resolve4).toHaveBeenCalledTimes(times);
    }
  });
});

describe('name servers', () => {
  it('are asked once about a name that does not exist, and twice about a name that does', async () => {
    const server = await nameServer(name => (name === 'dead.example' ? 'no-such-name' : ['127.0.0.9']));
    const resolve = createNameResolver({ servers: [server.address], folder: systemFolder({}) });
    await expect(resolve('dead.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    expect(server.questions).toEqual(['A dead.example']);
    expect(await resolve('live.example')).toEqual([{ address: '127.0.0.9', family: 4 }]);
    expect(server.questions.slice(1)).toEqual(['A live.example', 'AAAA live.example']);
  });

  it('are asked about other names while they say nothing of 100', async () => {
    const server = await nameServer(name => (name.startsWith('mute') ? 'silence' : ['127.0.0.9']));
    const resolve = createNameResolver({ servers: [server.address], folder: systemFolder({}) });
    const mute = Array.from({ length: 100 }, (_, index) => resolve(`mute-${index}.example`).catch(() => 'dead'));
    // The line holds a living name up for half a second for each 24 names before it, not until they are given up.
    expect(await resolve('live.example')).toHaveLength(1);
    expect(await Promise.race([Promise.all(mute), 'still waiting'])).toBe('still waiting');
  }, 30_000);

  it('that lose all beyond 50 questions a second are not asked so fast that living names seem dead', async () => {
    let [room, at] = [50, performance.now()];
    const server = await nameServer(() => {
      const now = performance.now();
      room = Math.min(50, room + (now - at) / 20);
      at = now;
      if (room < 1) return 'silence';
      room -= 1;
      return ['127.0.0.9'];
    });
    const resolve = createNameResolver({ servers: [server.address], folder: systemFolder({}) });
    const names = Array.from({ length: 80 }, (_, index) => `live-${index}.example`);
    const found = await Promise.allSettled(names.map(name => resolve(name)));
    expect(found.filter(({ status }) => status === 'rejected')).toEqual([]);
  }, 30_000);
});
