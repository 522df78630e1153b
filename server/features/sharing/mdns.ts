import createMulticast, { type MulticastDNS, type ResponseOutgoingPacket } from 'multicast-dns';

type Answer = ResponseOutgoingPacket['answers'][number];

export interface Announcement {
  /** The name shown in lists of servers: `Octavo on attic`. */
  name: string;
  /** `attic.local`. */
  host: string;
  port: number;
  secure: boolean;
  /** Addresses per network interface; interfaces without IPv4 are skipped. */
  links: readonly (readonly string[])[];
  /** Called if the network refuses; sharing works without the announcement. */
  onProblem: (message: string) => void;
}

/**
 * Announces the server by multicast DNS (Bonjour, zeroconf; RFC 6762 and 6763), as `_octavo._tcp` and `_http._tcp`
 * (`_https._tcp` with TLS), and answers queries. Returns a function that withdraws the
 * announcement.
 */
export const announce = ({ links, ...rest }: Announcement): (() => Promise<void>) => {
  const ends = links.map((addresses) => announceOn({ ...rest, addresses }));
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
};

const announceOn = ({
  addresses,
  onProblem,
  ...server
}: Omit<Announcement, 'links'> & { addresses: readonly string[] }) => {
  const card = addresses.find((address) => !address.includes(':'));
  if (card === undefined) return () => Promise.resolve();
  const services = serviceRecords(server);
  const records = [...services, ...addressRecords(server.host, addresses)];
  // Bound to all addresses: Linux delivers multicast to no socket bound to a specific one.
  const network = createMulticast({ interface: card, bind: '0.0.0.0' });
  network.on('error', (error: Error) => onProblem(error.message));
  network.on('warning', () => undefined);
  network.on('query', ({ questions = [] }) => {
    const matching = records.filter((record) =>
      questions.some((question) => fits(record, question)),
    );
    if (matching.length === 0) return;
    network.respond({
      answers: matching,
      additionals: records.filter((record) => !matching.includes(record)),
    });
  });
  const send = () => network.respond({ answers: records });
  send();
  // Repeated, because packets get lost (RFC 6762, section 8.3).
  const again = setTimeout(send, 1000).unref();
  return async () => {
    clearTimeout(again);
    await withdraw(network, services);
  };
};

/** Addresses are not withdrawn, because the machine's own mDNS responder can announce them too. */
const withdraw = (network: MulticastDNS, services: readonly Answer[]) =>
  new Promise<void>((resolve) => {
    const end = () => network.destroy(() => resolve());
    // Sending fails on a network that is gone.
    const patience = setTimeout(end, 500).unref();
    network.respond({ answers: services.map((record) => ({ ...record, ttl: 0 })) }, () => {
      clearTimeout(patience);
      end();
    });
  });

const browseName = '_services._dns-sd._udp.local';
const hostTtl = 120;
const serviceTtl = 4500;

const serviceRecords = ({
  name,
  host,
  port,
  secure,
}: Pick<Announcement, 'name' | 'host' | 'port' | 'secure'>): Answer[] =>
  [`_octavo._tcp.local`, `_http${secure ? 's' : ''}._tcp.local`].flatMap((type): Answer[] => {
    const instance = `${label(name)}.${type}`;
    return [
      { type: 'PTR', name: type, ttl: serviceTtl, data: instance },
      { type: 'PTR', name: browseName, ttl: serviceTtl, data: type },
      { type: 'SRV', name: instance, ttl: hostTtl, flush: true, data: { port, target: host } },
      {
        type: 'TXT',
        name: instance,
        ttl: serviceTtl,
        flush: true,
        data: ['path=/', `tls=${Number(secure)}`],
      },
    ];
  });

const addressRecords = (host: string, addresses: readonly string[]): Answer[] =>
  addresses.map((address) => ({
    type: address.includes(':') ? 'AAAA' : 'A',
    name: host,
    ttl: hostTtl,
    data: address,
  }));

const fits = (record: Answer, { name, type }: { name: string; type: string }) =>
  (type === record.type || type === 'ANY') && name.toLowerCase() === record.name.toLowerCase();

/** One DNS label: without dots, at most 63 bytes. */
const label = (text: string) => {
  const undotted = text.replaceAll('.', '-');
  let cut = undotted;
  while (Buffer.byteLength(cut) > 63) cut = cut.slice(0, -1);
  return cut.toWellFormed();
};
