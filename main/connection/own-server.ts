import {
  createOwnAddresses,
  localName,
  type OwnAddress,
  type ReadInterfaces,
} from '../../server/http/net/own-addresses.ts';

/** This machine in the network, and the ports at which its own server listens now. */
export interface OwnServer {
  /** The addresses at which to look for other servers. */
  interfaces(): readonly OwnAddress[];
  /** Whether a host name or address and a port are those of the own server. */
  is(host: string, port: number): boolean;
  /** Sets how the ports are found, once the server runs. */
  listensAt(ports: () => readonly number[]): void;
}

export const createOwnServer = (read: ReadInterfaces): OwnServer => {
  const addresses = createOwnAddresses(read);
  let portsNow: () => readonly number[] = () => [];
  const isThisMachine = (host: string) => {
    const name = host.toLowerCase().replace(/^\[|\]$|\.$/g, '');
    return name === 'localhost' || name === localName() || addresses.has(name);
  };
  return {
    interfaces: () => addresses.list().filter(({ internal }) => !internal),
    is: (host, port) => portsNow().includes(port) && isThisMachine(host),
    listensAt: (ports) => {
      portsNow = ports;
    },
  };
};
