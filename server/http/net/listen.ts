import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { readFile, stat } from 'node:fs/promises';
import type { AddressInfo, Socket } from 'node:net';
import { dirname, isAbsolute } from 'node:path';

import { ipKeyGenerator } from 'express-rate-limit';

import { AppError } from '../../../shared/errors.ts';
import type { Config } from '../../config/config.ts';
import { createReadGate, type ReadGate } from '../../media/read-gate.ts';
import { pathProblem } from '../../paths/parse-user-path.ts';
import { isLoopback } from './request-source.ts';

/** The server cannot listen; the message is one line for the user. */
export class ListenError extends Error {
  override name = 'ListenError';
  /** `EADDRINUSE`, `EACCES` … */
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** A certificate chain and its private key, as PEM. */
export interface Certificate {
  cert: string;
  key: string;
}

export interface Listening {
  url: string;
  port: number;
  /**
   * Stops accepting requests; connections still busy after `graceMs` (default 5 seconds) are
   * destroyed, with 0 before this returns.
   */
  close(graceMs?: number): Promise<void>;
}

/** Handles requests, which are created with the classes that it names. */
export type HttpApp = RequestListener & Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;

/** Listens according to the configuration. */
export const listen = async (
  app: HttpApp,
  { server: { host, port }, tls }: Pick<Config, 'server' | 'tls'>,
  isTrustedProxy: (address: string | undefined) => boolean = () => false,
): Promise<Listening> =>
  listenOn(app, { host, port, certificate: await readCertificate(tls), isTrustedProxy });

export interface ListenOptions {
  host: string;
  /** 0 picks a free port. */
  port: number;
  /** HTTPS with a certificate, HTTP without. */
  certificate: Certificate | null;
  onConnection?: (socket: Socket) => void;
  /** Addresses exempt from the connection limit; default: loopback. */
  isExempt?: (address: string | undefined) => boolean;
  /** Proxies, which carry the connections of many devices; default: none. */
  isTrustedProxy?: (address: string | undefined) => boolean;
  /** How long a client can leave sent data unread, ms; default one minute. */
  unreadMs?: number;
}

/** Listens with limits against slow and greedy clients. Rejects with ListenError. */
export const listenOn = async (
  app: HttpApp,
  {
    host,
    port,
    certificate,
    onConnection,
    isExempt = isLoopback,
    isTrustedProxy = () => false,
    unreadMs = 60_000,
  }: ListenOptions,
): Promise<Listening> => {
  const server = await createLimitedServer(app, certificate);
  const connections = new Set<Socket>();
  const hasRoom = countConnections((address) => isExempt(address) || isTrustedProxy(address));
  server.prependListener('connection', (socket: Socket) => {
    connections.add(socket);
    if (!hasRoom(socket)) refuse(socket, certificate !== null);
    socket.once('close', () => connections.delete(socket));
    onConnection?.(socket);
  });
  const unused = unusedConnections(server, certificate !== null);
  // Before the application, which can respond synchronously.
  server.prependListener('request', (_request, response) => {
    // Everything is written: unread data occupies our memory.
    response.once('prefinish', () => response.socket?.setTimeout(unreadMs));
    // Otherwise keep-alive would hold a connection open after the server was closed.
    response.once('close', () => {
      if (!server.listening) server.closeIdleConnections();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: urlOf(host, address.port, certificate !== null),
    port: address.port,
    close: (graceMs = 5000) =>
      new Promise((resolve) => {
        // All sockets: Node's own list omits those still in the TLS handshake.
        const cut = () => connections.forEach((socket) => socket.destroy());
        const timer = graceMs > 0 ? setTimeout(cut, graceMs) : undefined;
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        server.closeIdleConnections();
        unused.forEach((socket) => socket.destroy());
        if (graceMs === 0) cut();
      }),
  };
};

/** `http://192.168.1.5:4477`; a wildcard address is replaced with loopback. */
export const urlOf = (host: string, port: number, secure: boolean): string => {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `${secure ? 'https' : 'http'}://${name}:${port}`;
};

/**
 * The certificate configured under `tls`, or null if none. Throws ListenError for unreadable or
 * mismatched files, and if their drive does not respond. Callers that read again and again pass a
 * gate, so that a drive that hangs blocks one thread at most.
 */
export const readCertificate = async (
  { cert, key }: Config['tls'],
  gate: Pick<ReadGate, 'run'> = createReadGate(),
): Promise<Certificate | null> => {
  if (cert === null || key === null) return null;
  try {
    const certificate = { cert: await readPem(cert, gate), key: await readPem(key, gate) };
    (await import('node:tls')).createSecureContext(certificate);
    return certificate;
  } catch (error) {
    if (error instanceof ListenError) throw error;
    const { path, code = 'ENOENT', message } = error as NodeJS.ErrnoException;
    throw new ListenError(
      path === undefined
        ? `${cert} and ${key} are not a certificate and its private key: ${message}`
        : `The TLS file ${path} cannot be read`,
      code,
    );
  }
};

/** Accepts regular files only: reading a pipe or device could take forever. */
const readPem = async (path: string, gate: Pick<ReadGate, 'run'>): Promise<string> => {
  const problem = isAbsolute(path) ? pathProblem(path) : null;
  if (problem !== null) throw new ListenError(problem, 'EINVAL');
  const unusable = (code: string) =>
    Object.assign(new Error('Not a file of a certificate'), { path, code });
  const read = async () => {
    const stats = await stat(path);
    if (!stats.isFile() || stats.size > maxPemBytes) throw unusable('EINVAL');
    return readFile(path, 'utf8');
  };
  return gate.run(dirname(path), read).catch((error: unknown) => {
    throw error instanceof AppError ? unusable('ETIMEDOUT') : error;
  });
};
const maxPemBytes = 1024 * 1024;

/** Maximum connections per device or household. A browser opens six. */
const perAddress = 64;

/** Responds with Retry-After. Not within TLS, where that would cost a key exchange. */
const refuse = (socket: Socket, isSecure: boolean): void => {
  if (isSecure) {
    socket.destroy();
    return;
  }
  const tooMany = new AppError(
    'ServiceUnavailable',
    'Too many connections from this device; wait a moment',
  );
  const body = JSON.stringify(tooMany.toBody());
  const head = [
    'HTTP/1.1 503 Service Unavailable',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Retry-After: 10',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
};

/** Tracks whether a connection is within its address's limit. */
const countConnections = (isExempt: (address: string | undefined) => boolean) => {
  const counts = new Map<string, number>();
  return (socket: Socket): boolean => {
    const { remoteAddress } = socket;
    if (isExempt(remoteAddress)) return true;
    const key = ipKeyGenerator(remoteAddress ?? '', 56);
    const count = counts.get(key) ?? 0;
    if (count >= perAddress) return false;
    counts.set(key, count + 1);
    socket.once('close', () => {
      const left = (counts.get(key) ?? 1) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    });
    return true;
  };
};

/** TLS is loaded when there is a certificate, because it takes 9 ms of the start. */
const createLimitedServer = async (
  app: HttpApp,
  certificate: Certificate | null,
): Promise<Server> => {
  const options: ServerOptions = {
    IncomingMessage: app.IncomingMessage,
    ServerResponse: app.ServerResponse,
    headersTimeout: 15_000,
    requestTimeout: 300_000,
    keepAliveTimeout: 65_000,
  };
  // Limits a hung handshake.
  const tls = { ...certificate, handshakeTimeout: 15_000 };
  const server = certificate
    ? (await import('node:https')).createServer({ ...options, ...tls }, app)
    : createServer(options, app);
  server.maxConnections = 512;
  // Longer than any response can take to begin.
  server.timeout = 660_000;
  return server;
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

/**
 * Connections without a request yet: browsers open them in advance, and Node counts them as busy.
 */
const unusedConnections = (server: Server, isSecure: boolean): ReadonlySet<Socket> => {
  const unused = new Set<Socket>();
  const add = (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  };
  server.on(isSecure ? 'secureConnection' : 'connection', add);
  server.on('request', ({ socket }) => unused.delete(socket));
  return unused;
};
