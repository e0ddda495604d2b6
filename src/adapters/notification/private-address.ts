import { BlockList, isIPv6 } from 'node:net';

/** What is not the public internet: https://www.iana.org/assignments/iana-ipv4-special-registry and its sister for IPv6. */
const privateRanges = new BlockList();

const ranges4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

const ranges6 = [
  ['::', 127],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const;

for (const [network, prefix] of ranges4) privateRanges.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of ranges6) privateRanges.addSubnet(network, prefix, 'ipv6');

/** Whether an IP address is loopback, private, link-local or otherwise not one of the public internet. */
export function isPrivateAddress(address: string): boolean {
  return privateRanges.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
