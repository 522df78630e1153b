import type { IncomingMessage } from 'node:http';

import type { AppError } from '../../../shared/errors.ts';
import { plainAddress } from '../../config/proxy-values.ts';
import { forwardingHeaders } from './forwarded.ts';

/** How a request reached the server. */
export interface RequestSource {
  /** Address of the client, behind the proxies that the server trusts. */
  address: string;
  /**
   * Whether a program on this machine sent it directly. Nothing that came through a proxy is local,
   * not even through one on this machine.
   */
  isLocal: boolean;
  /** Scheme and host by which the client reached the server: `https://books.example.org:8443`. */
  origin: string;
  /** The host to check against the server's names, with its port; null if there is no single one. */
  host: string | null;
  /** The part of the path before the server's own paths, without a trailing slash: `/octavo`. */
  basePath: string;
  /** The configured public address with the base path, or else the one of this request. */
  publicUrl: string;
  /** The same for mails: nothing in it can be invented by whoever sent the request. */
  mailUrl: string;
  /** The address of a proxy that sent forwarding headers and is not trusted, or null. */
  untrustedProxy: string | null;
  /** Whether a trusted proxy passed it on. */
  isForwarded: boolean;
  /** Why the statements of the proxy cannot be used, or null. */
  problem: AppError | null;
}

const known = Symbol('source');
type KnownRequest = IncomingMessage & { [known]?: RequestSource };

export const setRequestSource = (request: IncomingMessage, source: RequestSource): void => {
  (request as KnownRequest)[known] = source;
};

/**
 * The source of a request; where {@link setRequestSource} was not called, that of a request without
 * a proxy.
 */
export const requestSource = (request: IncomingMessage): RequestSource =>
  ((request as KnownRequest)[known] ??= directSource(request));

/** The source that a request has by its connection alone. */
export const directSource = (request: IncomingMessage): RequestSource => {
  const address = plainAddress(request.socket.remoteAddress);
  const scheme = 'encrypted' in request.socket ? 'https' : 'http';
  const host = hostHeader(request);
  const origin = `${scheme}://${request.headers.host ?? 'localhost'}`;
  return {
    address,
    isLocal:
      isLoopback(address) &&
      isLoopbackHost(host ?? '') &&
      forwardingHeaders(request.headers).length === 0,
    origin,
    host,
    basePath: '',
    publicUrl: origin,
    mailUrl: origin,
    untrustedProxy: null,
    isForwarded: false,
    problem: null,
  };
};

/** The only `Host` header, because a second one can hide the first from a proxy. */
const hostHeader = ({ rawHeaders }: IncomingMessage): string | null => {
  const hosts = rawHeaders.filter(
    (_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === 'host',
  );
  return hosts.length === 1 ? (hosts[0] ?? null) : null;
};

export const isLoopback = (address: string | undefined): boolean =>
  /^(?:::ffff:)?127\.|^::1$/.test(address ?? '');

/** A proxy on this machine often passes on the name that the client used. */
const isLoopbackHost = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host);

/** Address of the client of a request. */
export const clientAddress = (request: IncomingMessage): string => requestSource(request).address;

/** Whether a program on this machine sent the request, not through a proxy. */
export const isLocalRequest = (request: IncomingMessage): boolean => requestSource(request).isLocal;

/** Whether the client uses TLS. */
export const isSecureRequest = (request: IncomingMessage): boolean =>
  requestSource(request).origin.startsWith('https:');

/**
 * The base URL by which the client reached the server, without a trailing slash:
 * `https://example.org/octavo`. Append a path of the server: `/api/v1/…`.
 */
export const reachedUrl = (request: IncomingMessage): string => {
  const { origin, basePath } = requestSource(request);
  return origin + basePath;
};
