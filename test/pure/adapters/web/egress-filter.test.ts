import { isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEgressFilter } from '../../../../shared/adapters/web/egress-filter.ts';

const strict = createEgressFilter({ allowHosts: [], allowMetadataHosts: [] });

function resolved(address: string) {
  return { address, family: isIPv6(address) ? (6 as const) : (4 as const) };
}

function permits(address: string, filter = strict, host = 'example.org', port = 80): boolean {
  try {
    return filter.permitted(host, port, [resolved(address)]).length === 1;
  } catch {
    return false;
  }
}

const METADATA = ['169.254.169.254', '100.100.100.200', 'fd00:ec2::254', '::ffff:169.254.169.254'];

const BLOCKED = [
  ...METADATA,
  ...['0.0.0.0', '0.255.255.255', '10.0.0.1', '10.255.255.255', '100.64.0.0', '100.127.255.255', '127.0.0.1'],
  ...['127.255.255.255', '169.254.0.1', '172.16.0.0', '172.31.255.255', '192.0.0.8', '192.0.2.1', '192.168.255.255'],
  ...['198.18.0.0', '198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1'],
  ...['255.255.255.255', '168.63.129.16'],
  ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'febf::1', 'fc00::1', 'fdff::1', 'fec0::1', 'ff02::1', '2001:db8::1'],
  ...['100::1', '64:ff9b:1::1', '3fff::1', '5f00::1'],
  // IPv4 in IPv6: mapped, compatible, translated, NAT64, 6to4, Teredo
  ...[
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.1.2.3',
    '::127.0.0.1',
    '::c0a8:1',
    '64:ff9b::10.0.0.1',
    '::ffff:0:10.0.0.1',
  ],
  ...['64:ff9b::a9fe:a9fe', '2002:7f00:1::', '2002:c0a8:101::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
];

const PUBLIC = [
  ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ...[
    '128.0.0.0',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '223.255.255.255',
  ],
  ...['2606:4700::1111', '2a00:1450:4001:80b::200e', '::ffff:8.8.8.8', '64:ff9b::808:808', '2002:808:808::1'],
];

describe('the egress filter', () => {
  it.each(BLOCKED)('does not let %s through', address => {
    expect(permits(address)).toBe(false);
  });

  it.each(PUBLIC)('lets %s through', address => {
    expect(permits(address)).toBe(true);
  });

  it('judges an IPv4 address the same in every IPv6 spelling that carries it', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.constantFrom('::ffff:', '64:ff9b::'), (address, prefix) => {
        expect(permits(prefix + address)).toBe(permits(address));
      }),
    );
  });

  it('leaves only the permitted addresses of a name', () => {
    const addresses = ['10.0.0.1', '1.1.1.1', '::1', '2606:4700::1111'].map(resolved);
    expect(strict.permitted('example.org', 80, addresses).map(({ address }) => address)).toEqual([
      '1.1.1.1',
      '2606:4700::1111',
    ]);
  });

  it('says which host and which addresses it refused', () => {
    expect(() => strict.permitted('intra.test', 8080, ['10.0.0.1', '::1'].map(resolved))).toThrow(
      'intra.test:8080 is not on the public Internet (10.0.0.1, ::1)',
    );
  });

  it('lets exactly the host and port of an exception through', () => {
    const filter = createEgressFilter({ allowHosts: ['Localhost:8080', '[::1]:80'], allowMetadataHosts: [] });
    expect(permits('127.0.0.1', filter, 'localhost', 8080)).toBe(true);
    expect(permits('127.0.0.1', filter, 'localhost', 8081)).toBe(false);
    expect(permits('127.0.0.1', filter, 'other', 8080)).toBe(false);
    expect(permits('::1', filter, '::1', 80)).toBe(true);
    expect(permits('::1', filter, '::1', 443)).toBe(false);
  });

  it.each(METADATA)('lets the metadata address %s through only by its own list', address => {
    const byHosts = createEgressFilter({ allowHosts: ['meta.test:80'], allowMetadataHosts: [] });
    const byMetadataHosts = createEgressFilter({ allowHosts: [], allowMetadataHosts: ['meta.test:80'] });
    expect(permits(address, byHosts, 'meta.test')).toBe(false);
    expect(permits(address, byMetadataHosts, 'meta.test')).toBe(true);
  });

  it.each(['localhost', 'localhost:', ':80', 'localhost:0', 'localhost:65536', 'http://localhost:80', '::1', 'a b:80'])(
    'refuses the exception %j with a sentence',
    entry => {
      const open = () => createEgressFilter({ allowHosts: [entry], allowMetadataHosts: [] });
      expect(open).toThrow(`allowHosts: "${entry}" is not allowed; write name:port, IPv6 as [address]:port.`);
    },
  );
});
