import type { IncomingMessage } from 'node:http';

import type { Logger } from 'pino';

import { AppError } from '../../../shared/errors.ts';
import {
  createAddressList,
  entriesIn,
  isOwnPath,
  plainAddress,
} from '../../config/proxy-values.ts';
import {
  clientOf,
  forwardingHeaders,
  ForwardedError,
  readForwarded,
  type Forwarded,
} from './forwarded.ts';
import { directSource, setRequestSource, type RequestSource } from './request-source.ts';

/**
 * The addresses of a server behind a proxy: one place decides how clients reach the server, and
 * every absolute address is built from its decision.
 *
 * Scheme and host of a response to a request, the first that applies:
 *
 * 1. from a trusted proxy: `X-Forwarded-Proto`, `-Host` and `-Port`, or `Forwarded`. What it leaves
 *    out comes from the public address if the host is the same, else from the request itself;
 * 2. the public address, if the `Host` header names it;
 * 3. the connection and the `Host` header.
 *
 * The base path of a response: the setting, if the path begins with it or the public address was
 * used; else the `X-Forwarded-Prefix` of a trusted proxy; else none.
 *
 * Feed links and other addresses for use elsewhere, given to whoever asked: the public address with
 * the base path; if none is set, or the request has the same host, the address of the request; QR
 * codes have those at which the server is shared.
 *
 * Mails: the public address with the base path; if none is set, scheme and host as above, because the
 * host is one of the server's names, with the base path of the settings. Strangers can cause mails, and
 * not every proxy removes an `X-Forwarded-Prefix` that a client invented.
 *
 * In route handlers all are at hand: `reachedUrl` (redirects, redirect URIs, feeds, manifests),
 * `publicUrl` and `mailUrl`. None has a trailing slash.
 */
export interface PublicAddress {
  /** The public address with the base path: `https://example.org/octavo`; null if none is set. */
  configured(): string | null;
  /** Whether a host, with its port, is that of the public address. */
  isHost(name: string): boolean;
  /** Whether a proxy at this address can state how a request reached it. */
  isTrusted(address: string | undefined): boolean;
  /**
   * Determines how a request reached the server, for `requestSource` and its relatives, and takes
   * the base path off its URL. Runs before everything else.
   */
  enter(request: IncomingMessage): void;
}

export const createPublicAddress = ({
  trustedProxies,
  publicAddress,
  basePath,
  log,
}: {
  /** The current settings; each is empty by default. */
  trustedProxies: () => string;
  publicAddress: () => string;
  basePath: () => string;
  log: Pick<Logger, 'warn'>;
}): PublicAddress => {
  const trusted = memoizeLast((list) => createAddressList(entriesIn(list)));
  const parsed = memoizeLast(originOf);
  const isTrusted = (address: string | undefined) =>
    trusted(trustedProxies())(plainAddress(address));
  const origin = () => parsed(publicAddress());
  const configured = () => {
    const address = origin();
    return address && address + basePath();
  };
  const warn = createWarnings(log);

  /** The source of a request that a trusted proxy passed on. */
  const forwardedSource = (direct: RequestSource, forwarded: Forwarded): RequestSource => ({
    ...direct,
    isForwarded: true,
    address: clientOf(forwarded, direct.address, isTrusted),
    host: forwarded.host ?? direct.host,
    origin: forwardedOrigin(direct.origin, forwarded, origin()),
    basePath: basePath() || (forwarded.prefix ?? ''),
  });

  const sourceOf = (request: IncomingMessage): RequestSource => {
    const direct = directSource(request);
    const address = origin();
    const names = forwardingHeaders(request.headers);
    if (names.length > 0 && isTrusted(direct.address)) {
      try {
        return forwardedSource(direct, readForwarded(request.headers));
      } catch (error) {
        if (!(error instanceof ForwardedError)) throw error;
        return { ...direct, isLocal: false, problem: unusable(direct.address, error) };
      }
    }
    if (names.some((name) => name !== 'via')) warn(direct.address, names);
    const untrustedProxy = names.length > 0 ? direct.address : null;
    // Devices of a trusted network also come without a proxy, at the server's own address.
    const isPublic = address !== null && direct.host === new URL(address).host;
    return isPublic
      ? { ...direct, isLocal: false, origin: address, basePath: basePath(), untrustedProxy }
      : { ...direct, untrustedProxy };
  };

  return {
    configured,
    isTrusted,
    isHost: (name) => {
      const address = origin();
      return address !== null && new URL(address).hostname === bracketed(name);
    },
    enter(request) {
      const source = sourceOf(request);
      const stripped = stripBase(request, [basePath(), source.basePath]);
      source.basePath = stripped ?? source.basePath;
      const reached = source.origin + source.basePath;
      // At the same host, the proxy knows the path best.
      source.publicUrl = source.origin === origin() ? reached : (configured() ?? reached);
      source.mailUrl = configured() ?? source.origin + basePath();
      setRequestSource(request, source);
      // Express builds `baseUrl` of the routers and `originalUrl` upon these.
      Object.assign(request, {
        baseUrl: source.basePath,
        originalUrl: source.basePath + (request.url ?? '/'),
      });
    },
  };
};

