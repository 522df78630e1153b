import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, vi } from 'vitest';

import type { TaskStats } from '../../shared/api/tasks.ts';
import type { Paginated } from '../../shared/endpoint.ts';
import { createSendJson, type Headers } from '../testing/send-json.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../testing/server.ts';
import { pngPage, writeCbz } from '../testing/zip.ts';

export type Json = Record<string, unknown>;

/** How long to wait for what a busy machine does late, in milliseconds, and how often to look. */
export const patience = { timeout: 15_000, interval: 20 };

export interface House extends Omit<TestServer, 'api'> {
  /** A folder of the test's own, where the libraries lie. */
  dir: string;
  /** Id of the library "Comics": Akira 1 to 3 and Blacksad 1 and 2. */
  comics: string;
  /** Id of the library "Manga": Dororo 1. */
  manga: string;
  /** A request with JSON in and out, as the admin unless other headers are given. */
  send: ReturnType<typeof createSendJson>;
  /** The body of a GET that is answered with 200. */
  get<T = Json>(path: string, headers?: Headers): Promise<T>;
  /** The records of a list. */
  list<T = Json>(path: string): Promise<T[]>;
  /** A GET, as the admin, of what is no JSON: its status, media type and bytes. */
  bytes(path: string): Promise<{ status: number; type: string | null; bytes: Buffer }>;
  /** The id of the book or series of that title or name. */
  idOf(name: string): Promise<string>;
  /** Resolves when no task is left to run. */
  idle(): Promise<void>;
}

export interface HouseOptions extends TestServerOptions {
  /** Without libraries. */
  empty?: boolean;
}

/** A server for all tests of a file, with two small libraries on disk, scanned; call it in a `describe`. */
export const useHouse = (options: HouseOptions = {}): (() => House) => {
  let house: House | undefined;
  beforeAll(async () => {
    house = await openHouse(options);
  });
  afterAll(async () => {
    await house?.stop();
    if (house) rmSync(house.dir, { recursive: true, force: true });
  });
  return () => {
    if (!house) throw new Error('The server has not started');
    return house;
  };
};

const openHouse = async ({ empty = false, ...options }: HouseOptions): Promise<House> => {
  const server = await startTestServer(options);
  const dir = mkdtempSync(join(tmpdir(), 'octavo-conformance-'));
  const send = createSendJson(() => server);
  const get = async <T>(path: string, headers?: Headers): Promise<T> => {
    const { status, body } = await send<T>('GET', path, undefined, headers);
    expect([path, status, status === 200 ? null : body]).toEqual([path, 200, null]);
    return body;
  };
  const list = async <T>(path: string) => (await get<Paginated<T>>(path)).data;
  const house: House = {
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
        books.find(({ title }) => title === name) ?? series.find((one) => one.name === name);
      if (!found) throw new Error(`Nothing is called ${name}`);
      return found.id;
    },
    idle: () =>
      vi.waitFor(async () => {
        const { pending, running } = await get<TaskStats>('/tasks/stats');
        expect(pending + running).toBe(0);
      }, patience),
  };
  if (empty) return house;
  writeBooks(dir);
  house.comics = await addLibrary(house, 'Comics');
  house.manga = await addLibrary(house, 'Manga');
  return house;
};

/** Makes a library of a folder in `dir` and waits until it is scanned; gives its id. */
export const addLibrary = async (house: House, name: string): Promise<string> => {
  const path = join(house.dir, name);
  const { body } = await house.send<{ id: string }>('POST', '/libraries', {
    name,
    path,
    scan_immediately: true,
  });
  await house.idle();
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

/** A book whose pages are 80 × 120 pixels, each of its own grey. */
export const writeBook = (path: string, pages: number, comicInfo?: string): void =>
  writeCbz(
    path,
    Array.from({ length: pages }, (_, index) => ({
      name: `page ${index + 1}.png`,
      data: pngPage(80, 120, (path.length * 7 + index * 13) % 256),
    })),
    comicInfo,
  );

/** Whether the records are in the order of a field, those without a value left out. */
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
