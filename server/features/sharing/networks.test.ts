import { expect, it, test } from 'vitest';

import { createOwnAddresses } from '../../http/net/own-addresses.ts';
import { chosenAddresses, networkAddresses } from './networks.ts';

const own = (name: string, ...addresses: string[]) =>
  addresses.map((address) => ({
    address,
    family: address.includes(':') ? ('IPv6' as const) : ('IPv4' as const),
    interface: name,
    internal: name === 'lo',
  }));

const machine = networkAddresses([
  ...own('lo', '127.0.0.1', '::1'),
  ...own('docker0', '172.17.0.1'),
  ...own('tailscale0', '100.101.102.103', 'fd7a:115c:a1e0::1'),
  ...own('eth1', '203.0.113.9', '2001:db8::9'),
  ...own('eth2', '169.254.7.7'),
  ...own('wlan0', 'fd00::5', 'fe80::5', '192.168.1.5'),
]);
const addresses = (choice: string) =>
  chosenAddresses(machine, choice).map(({ address }) => address);

it('puts what a phone of the house reaches first', () => {
  expect(machine.map(({ address, kind }) => [address, kind])).toEqual([
    ['192.168.1.5', 'lan'],
    ['fd00::5', 'lan'],
    ['169.254.7.7', 'link-local'],
    ['203.0.113.9', 'public'],
    ['2001:db8::9', 'public'],
    ['100.101.102.103', 'vpn'],
    ['fd7a:115c:a1e0::1', 'vpn'],
    ['172.17.0.1', 'virtual'],
  ]);
});

it('shares only with private networks by default', () => {
  expect(addresses('private')).toEqual(['192.168.1.5', 'fd00::5', '169.254.7.7']);
  expect(addresses('all')).toHaveLength(8);
  expect(addresses('Tailscale0, eth1')).toEqual([
    '203.0.113.9',
    '2001:db8::9',
    '100.101.102.103',
    'fd7a:115c:a1e0::1',
  ]);
  expect(addresses('wlan9')).toEqual([]);
});

test.each([
  ['vEthernet (WSL)', '172.20.0.1', 'virtual'],
  ['br-1a2b3c4d5e6f', '172.18.0.1', 'virtual'],
  ['VMware Network Adapter VMnet8', '192.168.40.1', 'virtual'],
  ['utun4', '10.8.0.2', 'vpn'],
  ['wg0', '10.9.0.2', 'vpn'],
  ['Wi-Fi', '10.0.0.8', 'lan'],
  ['Ethernet 2', '172.31.255.1', 'lan'],
  ['br0', '192.168.178.2', 'lan'],
  ['eth0', '172.32.0.1', 'public'],
])('takes %s with %s for %s', (name, address, kind) => {
  expect(networkAddresses(own(name, address))[0]?.kind).toBe(kind);
});

it('knows an address of its own from a name and from the address of another', () => {
  const addresses = createOwnAddresses(() => ({
    wlan0: [
      {
        address: '192.168.1.5',
        netmask: '255.255.255.0',
        family: 'IPv4',
        mac: '02:00:00:00:00:01',
        internal: false,
        cidr: '192.168.1.5/24',
      },
    ],
  }));
  const known = ['192.168.1.5', '127.0.0.1', '127.9.9.9', '::1'];
  expect(known.filter((name) => !addresses.has(name))).toEqual([]);
  const unknown = ['192.168.1.6', 'localhost', '127.example', '', '1.5'];
  expect(unknown.filter((name) => addresses.has(name))).toEqual([]);
});
