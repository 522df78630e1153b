import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, vi } from 'vitest';

import { listBooks, getBook } from '../../shared/api/books.ts';
import { createLibrary, deleteLibrary } from '../../shared/api/libraries.ts';
import { getProgress, updateProgress } from '../../shared/api/progress.ts';
import type { ScanMode } from '../../shared/api/scan-record.ts';
import { getScanStatus, startScan } from '../../shared/api/scans.ts';
import { listSeries } from '../../shared/api/series.ts';
import type { SeriesStrategy } from '../scanner/series/series-strategy.ts';
import { moveTo } from './rename.ts';
import { startTestServer, type TestServer } from './server.ts';
import { writeCbz } from './zip.ts';

/**
 * A real server with one library in a real folder, with helpers for changing files and scanning. A
 * `running` server gets another library, which `stop` deletes, and keeps running.
 */
export const startScannedLibrary = async (
  strategy: SeriesStrategy = 'folder',
  running?: TestServer,
) => {
  // In a parent folder, so that tests can create files beside the library.
  const home = mkdtempSync(join(tmpdir(), 'octavo-shelf-'));
  const root = join(home, 'library');
  mkdirSync(root);
  const octavo = running ?? (await startTestServer());
  const { api } = octavo;
  const pathOf = (path: string) => join(root, path);
  const library = await api.call(createLibrary, {
    body: { name: running ? home.slice(-6) : 'Shelf', path: root, series_strategy: strategy },
  });
  const query = { library_id: library.id, pageSize: 500 };

  const books = async () => (await api.call(listBooks, { query })).data;
  const bookAt = async (path: string) => {
    const slashed = (name: string) => name.replaceAll('\\', '/');
    const book = (await books()).find((entry) => slashed(entry.path).endsWith(slashed(path)));
    if (!book) throw new Error(`No book at ${path}`);
    return book;
  };
  const series = async () => (await api.call(listSeries, { query })).data;
  return {
    octavo,
    api,
    root,
    library,
    /** Adds books of two pages, each with a distinct size. */
    add: (...paths: string[]) => {
      for (const [index, path] of paths.entries()) writeCbz(pathOf(path), 2 + (index % 3));
    },
    rename: (source: string, target: string) => moveTo(pathOf(source), pathOf(target)),
    remove: (path: string) => rmSync(pathOf(path), { recursive: true }),
    scan: async (mode: ScanMode = 'normal') => {
      await api.call(startScan, { params: { id: library.id }, query: { mode } });
      await vi.waitFor(
        async () => {
          const { status } = await api.call(getScanStatus, { params: { id: library.id } });
          expect(status).toBe('completed');
        },
        { timeout: 50_000, interval: 60 },
      );
    },
    books,
    bookAt,
    book: (id: string) => api.call(getBook, { params: { id } }),
    series,
    seriesNamed: async (name: string) => {
      const found = (await series()).find((entry) => entry.name === name);
      if (!found) throw new Error(`No series ${name}`);
      return found;
    },
    /** Errors of the last scan. */
    errors: async () => (await api.call(getScanStatus, { params: { id: library.id } })).errors,
    /** Names of the present series with their number of books. */
    shape: async () =>
      Object.fromEntries((await series()).map(({ name, book_count }) => [name, book_count])),
    read: (id: string) => api.call(updateProgress, { params: { id }, body: { current_page: 1 } }),
    progressOf: async (id: string) => {
      const { current_page, series_id } = await api.call(getProgress, { params: { id } });
      return { current_page, series_id };
    },
    stop: async () => {
      if (running) {
        await octavo.idle();
        await api.call(deleteLibrary, { params: { id: library.id } });
      } else {
        await octavo.stop();
      }
      rmSync(home, { recursive: true, force: true });
    },
  };
};

export type ScannedLibraryServer = Awaited<ReturnType<typeof startScannedLibrary>>;
