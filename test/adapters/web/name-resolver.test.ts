import dns from 'node:dns';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createNameResolver } from '../../../shared/adapters/web/name-resolver.ts';

type Answers = { v4?: string[] | Error; v6?: string[] | Error | 'never'; system?: string[] | Error };

const fault = (code: string) => Object.assign(new Error(`query ${code}`), { code });

/** Name servers and operating system that answer so; says how often each was asked. */
function stubDns({ v4 = fault('ENODATA'), v6 = fault('ENODATA'), system = fault('ENOTFOUND') }: Answers) {
  const result = <T>(value: T | Error) => (value instanceof Error ? Promise.reject(value) : Promise.resolve(value));
  const resolver = dns.promises.Resolver.prototype;
  const resolve4 = vi.spyOn(resolver, 'resolve4').mockImplementation((() => result(v4)) as never);
  vi.spyOn(resolver, 'resolve6').mockImplementation((() =>
    v6 === 'never' ? new Promise(() => undefined) : result(v6)) as never);
  const lookup = vi.spyOn(dns.promises, 'lookup').mockImplementation((async () => {
    const list = await result(system);
    return list.map(address => ({ address, family: address.includes(':') ? 6 : 4 }));
  }) as never);
  return { resolve4, lookup };
}

afterEach(() => {
  vi.restoreAllMocks();
});

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

  it('asks the system for what name servers do not know', async () => {
    stubDns({ v4: fault('ENOTFOUND'), v6: fault('ENOTFOUND'), system: ['192.0.2.1'] });
    expect(await createNameResolver()('in.hosts.file')).toEqual(one);
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

  it.each(['ESERVFAIL', 'ETIMEOUT', 'EREFUSED'])('fails on %s, without making the system wait too', async code => {
    const { lookup } = stubDns({ v4: fault(code), v6: fault(code) });
    await expect(createNameResolver()('example.org')).rejects.toMatchObject({ code });
    expect(lookup).not.toHaveBeenCalled();
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
    const resolve = createNameResolver(() => now);
    await Promise.all([resolve('example.org'), resolve('example.org')]);
    now = 59_999;
    await resolve('example.org');
    expect(resolve4).toHaveBeenCalledTimes(1);
    now = 60_000;
    await resolve('example.org');
    expect(resolve4).toHaveBeenCalledTimes(2);
  });

  it('forgets failures', async () => {
    const { resolve4 } = stubDns({ v4: fault('ESERVFAIL') });
    const resolve = createNameResolver();
    await expect(resolve('example.org')).rejects.toThrow();
    await expect(resolve('example.org')).rejects.toThrow();
    expect(resolve4).toHaveBeenCalledTimes(2);
  });
});
