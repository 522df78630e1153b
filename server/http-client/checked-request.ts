import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';

import { isPrivateAddress } from './addresses.ts';
import { connectionProblem } from './connection-problem.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** The setting by which an admin allows addresses of this machine and its network. */
type AllowPrivateSetting =
  'releases.allow_private_addresses' | 'notifications.allow_private_addresses';

export interface RequestOptions {
  headers?: Record<string, string>;
  signal: AbortSignal;
  /** Allows addresses of this machine and its network. */
  allowPrivate: boolean;
  /** Returns all addresses of a name; default: the system's resolver. */
  resolve?: Resolve;
}

interface CheckedRequest extends Omit<RequestOptions, 'allowPrivate'> {
  method: 'GET' | 'POST';
  body?: string;
  maxBytes: number;
  /** The setting that blocks addresses of this machine and its network; null allows them. */
  blockedBy: AllowPrivateSetting | null;
}

type Resolve = (
  hostname: string,
  options: LookupOptions,
  answer: (error: NodeJS.ErrnoException | null, addresses?: LookupAddress[]) => void,
) => void;

const resolveBySystem: Resolve = (hostname, options, answer) => {
  lookup(hostname, { ...options, all: true }, answer);
};

/** A request to another server failed or is not allowed; the message is for users. */
export class HttpClientError extends Error {
  override name = 'HttpClientError';
  /** The status of the answer, if it is the reason. */
  readonly status: number | null;

  constructor(message: string, options: ErrorOptions & { status?: number } = {}) {
    super(message, options);
    this.status = options.status ?? null;
  }
}

/**
 * Runs requests with a deadline and turns their failures into HttpClientError, whose message calls
 * the server by `name`. Throws the reason of `signal` if that is aborted.
 */
export const withDeadline = async <Result>(
  name: string,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await work(AbortSignal.any([signal, timeout]));
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) {
      throw new HttpClientError(`${name} did not answer within ${timeoutMs / 1000} seconds.`);
    }
    if (error instanceof HttpClientError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new HttpClientError(connectionProblem(name, code), { cause: error });
  }
};

/**
 * One request, without following redirects. Addresses are checked on connection, which prevents DNS
 * rebinding.
 */
export const sendChecked = async (
  target: URL,
  {
    method,
    headers,
    body,
    signal,
    blockedBy,
    maxBytes,
    resolve: find = resolveBySystem,
  }: CheckedRequest,
): Promise<Answer> => {
  if (!['http:', 'https:'].includes(target.protocol)) {
    throw new HttpClientError(`${target.href} is not an http or https address.`);
  }
  // Other names are checked when they are resolved; literal addresses are never looked up.
  const refusal = blockedBy === null ? null : refusalOf(target, blockedBy);
  if (refusal) throw refusal;
  const send = target.protocol === 'https:' ? (await import('node:https')).request : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(
      target,
      {
        method,
        headers: { 'user-agent': 'Octavo', 'accept-encoding': 'identity', ...headers },
        signal,
        agent: false,
        ...(blockedBy === null ? {} : { lookup: lookupPublic(find, blockedBy) }),
      },
      (response) => {
        collect(response, maxBytes).then((bytes) => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: bytes });
        }, reject);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
};

const collect = async (response: IncomingMessage, maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) {
      response.destroy();
      throw new HttpClientError(`The answer is larger than ${maxBytes / 1024 / 1024} MiB.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/**
 * Resolves a name for a connection; rejects it if any of its addresses is private. The connection
 * uses exactly these addresses, without another lookup.
 */
const lookupPublic =
  (resolve: Resolve, setting: AllowPrivateSetting): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, options, (error, addresses = []) => {
      const closed = addresses.some(({ address }) => isPrivateAddress(address));
      const [first] = addresses;
      if (error || closed || !first) callback(error ?? refusePrivate(hostname, setting), []);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

/** The refusal of an address that is private without being looked up; null for all others. */
export const refusalOf = (target: URL, setting: AllowPrivateSetting): HttpClientError | null => {
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const isPrivate = isIP(host) === 0 ? /(?:^|\.)localhost\.?$/.test(host) : isPrivateAddress(host);
  return isPrivate ? refusePrivate(host, setting) : null;
};

const refusePrivate = (host: string, setting: AllowPrivateSetting) =>
  new HttpClientError(
    `${host} is an address of this machine or its network. An admin can allow those by the setting ${setting}.`,
  );
