import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect } from 'vitest';

import type { Paginated } from '../../shared/endpoint.ts';
import { createSendJson, type Headers } from '../testing/send-json.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../testing/server.ts';
import { pngPage, writeCbz } from '../testing/zip.ts';

export type Json = Record<string, unknown>;

/** Timeout and interval for polling on a busy machine, ms. */
export const patience = { timeout: 15_000, interval: 20 };

export interface ConformanceServer extends Omit<TestServer, 'api'> {
  /** The test's own folder, which contains the libraries. */
  dir: string;
  /** Id of the library "Comics": Akira 1 to 3 and Blacksad 1 and 2. */
  comics: string;
  /** Id of the library "Manga": Dororo 1. */
  manga: string;
  /** Sends JSON requests and parses the responses, by default as the admin. */
  send: ReturnType<typeof createSendJson>;
  /** The body of a GET, which must return 200. */
  get<T = Json>(path: string, headers?: Headers): Promise<T>;
  /** The records of a list. */
  list<T = Json>(path: string): Promise<T[]>;
  /** Requests non-JSON content as the admin; returns status, media type and bytes. */
  bytes(path: string): Promise<{ status: number; type: string | null; bytes: Buffer }>;
  /** The id of the book or series with that title or name. */
  idOf(name: string): Promise<string>;
}

export interface ConformanceServerOptions extends TestServerOptions {
  /** Starts without libraries. */
  empty?: boolean;
}

/** A server for all tests of a file, with two small scanned libraries; call it in a `describe`. */
export const useConformanceServer = (
  options: ConformanceServerOptions = {},
): (() => ConformanceServer) => {
  let fixture: ConformanceServer | undefined;
  beforeAll(async () => {
    fixture = await openConformanceServer(options);
  });
  afterAll(async () => {
    await fixture?.stop();
    if (fixture) rmSync(fixture.dir, { recursive: true, force: true });
  });
  return () => {
    if (!fixture) throw new Error('The server has not started');
    return fixture;
  };
};

const openConformanceServer = async ({
  empty = false,
  ...options
}: ConformanceServerOptions): Promise<ConformanceServer> => {
  const server = await startTestServer(options);
  const dir = mkdtempSync(join(tmpdir(), 'octavo-conformance-'));
  const send = createSendJson(() => server);
  const get = async <T>(path: string, headers?: Headers): Promise<T> => {
    const { status, body } = await send<T>('GET', path, undefined, headers);
    expect([path, status, status === 200 ? null : body]).toEqual([path, 200, null]);
    return body;
  };
  const list = async <T>(path: string) => (await get<Paginated<T>>(path)).data;
  const fixture: ConformanceServer = {
    ...server,
    dir,
    comics: '',
    manga: '',
    send,
    get,
    list,
    async bytes(path) {
      const response = await server.request(path);
      const bytes = Buffer.from(await response.arrayBuffer());
      return { status: response.status, type: response.headers.get('content-type'), bytes };
    },
    async idOf(name) {
      const books = await list<{ id: string; title: string }>('/books');
      const series = await list<{ id: string; name: string }>('/series');
      const found =
        books.find(({ title }) => title === name) ?? series.find((entry) => entry.name === name);
      if (!found) throw new Error(`Nothing is called ${name}`);
      return found.id;
    },
  };
  if (empty) return fixture;
  writeBooks(dir);
  fixture.comics = await addLibrary(fixture, 'Comics');
  fixture.manga = await addLibrary(fixture, 'Manga');
  return fixture;
};

/** Creates a library for a folder in `dir` and waits for its scan; returns its id. */
export const addLibrary = async (fixture: ConformanceServer, name: string): Promise<string> => {
  const path = join(fixture.dir, name);
  const { body } = await fixture.send<{ id: string }>('POST', '/libraries', {
    name,
    path,
    scan_immediately: true,
  });
  await fixture.idle();
  return body.id;
};

const writeBooks = (dir: string) => {
  const akira = `<Genre>Science Fiction</Genre><Tags>cyberpunk</Tags><Publisher>Kodansha</Publisher>
    <LanguageISO>ja</LanguageISO><Year>1984</Year>`;
  const blacksad = `<Genre>Crime</Genre><Tags>animals</Tags><Publisher>Dargaud</Publisher>
    <LanguageISO>fr</LanguageISO><Writer>Juan Díaz Canales</Writer><Year>2000</Year>`;
  writeBook(join(dir, 'Comics/Akira/Akira 01.cbz'), 4, akira);
  writeBook(join(dir, 'Comics/Akira/Akira 02.cbz'), 5, akira);
  writeBook(join(dir, 'Comics/Akira/Akira 03.cbz'), 6, akira);
  writeBook(join(dir, 'Comics/Blacksad/Blacksad 01.cbz'), 2, blacksad);
  writeBook(join(dir, 'Comics/Blacksad/Blacksad 02.cbz'), 3, blacksad);
  writeBook(join(dir, 'Manga/Dororo/Dororo 01.cbz'), 3, '<Year>1967</Year>');
};

/** Writes a book with pages of 80 × 120 pixels, each in a distinct grey. */
export const writeBook = (path: string, pages: number, comicInfo?: string): void =>
  writeCbz(
    path,
    Array.from({ length: pages }, (_, index) => ({
      name: `page ${index + 1}.png`,
      data: pngPage(80, 120, (path.length * 7 + index * 13) % 256),
    })),
    comicInfo,
  );

/** Expects the records to be in the order of a field, ignoring those without a value. */
export const expectOrder = (
  records: readonly Json[],
  field: string,
  direction: 'asc' | 'desc',
): void => {
  const values = records.map((record) => record[field] as string | number | null);
  const known = values.filter((value) => value !== null);
  expect([field, new Set(known).size > 1]).toEqual([field, true]);
  const up = known.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
  expect([field, known]).toEqual([field, direction === 'asc' ? up : up.toReversed()]);
};