/**
 * Takes the first of these paths with which the URL begins off it, and returns that path. Some
 * proxies remove it, others pass it on.
 */
const stripBase = (request: IncomingMessage, paths: readonly string[]): string | null => {
  const { url = '/' } = request;
  for (const path of paths) {
    const isThere = path !== '' && url.startsWith(path) && /^[/?]|^$/.test(url.slice(path.length));
    // At such a path there are pages of our own, so a forwarded prefix was already removed.
    if (!isThere || isOwnPath(path)) continue;
    request.url = url.slice(path.length).replace(/^(?!\/)/, '/');
    return path;
  }
  return null;
};

/** Without a path, with the host in lower case; null for an empty setting. */
const originOf = (address: string): string | null =>
  address === '' ? null : new URL(address).origin;

const bracketed = (name: string): string => (name.includes(':') ? `[${name}]` : name);

const forwardedOrigin = (
  direct: string,
  { scheme, host, port }: Forwarded,
  configured: string | null,
): string => {
  const ownScheme = direct.startsWith('https:') ? 'https' : 'http';
  const text = `${scheme ?? ownScheme}://${host ?? direct.replace(/^https?:\/\//, '')}`;
  // An unusable host is rejected by the check of the host.
  if (!URL.canParse(text)) return direct;
  const requestUrl = new URL(text);
  if (configured !== null) {
    const known = new URL(configured);
    const isComplete = port !== null || requestUrl.port !== '';
    const isSame =
      requestUrl.hostname === known.hostname && (!isComplete || requestUrl.port === known.port);
    if (isSame && (scheme === null || requestUrl.protocol === known.protocol)) return configured;
    if (scheme === null && host === null && port === null) return configured;
  }
  if (requestUrl.port === '' && port !== null) requestUrl.port = port;
  return requestUrl.origin;
};

const unusable = (proxy: string, { header, value }: ForwardedError) =>
  new AppError(
    'BadRequest',
    `The proxy at ${proxy} sent the header ${header} with an unusable value: ${value}. Correct it in the configuration of the proxy; the guide "Behind a proxy" shows how.`,
  );

/** Once per address, because a proxy sends them with every request. */
const createWarnings = (log: Pick<Logger, 'warn'>) => {
  const warned = new Set<string>();
  return (address: string, headers: readonly string[]) => {
    if (warned.has(address) || warned.size >= maxWarnings) return;
    warned.add(address);
    log.warn(
      { address, headers },
      'ignored forwarding headers: if this is your proxy, add its address to the trusted proxies',
    );
  };
};
/** Anyone can send such headers from many addresses. */
const maxWarnings = 20;

const memoizeLast = <Result>(make: (input: string) => Result) => {
  let last: { input: string; result: Result } | null = null;
  return (input: string): Result => {
    if (last?.input !== input) last = { input, result: make(input) };
    return last.result;
  };
};
