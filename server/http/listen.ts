import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer, Server as SecureServer } from 'node:https';
import { readFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';

import type { Config } from '../config/config.ts';

/** The server cannot listen; the message is one line for the person. */
export class ListenError extends Error {
  override name = 'ListenError';
  /** `EADDRINUSE`, `EACCES` … */
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

export interface Listening {
  url: string;
  port: number;
  /** Stops taking requests; what is still busy after `graceMs` (5 seconds unless said) is cut. */
  close(graceMs?: number): Promise<void>;
}

/** Listens with the limits that keep slow and greedy clients from holding the server. */
export const listen = async (
  app: RequestListener,
  { server: { host, port }, tls }: Pick<Config, 'server' | 'tls'>,
): Promise<Listening> => {
  const limits = { headersTimeout: 15_000, requestTimeout: 300_000, keepAliveTimeout: 65_000 };
  const server =
    tls.cert !== null && tls.key !== null
      ? createSecureServer({ ...limits, ...readCertificate(tls.cert, tls.key) }, app)
      : createServer(limits, app);
  server.maxConnections = 512;
  const unused = unusedConnections(server);
  server.on('request', (_request, response) => {
    // A client would keep the connection of an answer that outlived the closing.
    response.once('close', () => {
      if (!server.listening) server.closeIdleConnections();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const name =
    host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  const scheme = tls.cert === null ? 'http' : 'https';
  return {
    url: `${scheme}://${name}:${address.port}`,
    port: address.port,
    close(graceMs = 5000) {
      const closed = closeServer(server, graceMs);
      for (const socket of unused) socket.destroy();
      return closed;
    },
  };
};

const readCertificate = (cert: string, key: string) => {
  try {
    return { cert: readFileSync(cert), key: readFileSync(key) };
  } catch (error) {
    const { path, code } = error as NodeJS.ErrnoException;
    throw new ListenError(`The TLS file ${path ?? ''} cannot be read`, code ?? 'ENOENT');
  }
};

const explain = ({ code, message }: NodeJS.ErrnoException, host: string, port: number) => {
  switch (code) {
    case 'EADDRINUSE':
      return new ListenError(`Port ${port} on ${host} is taken; choose another with --port`, code);
    case 'EACCES':
      return new ListenError(
        `Port ${port} needs rights that this user lacks; choose one above 1023`,
        code,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ListenError(`${host} is not an address of this machine; check server.host`, code);
    default:
      return new ListenError(
        `The server cannot listen on ${host}:${port}: ${message}`,
        code ?? 'unknown',
      );
  }
};

/** Connections on which nothing was asked yet: browsers open them ahead, and Node takes them for busy. */
const unusedConnections = (server: Server): ReadonlySet<Socket> => {
  const unused = new Set<Socket>();
  const add = (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  };
  server.on(server instanceof SecureServer ? 'secureConnection' : 'connection', add);
  server.on('request', ({ socket }) => unused.delete(socket));
  return unused;
};

const closeServer = (server: Server, graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
