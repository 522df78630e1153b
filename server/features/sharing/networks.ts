import { BlockList, isIPv6 } from 'node:net';

import { networkKinds, type NetworkKind, type Sharing } from '../../../shared/api/sharing.ts';
import type { OwnAddress } from '../../http/net/own-addresses.ts';

export interface NetworkAddress extends OwnAddress {
  kind: NetworkKind;
}

/**
 * Addresses at which other devices can reach this machine: private networks first, IPv4 before
 * IPv6. Excludes link-local IPv6, because browsers accept no address with a zone.
 */
export const networkAddresses = (own: readonly OwnAddress[]): NetworkAddress[] =>
  own
    .filter(({ internal, address }) => !internal && !address.toLowerCase().startsWith('fe80:'))
    .map((address) => ({ ...address, kind: kindOf(address) }))
    .sort(
      (a, b) =>
        networkKinds.indexOf(a.kind) - networkKinds.indexOf(b.kind) ||
        a.family.localeCompare(b.family),
    );

/**
 * Addresses selected by an interface choice: `private` excludes public ones, VPNs and virtual
 * interfaces, `all` excludes none, anything else is a comma-separated list of interfaces.
 */
export const chosenAddresses = (
  addresses: readonly NetworkAddress[],
  choice: string,
): NetworkAddress[] => {
  if (choice === 'all') return [...addresses];
  if (choice === 'private') {
    return addresses.filter(({ kind }) => kind === 'lan' || kind === 'link-local');
  }
  const names = namesIn(choice);
  return addresses.filter((address) => names.includes(address.interface.toLowerCase()));
};

/** Addresses of a server configured to listen on `host`. */
export const boundAddresses = (
  addresses: readonly NetworkAddress[],
  host: string,
): NetworkAddress[] =>
  addresses.filter(
    ({ address, family }) =>
      host === '::' || (host === '0.0.0.0' && family === 'IPv4') || host === address,
  );

/** Grouped by interface, in the order of the addresses. */
export const byInterface = (
  addresses: readonly Pick<NetworkAddress, 'interface' | 'kind' | 'address'>[],
): Sharing['available'] =>
  [...Map.groupBy(addresses, (entry) => entry.interface)].map(([name, entries]) => ({
    name,
    kind: entries[0]?.kind ?? 'lan',
    addresses: entries.map(({ address }) => address),
  }));

/** `Attic, attic.example` → `['attic', 'attic.example']`. */
export const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);

const kindOf = ({ interface: name, address, family }: OwnAddress): NetworkKind => {
  const type = family === 'IPv4' ? 'ipv4' : 'ipv6';
  if (virtual.test(name)) return 'virtual';
  if (vpn.test(name) || carrier.check(address, type)) return 'vpn';
  if (linkLocal.check(address, type)) return 'link-local';
  return privateNetworks.check(address, type) ? 'lan' : 'public';
};

/** Docker, podman, libvirt, VirtualBox, VMware, Hyper-V and WSL, Parallels, Kubernetes. */
const virtual =
  /^(?:docker|br-[0-9a-f]{6}|veth|podman|cni|cali|flannel|virbr|vnet|vboxnet|vmnet|lxc|lxd|incusbr|bridge1\d\d)|^vEthernet|VirtualBox|VMware|Hyper-V|WSL|Parallels/i;

/** Common interface names of tunnels. */
const vpn =
  /^(?:tun|tap|wg|utun|ppp|ipsec|zt|tailscale|nordlynx|proton|mullvad)|tailscale|zerotier|wireguard|openvpn|\bVPN\b/i;

const blocks = (...subnets: [string, number, 'ipv4' | 'ipv6'][]) => {
  const list = new BlockList();
  for (const subnet of subnets) list.addSubnet(...subnet);
  return list;
};
/** RFC 1918 and RFC 4193. */
const privateNetworks = blocks(
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['fc00::', 7, 'ipv6'],
);
/** Whether an address belongs to a private network, a cable or this machine. */
export const isHomeAddress = (address: string): boolean =>
  [privateNetworks, linkLocal, loopback].some((list) =>
    list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'),
  );

/** RFC 3927: self-assigned addresses without DHCP. */
const linkLocal = blocks(['169.254.0.0', 16, 'ipv4']);
const loopback = blocks(['127.0.0.0', 8, 'ipv4'], ['::1', 128, 'ipv6']);
/** RFC 6598, used by Tailscale and similar VPNs. */
const carrier = blocks(['100.64.0.0', 10, 'ipv4']);
