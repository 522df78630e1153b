import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';

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

/** Listens with the limits that keep slow and greedy clients from holding the server. */
export const listen = async (
  app: RequestListener,
  { server: { host, port }, tls }: Pick<Config, 'server' | 'tls'>,
): Promise<{ server: Server; url: string; port: number }> => {
  const limits = { headersTimeout: 15_000, requestTimeout: 300_000, keepAliveTimeout: 65_000 };
  const server =
    tls.cert !== null && tls.key !== null
      ? createSecureServer({ ...limits, ...readCertificate(tls.cert, tls.key) }, app)
      : createServer(limits, app);
  server.maxConnections = 512;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const name =
    host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  const scheme = tls.cert === null ? 'http' : 'https';
  return { server, url: `${scheme}://${name}:${address.port}`, port: address.port };
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

/** Stops taking requests; what is still open after `graceMs` is cut. */
export const closeServer = (server: Server, graceMs = 5000): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
