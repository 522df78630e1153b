import { lookup, type LookupAddress } from 'node:dns';
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
  /** Addresses of this machine and its network are refused otherwise. */
  allowPrivate: boolean;
}

/** Another server could not be asked, or may not be; the message is a sentence for people. */
export class OutgoingError extends Error {
  override name = 'OutgoingError';
}

/**
 * Reads what lies behind an address on the internet, up to 5 MiB within 30 seconds, following up to 5
 * redirects. Addresses are checked when the connection is made, so a name that resolves to another
 * address the second time (DNS rebinding) gains nothing. Throws OutgoingError, or the reason of `signal`.
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
    throw new OutgoingError(`${url} redirects more than ${maxRedirects} times.`);
  } catch (error) {
    options.signal.throwIfAborted();
    if (timeout.aborted) {
      throw new OutgoingError(`${url} did not answer within ${timeoutMs / 1000} seconds.`);
    }
    if (error instanceof OutgoingError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new OutgoingError(`${url} could not be reached (${code}).`, { cause: error });
  }
};

const redirects = new Set([301, 302, 303, 307, 308]);

const ask = (target: URL, { headers, signal, allowPrivate }: FetchOptions): Promise<Answer> => {
  const get = { 'http:': getHttp, 'https:': getHttps }[target.protocol];
  if (!get) throw new OutgoingError(`${target.href} is no http or https address.`);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  // Names are checked when they are resolved; an address is never looked up.
  if (!allowPrivate && isIP(host) !== 0 && isPrivateAddress(host)) throw refused(host);
  return new Promise((resolve, reject) => {
    const request = get(
      target,
      {
        headers: { 'user-agent': 'Octavo', 'accept-encoding': 'identity', ...headers },
        signal,
        agent: false,
        ...(allowPrivate ? {} : { lookup: lookupPublic }),
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
      throw new OutgoingError(`The answer is larger than ${maxBytes / 1024 / 1024} MiB.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Resolves a name for a connection, and refuses it when any of its addresses is private. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  const answer = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[] = []) => {
    const closed = addresses.some(({ address }) => isPrivateAddress(address));
    const [first] = addresses;
    if (error || closed || !first) callback(error ?? refused(hostname), []);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  };
  lookup(hostname, { ...options, all: true }, answer);
};

const refused = (host: string) =>
  new OutgoingError(
    `${host} is an address of this machine or its network. An admin can allow those by the setting releases.allow_private_addresses.`,
  );
