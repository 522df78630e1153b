import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer, Server as SecureServer } from 'node:https';
import { readFileSync, statSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { createSecureContext } from 'node:tls';

import { ipKeyGenerator } from 'express-rate-limit';

import type { Config } from '../config/config.ts';
import { isLoopback } from './rate-limit.ts';

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

/** A certificate, with those that vouch for it, and its private key, as PEM. */
export interface Certificate {
  cert: string;
  key: string;
}

export interface Listening {
  url: string;
  port: number;
  /**
   * Stops taking requests; what is still busy after `graceMs` (5 seconds unless said) is cut, with 0
   * before this returns.
   */
  close(graceMs?: number): Promise<void>;
}

/** Listens where the configuration says. */
export const listen = async (
  app: RequestListener,
  { server: { host, port }, tls }: Pick<Config, 'server' | 'tls'>,
): Promise<Listening> => listenOn(app, { host, port, certificate: readCertificate(tls) });

export interface ListenOptions {
  host: string;
  /** 0 picks a free one. */
  port: number;
  /** HTTPS with it, HTTP without. */
  certificate: Certificate | null;
  onConnection?: (socket: Socket) => void;
  /** Whose connections are not counted: those of the machine itself, unless said. */
  isExempt?: (address: string | undefined) => boolean;
  /** How long a client may leave what was sent to it unread: a minute unless said. */
  unreadMs?: number;
}

/**
 * Listens with the limits that keep slow and greedy clients from holding the server. Rejects with
 * ListenError.
 */
export const listenOn = async (
  app: RequestListener,
  {
    host,
    port,
    certificate,
    onConnection,
    isExempt = isLoopback,
    unreadMs = 60_000,
  }: ListenOptions,
): Promise<Listening> => {
  const server = createLimitedServer(app, certificate);
  const connections = new Set<Socket>();
  const hasRoom = countConnections(isExempt);
  server.prependListener('connection', (socket: Socket) => {
    connections.add(socket);
    if (!hasRoom(socket)) socket.destroy();
    socket.once('close', () => connections.delete(socket));
    onConnection?.(socket);
  });
  const unused = unusedConnections(server);
  // Before the application, which may answer at once.
  server.prependListener('request', (_request, response) => {
    // All is written: what is still not read waits in our memory.
    response.once('prefinish', () => response.socket?.setTimeout(unreadMs));
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
  return {
    url: urlOf(host, address.port, certificate !== null),
    port: address.port,
    close: (graceMs = 5000) =>
      new Promise((resolve) => {
        // Every socket: Node's own list lacks those that are still shaking hands over TLS.
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

/** `http://192.168.1.5:4477`; a server that listens everywhere is named by its loopback address. */
export const urlOf = (host: string, port: number, secure: boolean): string => {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `${secure ? 'https' : 'http'}://${name}:${port}`;
};

/**
 * What the configuration names under `tls`, or null where it names nothing. Throws ListenError where the
 * files cannot be read or do not fit each other.
 */
export const readCertificate = ({ cert, key }: Config['tls']): Certificate | null => {
  if (cert === null || key === null) return null;
  try {
    const certificate = { cert: readPem(cert), key: readPem(key) };
    createSecureContext(certificate);
    return certificate;
  } catch (error) {
    const { path, code = 'ENOENT', message } = error as NodeJS.ErrnoException;
    throw new ListenError(
      path === undefined
        ? `${cert} and ${key} are not a certificate and its private key: ${message}`
        : `The TLS file ${path} cannot be read`,
      code,
    );
  }
};

/** A pipe or a disk in place of a file would be read for ever. */
const readPem = (path: string): string => {
  const stats = statSync(path);
  if (!stats.isFile() || stats.size > maxPemBytes) {
    throw Object.assign(new Error('Not a file of a certificate'), { path, code: 'EINVAL' });
  }
  return readFileSync(path, 'utf8');
};
const maxPemBytes = 1024 * 1024;

/** Of all that the server keeps, what one device or household of the network may take. A browser takes six. */
const perAddress = 64;

/** Whether a connection is within the share of its address. */
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

const createLimitedServer = (app: RequestListener, certificate: Certificate | null): Server => {
  const limits = {
    headersTimeout: 15_000,
    requestTimeout: 300_000,
    keepAliveTimeout: 65_000,
    // A handshake that hangs.
    handshakeTimeout: 15_000,
  };
  const server = certificate
    ? createSecureServer({ ...limits, ...certificate }, app)
    : createServer(limits, app);
  server.maxConnections = 512;
  // Longer than any answer may take to begin.
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
