import { lookup } from 'node:dns/promises';

import createMulticast, { type MulticastDNS, type ResponsePacket } from 'multicast-dns';

import { isHomeAddress } from '../../server/features/sharing/networks.ts';
import type { OwnAddress } from '../../server/http/net/own-addresses.ts';
import type { Answer } from './ask-server.ts';

const serviceType = '_octavo._tcp.local';
/** Questions after the start, ms: packets get lost, and servers appear. */
const askAfterMs = [0, 1000, 3000];
const queryIntervalMs = 8000;
/** A server that misses three questions is gone. */
const forgetAfterMs = 3 * queryIntervalMs + 2000;
/** Bounds what a hostile device can announce. */
const serversAtMost = 30;
const maxNameLength = 63;

/** A server that announces itself in the network. */
export interface FoundServer {
  name: string;
  url: string;
  /** Null until it has answered, or if it does not. */
  version: string | null;
  /** Whether it was asked and did not answer. */
  isSilent: boolean;
}

export interface ServerFinder {
  /** By name. */
  list(): readonly FoundServer[];
  stop(): void;
}

interface FinderOptions {
  /** The addresses of this machine. */
  interfaces: readonly OwnAddress[];
  /** Whether a URL is that of this machine's own server, which is not listed. */
  isOwn: (host: string, port: number) => boolean;
  /** Asks a server for its version, whatever its certificate. */
  ask: (url: string) => Promise<Answer>;
}

interface Announced extends FoundServer {
  seenAt: number;
}

/**
 * Browses multicast DNS (RFC 6763) for `_octavo._tcp`, which servers announce by the same package
 * (`server/features/sharing/mdns.ts`). What devices announce is untrusted: only addresses of home
 * networks are asked, and names are displayed without invisible characters.
 */
export const findServers = ({ interfaces, isOwn, ask }: FinderOptions): ServerFinder => {
  const found = new Map<string, Announced>();
  const asking = new Set<string>();

  const learn = async (instance: string, port: number, target: string, records: Records) => {
    const addresses = records.addresses.filter(isHomeAddress);
    const [first] = addresses;
    if (first === undefined || asking.has(instance)) return;
    if (addresses.some((address) => isOwn(address, port))) return;
    const isKnown = found.get(instance);
    if (isKnown) isKnown.seenAt = performance.now();
    if (isKnown ? isKnown.version !== null : found.size >= serversAtMost) return;
    asking.add(instance);
    try {
      const host = (await resolvesTo(target, addresses)) ? target : first;
      const scheme = records.text.includes('tls=1') ? 'https' : 'http';
      const url = `${scheme}://${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
      const entry: Announced = isKnown ?? {
        ...{ name: nameOf(instance), url, version: null, isSilent: false },
        seenAt: performance.now(),
      };
      found.set(instance, entry);
      const answer = await ask(url);
      entry.version = answer.kind === 'octavo' ? answer.version : null;
      entry.isSilent = answer.kind !== 'octavo';
    } finally {
      asking.delete(instance);
    }
  };

  const receive = ({ answers = [], additionals = [] }: ResponsePacket) => {
    const records = [...answers, ...additionals];
    for (const record of records) {
      if (record.type === 'PTR' && record.name.toLowerCase() === serviceType && record.ttl === 0) {
        found.delete(record.data);
      }
      if (record.type !== 'SRV' || !isInstance(record.name)) continue;
      if (record.ttl === 0) {
        found.delete(record.name);
        continue;
      }
      const { port, target } = record.data;
      void learn(record.name, port, target, recordsOf(records, record.name, target));
    }
  };

  const networks = interfaces.filter(({ family }) => family === 'IPv4').map(open);
  function open({ address }: OwnAddress): MulticastDNS {
    // Bound to all addresses: Linux delivers multicast to no socket bound to a specific one.
    const network = createMulticast({ interface: address, bind: '0.0.0.0' });
    // An interface without multicast finds nothing; addresses can be typed.
    network.on('error', () => undefined);
    network.on('warning', () => undefined);
    network.on('response', receive);
    return network;
  }
  const question = { questions: [{ name: serviceType, type: 'PTR' as const }] };
  const browse = () => {
    const now = performance.now();
    for (const [instance, { seenAt }] of found) {
      if (now - seenAt > forgetAfterMs) found.delete(instance);
    }
    for (const network of networks) network.query(question);
  };
  const timers = askAfterMs.map((ms) => setTimeout(browse, ms).unref());
  const clock = setInterval(browse, queryIntervalMs).unref();

  return {
    list: () =>
      [...found.values()]
        .map(({ name, url, version, isSilent }) => ({ name, url, version, isSilent }))
        .sort((a, b) => a.name.localeCompare(b.name)),
    stop: () => {
      timers.forEach((timer) => clearTimeout(timer));
      clearInterval(clock);
      for (const network of networks) network.destroy();
    },
  };
};

interface Records {
  addresses: string[];
  text: string[];
}

const isInstance = (name: string): boolean => name.toLowerCase().endsWith(`.${serviceType}`);

/** The addresses and the text that a packet has for a service. */
const recordsOf = (
  records: NonNullable<ResponsePacket['answers']>,
  instance: string,
  target: string,
): Records => ({
  addresses: records.flatMap((record) =>
    (record.type === 'A' || record.type === 'AAAA') && record.name === target ? [record.data] : [],
  ),
  text: records.flatMap((record) =>
    record.type === 'TXT' && record.name === instance ? [record.data].flat().map(String) : [],
  ),
});

/** Without invisible characters, which could reorder what is displayed. */
const nameOf = (instance: string): string =>
  instance
    .slice(0, -serviceType.length - 1)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, maxNameLength);

/** Whether the system resolves a `.local` name to one of the addresses: it outlives a new address. */
const resolvesTo = async (name: string, addresses: readonly string[]): Promise<boolean> => {
  if (!/^[a-z0-9-]+\.local$/i.test(name)) return false;
  try {
    const found = await lookup(name, { all: true });
    return found.some(({ address }) => addresses.includes(address));
  } catch {
    return false;
  }
};
