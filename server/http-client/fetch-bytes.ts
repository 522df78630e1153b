import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { get as getHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

import { isPrivateAddress } from './addresses.ts';

const maxRedirects = 5;
const timeoutMs = 30_000;
const maxBytes = 5 * 1024 * 1024;

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface FetchOptions {
  headers?: Record<string, string>;
  signal: AbortSignal;
  /** Allows addresses of this machine and its network. */
  allowPrivate: boolean;
  /** Returns all addresses of a name; default: the system's resolver. */
  resolve?: Resolve;
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
}

/**
 * Downloads from the internet, up to 5 MiB within 30 seconds, following up to 5 redirects.
 * Addresses are checked on connection, which prevents DNS rebinding. Throws HttpClientError, or the
 * reason of `signal`.
 */
export const fetchBytes = async (url: string, options: FetchOptions): Promise<Answer> => {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([options.signal, timeout]);
  try {
    let target = new URL(url);
    for (let step = 0; step <= maxRedirects; step += 1) {
      const answer = await ask(target, { ...options, signal });
      const next = redirects.has(answer.status) ? answer.headers.location : undefined;
      if (next === undefined) return answer;
      target = new URL(next, target);
    }
    throw new HttpClientError(`${url} redirects more than ${maxRedirects} times.`);
  } catch (error) {
    options.signal.throwIfAborted();
    if (timeout.aborted) {
      throw new HttpClientError(`${url} did not answer within ${timeoutMs / 1000} seconds.`);
    }
    if (error instanceof HttpClientError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new HttpClientError(`${url} could not be reached (${code}).`, { cause: error });
  }
};

const redirects = new Set([301, 302, 303, 307, 308]);

const ask = (
  target: URL,
  { headers, signal, allowPrivate, resolve: find = resolveBySystem }: FetchOptions,
): Promise<Answer> => {
  const get = { 'http:': getHttp, 'https:': getHttps }[target.protocol];
  if (!get) throw new HttpClientError(`${target.href} is no http or https address.`);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  // Names are checked when they are resolved; literal addresses are never looked up.
  if (!allowPrivate && isIP(host) !== 0 && isPrivateAddress(host)) throw refused(host);
  return new Promise((resolve, reject) => {
    const request = get(
      target,
      {
        headers: { 'user-agent': 'Octavo', 'accept-encoding': 'identity', ...headers },
        signal,
        agent: false,
        ...(allowPrivate ? {} : { lookup: lookupPublic(find) }),
      },
      (response) => {
        collect(response).then((body) => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
        }, reject);
      },
    );
    request.on('error', reject);
  });
};

const collect = async (response: IncomingMessage): Promise<Buffer> => {
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
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, options, (error, addresses = []) => {
      const closed = addresses.some(({ address }) => isPrivateAddress(address));
      const [first] = addresses;
      if (error || closed || !first) callback(error ?? refused(hostname), []);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

const refused = (host: string) =>
  new HttpClientError(
    `${host} is an address of this machine or its network. An admin can allow those by the setting releases.allow_private_addresses.`,
  );
