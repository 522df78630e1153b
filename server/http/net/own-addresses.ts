import { isIP } from 'node:net';
import { hostname, networkInterfaces, type NetworkInterfaceInfo } from 'node:os';

const freshMs = 2000;

/** The result of `os.networkInterfaces`: interface → its addresses. */
export type ReadInterfaces = () => Partial<Record<string, NetworkInterfaceInfo[]>>;

export interface OwnAddress {
  address: string;
  family: 'IPv4' | 'IPv6';
  interface: string;
  /** Reachable only from this machine. */
  internal: boolean;
}

export interface OwnAddresses {
  /** Cached for two seconds, because querying the system costs more than a page. */
  list(): readonly OwnAddress[];
  /** Whether a host name is a numeric address of this machine. */
  has(name: string): boolean;
}

/** The addresses of this machine, which change when a laptop moves. */
export const createOwnAddresses = (read: ReadInterfaces = networkInterfaces): OwnAddresses => {
  let known: OwnAddress[] = [];
  let readAt = -Infinity;

  const list = () => {
    const now = performance.now();
    if (now - readAt < freshMs) return known;
    readAt = now;
    known = Object.entries(read()).flatMap(([name, addresses = []]) =>
      addresses.map(({ address, family, internal }) => ({
        address,
        family,
        interface: name,
        internal,
      })),
    );
    return known;
  };

  return {
    list,
    has: (name) =>
      isIP(name) !== 0 &&
      (name === '::1' || name.startsWith('127.') || list().some(({ address }) => address === name)),
  };
};

/** The machine's mDNS name: `attic.local`. */
export const localName = (): string => {
  const [label = ''] = hostname().toLowerCase().split('.');
  const usable = label.replace(/[^a-z0-9-]/g, '-').replace(/^-+|-+$/g, '');
  return `${usable === '' || usable === 'localhost' ? 'octavo' : usable}.local`;
};
