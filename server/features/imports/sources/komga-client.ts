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
const maxBytes = 32 * 1024 ** 2;
const maxImageBytes = 10 * 1024 ** 2;

export const isJsonObject = (value: unknown): value is KomgaJson =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectsIn = (value: unknown): KomgaJson[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

const noKomga = () =>
  new ForeignDatabaseError('At this address is no Komga that Octavo knows. Check the address.');

/** Client for the API of a Komga server. Throws ForeignDatabaseError with a message for people. */
export const createKomgaClient = ({ address, credentials }: Connection, signal: AbortSignal) => {
  const headers: Record<string, string> =
    'api_key' in credentials
      ? { 'x-api-key': credentials.api_key }
      : {
          authorization: `Basic ${Buffer.from(
            `${credentials.username}:${credentials.password}`,
          ).toString('base64')}`,
        };
  const base = address.replace(/[?#].*$/, '').replace(/\/+$/, '');

  const request = async (path: string, limit: number, accept: string): Promise<Buffer> => {
    try {
      const url = new URL(base + path);
      const given = { ...headers, accept };
      return (await getFromNamed(url, { headers: given, maxBytes: limit, signal })).body;
    } catch (error) {
      if (!(error instanceof HttpClientError)) throw error;
      throw new ForeignDatabaseError(error.message);
    }
  };
  const get = async (path: string): Promise<unknown> => {
    const body = await request(path, maxBytes, 'application/json');
    try {
      return JSON.parse(body.toString()) as unknown;
    } catch {
      throw noKomga();
    }
  };

  return {
    get,
    /** Like `get`, but returns null instead of throwing ForeignDatabaseError. */
    find: async (path: string): Promise<unknown> => {
      try {
        return await get(path);
      } catch (error) {
        if (error instanceof ForeignDatabaseError) return null;
        throw error;
      }
    },
    image: (path: string): Promise<Buffer> => request(path, maxImageBytes, 'image/*'),
    /** Yields the entries of a list, page by page. */
    async *pages(path: string): AsyncGenerator<KomgaJson[]> {
      const firsts = new Set<unknown>();
      for (let page = 0; page < maxPages; page += 1) {
        const mark = path.includes('?') ? '&' : '?';
        const answer = await get(`${path}${mark}page=${page}&size=${pageSize}`);
        if (!isJsonObject(answer) || !Array.isArray(answer['content'])) throw noKomga();
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
