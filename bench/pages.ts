import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { listBooks } from '../shared/api/books.ts';
import { createLibrary } from '../shared/api/libraries.ts';
import { initializeSetup } from '../shared/api/setup.ts';
import { getMetrics } from '../shared/api/system.ts';
import { createClient } from '../shared/client.ts';
import { connect } from '../server/database/database.ts';
import { renderImage } from '../server/media/images.ts';
import { untilIdle } from './idle.ts';
import { ask, startChild } from './load.ts';
import { createReader, type Reader } from './pages-reader.ts';
import { covers, fillShelf, pagesOfBook } from './pages-shelf.ts';
import { compare, warm, type Side, type Work } from './interleaved-runs.ts';

const admin = { username: 'bench', password: 'correct horse battery', email: 'bench@example.com' };
const main = fileURLToPath(import.meta.resolve('../server/cli/main.ts'));
const staticServer = fileURLToPath(import.meta.resolve('./pages-static.ts'));
/** Connections that a browser opens per server. */
const connectionsOfPhone = 6;
/**
 * Pages, covers and the request sequence of a phone for 1, 4 and 16 readers, relative to Express
 * sending the same bytes as static files and to the image library alone; throughput, so more is
 * better. Only ratios are meaningful.
 */
export const benchPages = async (rounds = 5): Promise<void> => {
  const dir = mkdtempSync(join(tmpdir(), 'octavo-bench-'));
  const [data, shelf, plain] = ['data', 'shelf', 'plain'].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [data, shelf, plain]) mkdirSync(folder);
  const stops: (() => unknown)[] = [];
  try {
    const pages = await fillShelf(shelf, plain);
    const options = ['serve', '--data-dir', data, '--port', '0', '--log-level', 'error'];
    const server = await startChild([main, ...options]);
    stops.push(() => server.stop());
    const files = await startChild([staticServer, plain]);
    stops.push(() => files.stop());
    const { token, stored, deflated, grid } = await readLibrary(server.url, shelf);

    const lanes = (url: string, bearer?: string): Reader[] => {
      const opened = Array.from({ length: 16 * connectionsOfPhone }, () =>
        createReader(url, bearer),
      );
      stops.push(() => {
        for (const reader of opened) reader.close();
      });
      return opened;
    };
    const ours = lanes(server.url, token);
    const theirs = lanes(files.url);

    /** Each request uses a free connection. */
    const over =
      (readers: readonly Reader[], path: (turn: number) => string, headers = {}) =>
      (atATime: number): Work => {
        const free = readers.slice(0, atATime);
        return async (turn) => {
          const reader = free.pop();
          if (!reader) throw new Error('No connection is free');
          const answer = await reader.get(path(turn), headers);
          free.push(reader);
          return answer;
        };
      };
    const number = (turn: number) => (turn % pagesOfBook) + 1;
    const api = `/api/v1/books`;
    const pageOf = (id: string) => (turn: number) => `${api}/${id}/pages/${number(turn)}`;
    const gzip = { 'Accept-Encoding': 'gzip' };
    const metrics = createClient({
      baseUrl: server.url,
      fetch,
      headers: () => ({ authorization: `Bearer ${token}` }),
    });
    const cpu = async () => (await metrics.call(getMetrics, {})).process.cpu_seconds;
    const plainCpu = async () => Number(await ask({ url: `${files.url}/cpu` }));
    const ownCpu = () => {
      const { user, system } = process.cpuUsage();
      return Promise.resolve((user + system) / 1e6);
    };
    const sendFile: Side = {
      name: 'sendFile',
      cpu: plainCpu,
      work: over(theirs, (turn) => `/page-${number(turn)}`),
    };
    const storedPage: Side = { name: 'stored page', cpu, work: over(ours, pageOf(stored)) };

    console.log(
      `pages of ${Math.round((pages[0]?.length ?? 0) / 1024)} KiB, Node ${process.version}, ` +
        `load ${loadavg()[0]?.toFixed(1)}`,
    );
    console.log(
      `${'a second, and processor time of each'.padEnd(41)}readers   Octavo     base    ratio   cpu ms     base    ratio  target`,
    );
    await warm([storedPage, sendFile]);
    await compare('original page, stored', storedPage, sendFile, '≥ 2', rounds);
    const inflated: Side = { name: '', cpu, work: over(ours, pageOf(deflated), gzip) };
    await compare('deflated page, gzip accepted', inflated, storedPage, '≥ 0.9', rounds);
    const plainly: Side = { name: '', cpu, work: over(ours, pageOf(deflated)) };
    await compare('deflated page, inflated', plainly, storedPage, '', rounds);

    const tags = new Map<string, string>();
    const [first] = ours;
    for (let turn = 0; turn < pagesOfBook; turn++) {
      const path = pageOf(stored)(turn);
      tags.set(path, (await first?.get(path))?.etag ?? '');
    }
    const known: Side = {
      name: '',
      cpu,
      work: (atATime) => {
        const free = ours.slice(0, atATime);
        return async (turn) => {
          const reader = free.pop();
          const path = pageOf(stored)(turn);
          const answer = await reader?.get(path, { 'If-None-Match': tags.get(path) ?? '' });
          if (!reader || answer?.status !== 304) throw new Error('The page has changed');
          free.push(reader);
        };
      },
    };
    await compare('page not changed (304)', known, storedPage, '', rounds);

    // No width repeats, not even with another number of readers, so nothing can be cached.
    const widths = () => {
      let next = 0;
      return () => 500 + (next++ % 700);
    };
    const [ownWidth, otherWidth] = [widths(), widths()];
    const twoAtATime = (readers: number) => Math.min(readers, 2);
    const resized: Side = {
      name: '',
      cpu,
      work: (atATime) =>
        over(ours, (turn) => `${pageOf(stored)(turn)}?width=${ownWidth()}&format=jpeg`)(atATime),
    };
    const sharpResizes: Side = {
      name: 'sharp alone',
      cpu: ownCpu,
      atATime: twoAtATime,
      work: () => (turn) =>
        renderImage(pages[turn % pages.length] ?? Buffer.alloc(0), {
          width: otherWidth(),
          format: 'jpeg',
        }),
    };
    await compare('resized page', resized, sharpResizes, '≥ 0.8', rounds);

    const cover = (turn: number) => `${api}/${grid[turn % covers]}/thumbnail`;
    for (const format of ['webp', 'jpeg'] as const) {
      const made: Side = {
        name: '',
        cpu,
        work: over(ours, cover, { Accept: `image/${format}` }),
        before: () => outdateCovers(data),
        most: covers,
      };
      const sharpMakes: Side = {
        name: 'sharp alone',
        cpu: ownCpu,
        atATime: twoAtATime,
        work: () => (turn) =>
          renderImage(pages[turn % pages.length] ?? Buffer.alloc(0), {
            width: 400,
            height: 2400,
            format,
          }),
      };
      await compare(`cover made, ${format}`, made, sharpMakes, '≥ 0.8', rounds);
    }

    // The requests of a phone, and the same bytes as static files.
    const webp = { Accept: 'image/webp' };
    const listing = `${api}?page_size=50`;
    const jsons = [listing, `${api}/${stored}`, `${api}/${stored}/pages?page_size=100`];
    for (const [index, path] of jsons.entries()) {
      const url = `${server.url}${path}`;
      writeFileSync(join(plain, `json-${index}`), await ask({ url, token }));
    }
    for (const [index, id] of grid.entries()) {
      const response = await fetch(`${server.url}${api}/${id}/thumbnail`, {
        headers: { ...webp, authorization: `Bearer ${token}` },
      });
      writeFileSync(join(plain, `cover-${index}`), Buffer.from(await response.arrayBuffer()));
    }
    const coverPaths = grid.map((id) => `${api}/${id}/thumbnail`);
    const storedCover: Side = { name: '', cpu, work: over(ours, cover, webp) };
    const plainCover: Side = {
      name: 'sendFile',
      cpu: plainCpu,
      work: over(theirs, (turn) => `/cover-${turn % covers}`),
    };
    await compare('stored cover', storedCover, plainCover, '≥ 2', rounds);
    const pagePaths = Array.from({ length: pagesOfBook }, (_, turn) => pageOf(stored)(turn));
    const phone: Side = { name: '', cpu, work: phones(ours, jsons, coverPaths, pagePaths, webp) };
    const plainPhone: Side = {
      name: 'sendFile',
      cpu: plainCpu,
      work: phones(
        theirs,
        jsons.map((_, index) => `/json-${index}`),
        grid.map((_, index) => `/cover-${index}`),
        pagePaths.map((_, turn) => `/page-${number(turn)}`),
        {},
      ),
    };
    await compare('a phone: 50 covers, 30 pages', phone, plainPhone, '', rounds);
    console.log(`load ${loadavg()[0]?.toFixed(1)}; repeat: npm run bench -- pages ${rounds}`);
  } finally {
    for (const stop of stops.reverse()) await stop();
    rmSync(dir, { recursive: true, force: true });
  }
};

