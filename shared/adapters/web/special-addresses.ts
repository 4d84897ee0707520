import { BlockList } from 'node:net';

/**
 * Address blocks that are not the public Internet: the IANA special-purpose registries of IPv4 and IPv6 (RFC 6890 and
 * its updates), multicast and reserved space. Written as [prefix, length].
 */
const SPECIAL_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8], // "this network", RFC 791
  ['10.0.0.0', 8], // private, RFC 1918
  ['100.64.0.0', 10], // carrier-grade NAT, RFC 6598
  ['127.0.0.0', 8], // loopback, RFC 1122
  ['169.254.0.0', 16], // link-local, RFC 3927
  ['172.16.0.0', 12], // private, RFC 1918
  ['192.0.0.0', 24], // IETF protocol assignments, RFC 6890
  ['192.0.2.0', 24], // documentation, RFC 5737
  ['192.88.99.0', 24], // 6to4 relays, RFC 7526
  ['192.168.0.0', 16], // private, RFC 1918
  ['198.18.0.0', 15], // benchmarking, RFC 2544
  ['198.51.100.0', 24], // documentation, RFC 5737
  ['203.0.113.0', 24], // documentation, RFC 5737
  ['224.0.0.0', 4], // multicast, RFC 5771
  ['240.0.0.0', 4], // reserved and broadcast, RFC 1112
];

const SPECIAL_IPV6: readonly (readonly [string, number])[] = [
  ['::', 128], // unspecified, RFC 4291
  ['::1', 128], // loopback, RFC 4291
  ['64:ff9b:1::', 48], // NAT64 for local use, RFC 8215
  ['100::', 64], // discard-only, RFC 6666
  ['100:0:0:1::', 64], // dummy prefix, RFC 9780
  ['2001::', 23], // IETF protocol assignments with Teredo (RFC 4380), whose client IPv4 address is written inverted
  ['2001:db8::', 32], // documentation, RFC 3849
  ['3fff::', 20], // documentation, RFC 9637
  ['5f00::', 16], // segment routing, RFC 9602
  ['fc00::', 7], // unique local, RFC 4193
  ['fe80::', 10], // link-local, RFC 4291
  ['fec0::', 10], // site-local, RFC 3879
  ['ff00::', 8], // multicast, RFC 4291
];

/** Where cloud providers answer every caller inside with its credentials. */
const METADATA_IPV4: readonly (readonly [string, number])[] = [
  ['169.254.169.254', 32], // AWS, Azure, Google, DigitalOcean, Oracle …
  ['169.254.170.2', 32], // AWS ECS task credentials
  ['169.254.170.23', 32], // AWS EKS pod identity
  ['100.100.100.200', 32], // Alibaba
  ['168.63.129.16', 32], // Azure wire server
  ['192.0.0.192', 32], // Oracle Cloud, classic
];

const METADATA_IPV6: readonly (readonly [string, number])[] = [
  ['fd00:ec2::254', 128], // AWS
  ['fd00:ec2::23', 128], // AWS EKS pod identity
  ['fd20:ce::254', 128], // Google
];

export const specialAddresses = blockList(SPECIAL_IPV4, SPECIAL_IPV6);
export const metadataAddresses = blockList(METADATA_IPV4, METADATA_IPV6);

function blockList(v4: typeof SPECIAL_IPV4, v6: typeof SPECIAL_IPV6): BlockList {
  const list = new BlockList();
  for (const [prefix, length] of v6) list.addSubnet(prefix, length, 'ipv6');
  for (const [prefix, length] of v4) {
    list.addSubnet(prefix, length, 'ipv4');
    for (const [embedded, start] of embeddings(prefix)) list.addSubnet(embedded, start + length, 'ipv6');
  }
  return list;
}

/** The IPv6 prefixes that carry this IPv4 prefix, with the bit where it starts. */
function embeddings(prefix: string): readonly (readonly [string, number])[] {
  const hex = prefix.split('.').map(byte => Number(byte).toString(16).padStart(2, '0'));
  const groups = `${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`;
  return [
    [`::ffff:${groups}`, 96], // IPv4-mapped, RFC 4291, section 2.5.5.2
    [`::ffff:0:${groups}`, 96], // IPv4-translated, RFC 2765, section 2.1
    [`::${groups}`, 96], // IPv4-compatible, RFC 4291, section 2.5.5.1
    [`64:ff9b::${groups}`, 96], // NAT64, RFC 6052
    [`2002:${groups}::`, 16], // 6to4, RFC 3056
  ];
}
