import { setTimeout as delay } from 'node:timers/promises';

import { isRecord } from '../../../../shared/is-record.ts';
import { ForeignDatabaseError } from '../../../lib/foreign-database/foreign-database.ts';
import { HttpClientError } from '../../../http-client/checked-request.ts';
import { getFromNamed } from '../../../http-client/get-checked.ts';

/** The address of a server and the credentials for it; kept in memory, never stored. */
export interface Connection {
  /** Base address, such as `https://komga.example.org/komga`. */
  address: string;
  credentials: { api_key: string } | { username: string; password: string };
}

export type KomgaJson = Record<string, unknown>;

/** Entries per request, and maximum requests per list. */
const pageSize = 500;
const maxPages = 2000;
const maxJsonBytes = 32 * 1024 ** 2;
const maxImageBytes = 10 * 1024 ** 2;
/** Failures of optional requests in a row after which the server counts as failing. */
const maxFailures = 10;
/** Pauses before a request that failed for a moment is repeated, ms. */
const usualPausesMs = [1000, 5000];

export const objectsIn = (value: unknown): KomgaJson[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

const noKomga = () =>
  new ForeignDatabaseError('At this address is no Komga that Octavo knows. Check the address.');

/** Whether a later attempt can succeed: the server is busy or starts again, or the network failed. */
const isTemporary = (error: unknown): boolean => {
  if (!(error instanceof HttpClientError)) return false;
  const { status, cause } = error;
  return status === null ? cause !== undefined : status === 429 || status >= 500;
};

/** Whether the server failed for this request, and may still answer others. */
const isAboutRequest = (error: unknown): boolean =>
  error instanceof ForeignDatabaseError &&
  error.cause instanceof HttpClientError &&
  error.cause.status !== 401 &&
  // The network failed.
  error.cause.cause === undefined;

/**
 * Client for the API of a Komga server. Repeats requests that fail for a moment, once the server has answered any.
 * Throws ForeignDatabaseError with a message for people.
 */
export const createKomgaClient = (
  { address, credentials }: Connection,
  signal: AbortSignal,
  pausesMs: readonly number[] = usualPausesMs,
) => {
  const headers: Record<string, string> =
    'api_key' in credentials
      ? { 'x-api-key': credentials.api_key }
      : {
          authorization: `Basic ${Buffer.from(
            `${credentials.username}:${credentials.password}`,
          ).toString('base64')}`,
        };
  const base = address.replace(/[?#].*$/, '').replace(/\/+$/, '');
  let hasAnswered = false;

  const send = async (path: string, maxBytes: number, accept: string): Promise<Buffer> => {
    const options = { headers: { ...headers, accept }, maxBytes, signal };
    const { body } = await getFromNamed(new URL(base + path), options);
    hasAnswered = true;
    return body;
  };
  const request = async (...input: Parameters<typeof send>): Promise<Buffer> => {
    for (const pause of pausesMs) {
      try {
        return await send(...input);
      } catch (error) {
        if (!hasAnswered || !isTemporary(error)) throw error;
        await delay(pause, undefined, { signal });
      }
    }
    return send(...input);
  };
  const forPeople = async <Result>(answer: Promise<Result>): Promise<Result> => {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof HttpClientError)) throw error;
      throw new ForeignDatabaseError(error.message, { cause: error });
    }
  };
  /** Null if there is nothing: an empty answer, or the status 404. */
  const jsonAt = async (path: string): Promise<string | null> => {
    try {
      const body = await request(path, maxJsonBytes, 'application/json');
      return body.length === 0 ? null : body.toString();
    } catch (error) {
      if (error instanceof HttpClientError && error.status === 404) return null;
      throw error;
    }
  };
  const find = async (path: string): Promise<unknown> => {
    const json = await forPeople(jsonAt(path));
    try {
      return json === null ? null : (JSON.parse(json) as unknown);
    } catch {
      throw noKomga();
    }
  };
  const get = async (path: string): Promise<unknown> => {
    const found = await find(path);
    if (found === null) throw noKomga();
    return found;
  };

  let failures = 0;
  return {
    get,
    /** The answer to requests without which the rest is of use; null if the server fails for them alone. */
    async optional<Result>(requests: () => Promise<Result>): Promise<{ answer: Result } | null> {
      try {
        const answer = await requests();
        failures = 0;
        return { answer };
      } catch (error) {
        failures += 1;
        if (!isAboutRequest(error) || failures >= maxFailures) throw error;
        return null;
      }
    },
    /** Like `get`, but returns null if there is nothing. */
    find,
    image: (path: string): Promise<Buffer> => forPeople(request(path, maxImageBytes, 'image/*')),
    /** Yields the entries of a list, page by page. */
    async *pages(path: string): AsyncGenerator<KomgaJson[]> {
      const firsts = new Set<unknown>();
      for (let page = 0; page < maxPages; page += 1) {
        const mark = path.includes('?') ? '&' : '?';
        const answer = await get(`${path}${mark}page=${page}&size=${pageSize}`);
        if (!isRecord(answer) || !Array.isArray(answer['content'])) throw noKomga();
        const content = objectsIn(answer['content']);
        if (content.length === 0) return;
        // Refuses a list that starts over, because it would never end.
        if (firsts.has(content[0]?.['id'])) throw noKomga();
        firsts.add(content[0]?.['id']);
        yield content;
        if (answer['last'] === true) return;
      }
      throw new ForeignDatabaseError(
        `This server has more than ${maxPages * pageSize} entries in a list, which is more than Octavo reads.`,
      );
    },
  };
};

export type KomgaClient = ReturnType<typeof createKomgaClient>;