/**
 * The list and its covers over six connections, then the book, then page by page with two pages of
 * read-ahead.
 */
const phones =
  (
    readers: readonly Reader[],
    [list = '', ...ofBook]: readonly string[],
    coverPaths: readonly string[],
    pagePaths: readonly string[],
    headers: Record<string, string>,
  ) =>
  (atATime: number): Work => {
    const free = Array.from({ length: atATime }, (_, index) =>
      readers.slice(index * connectionsOfPhone, (index + 1) * connectionsOfPhone),
    );
    return async () => {
      const own = free.pop();
      const [first] = own ?? [];
      if (!own || !first) throw new Error('No phone is free');
      const all = async (paths: readonly string[], connections: readonly Reader[]) => {
        let next = 0;
        const lane = async (reader: Reader) => {
          for (let path = paths[next++]; path !== undefined; path = paths[next++]) {
            await reader.get(path, headers);
          }
        };
        await Promise.all(connections.map(lane));
      };
      await first.get(list);
      await all(coverPaths, own);
      for (const path of ofBook) await first.get(path);
      await all(pagePaths, own.slice(0, 3));
      free.push(own);
    };
  };

/** Changes the version of each book, so that its cover is made again. */
const outdateCovers = (data: string) => {
  const database = connect(join(data, 'octavo.db'));
  database.exec(`UPDATE books SET fingerprint = coalesce(fingerprint, '') || '.'`);
  database.close();
};

/** Signs in, adds the library and waits for its covers. */
const readLibrary = async (url: string, shelf: string) => {
  const anonymous = createClient({ baseUrl: url, fetch });
  const { access_token: token } = await anonymous.call(initializeSetup, { body: admin });
  const headers = () => ({ authorization: `Bearer ${token}` });
  const api = createClient({ baseUrl: url, fetch, headers });
  const body = { name: 'Bench', path: shelf, scan_immediately: true };
  await api.call(createLibrary, { body });
  await untilIdle(api);
  const { data: books } = await api.call(listBooks, { query: { page_size: 100 } });
  const idOf = (name: string) => {
    const book = books.find(({ filename }) => filename.startsWith(name));
    if (!book) throw new Error(`The book ${name} was not found`);
    return book.id;
  };
  const grid = Array.from({ length: covers }, (_, index) => idOf(`Grid ${index}.`));
  return { token, stored: idOf('Stored'), deflated: idOf('Deflated'), grid };
};
