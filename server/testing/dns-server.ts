import { createSocket, type RemoteInfo } from 'node:dgram';
import { Resolver, type LookupAddress } from 'node:dns';

/** A DNS response: addresses of both families, or a CNAME. */
export type DnsAnswer = { a?: string[]; aaaa?: string[]; cname?: string };

const types = { A: 1, CNAME: 5, AAAA: 28 };

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);

const groupsOf = (address: string): number[] => {
  const [head = '', tail] = address.split('::');
  const part = (text: string) =>
    text
      .split(':')
      .filter(Boolean)
      .map((group) => parseInt(group, 16));
  const [first, last] = [part(head), part(tail ?? '')];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
};

const record = (name: string, type: number, data: Buffer): Buffer => {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  // TTL 0, so that no response is cached.
  fixed.writeUInt32BE(0, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([nameBytes(name), fixed, data]);
};

const recordsOf = (name: string, { a = [], aaaa = [], cname }: DnsAnswer, type: number) => {
  const owner = cname ?? name;
  return [
    ...(cname === undefined ? [] : [record(name, types.CNAME, nameBytes(cname))]),
    ...(type === types.A
      ? a.map((entry) => record(owner, types.A, Buffer.from(entry.split('.').map(Number))))
      : []),
    ...(type === types.AAAA
      ? aaaa.map((entry) => {
          const bytes = Buffer.alloc(16);
          groupsOf(entry).forEach((group, index) => bytes.writeUInt16BE(group, index * 2));
          return record(owner, types.AAAA, bytes);
        })
      : []),
  ];
};

/**
 * A DNS server on this machine with responses by `answer` and a query counter, and a resolver that
 * uses only this server.
 */
export const startDnsServer = async (answer: (name: string, times: number) => DnsAnswer) => {
  const socket = createSocket('udp4');
  const counts = new Map<string, number>();
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    let end = 12;
    const labels: string[] = [];
    for (let length = query[end] ?? 0; length > 0; length = query[end] ?? 0) {
      labels.push(query.toString('latin1', end + 1, end + 1 + length));
      end += 1 + length;
    }
    const name = labels.join('.').toLowerCase();
    const type = query.readUInt16BE(end + 1);
    const key = `${name} ${type}`;
    const times = (counts.get(key) ?? 0) + 1;
    counts.set(key, times);
    const records = recordsOf(name, answer(name, times), type);
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8580, 2);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt32BE(0, 8);
    const reply = Buffer.concat([header, query.subarray(12, end + 5), ...records]);
    socket.send(reply, from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  const resolver = new Resolver({ timeout: 2000, tries: 1 });
  resolver.setServers([`127.0.0.1:${port}`]);
  const addressesOf = (name: string, family: 4 | 6) =>
    new Promise<LookupAddress[]>((resolve) => {
      const ask = (family === 4 ? resolver.resolve4 : resolver.resolve6).bind(resolver);
      ask(name, (error, found) =>
        resolve(error ? [] : found.map((address) => ({ address, family }))),
      );
    });
  return {
    /** Number of A queries. */
    timesAsked: (name: string) => counts.get(`${name} ${types.A}`) ?? 0,
    resolve: (
      name: string,
      _options: object,
      done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
    ): void => {
      void Promise.all([addressesOf(name, 4), addressesOf(name, 6)]).then((found) => {
        const all = found.flat();
        const missing = Object.assign(new Error(`${name} is unknown`), { code: 'ENOTFOUND' });
        done(all.length === 0 ? missing : null, all);
      });
    },
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
};
