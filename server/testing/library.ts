import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { ScanMode } from '../../shared/api/scan-record.ts';
import { type Database } from '../database/types.ts';
import { newId, isoNow } from '../database/ids.ts';
import { decodePages } from '../media/page-json.ts';
import type { StoredPage } from '../media/stored-page.ts';
import { createExecutor } from '../jobs/executor.ts';
import type {
  EntityEvent,
  Executor,
  ExecutorOptions,
  JobMessage,
  JobResults,
  ScanJob,
  ScanProgress,
} from '../jobs/jobs.ts';
import { createTestStore } from './seed.ts';

/** A row of `books` in tests. */
export interface TestBook {
  pk: number;
  id: string;
  path: string;
  title: string;
  number: number | null;
  volume: number | null;
  page_count: number;
  analyzed: number;
  error: string | null;
  missing_since: string | null;
  series: string;
  library_pk: number;
}

export interface TestLibrary {
  dir: string;
  database: Database;
  executor: Executor;
  thumbnailsDir: string;
  /** Folder of the library `main`. */
  root: string;
  /** Id of the library `main`. */
  id: string;
  addLibrary(name: string, path?: string, strategy?: string): { id: string; path: string };
  /** Scans a library, by default `main`; returns counters and events. */
  scan(
    mode?: ScanMode,
    options?: { id?: string; signal?: AbortSignal } & Pick<ScanJob, 'confirmMissing' | 'quietMs'>,
  ): Promise<{ progress: ScanProgress; events: EntityEvent[] }>;
  analyze(force?: boolean): Promise<JobResults['analyze']>;
  /** Hashes whole files. */
  hash(): Promise<JobResults['hash']>;
  /** Sets a user's progress to page 2, which must survive any change of the file. */
  startReading(bookId: string): void;
  /** The page of that progress, if book and progress still have the same series. */
  pageReached(bookId: string): number | undefined;
  books(): TestBook[];
  pages(bookPk: number): StoredPage[];
  close(): Promise<void>;
}

/** A store with libraries in real folders, scanned by the real executor. */
export const createTestLibrary = ({
  kind = 'inline',
}: { kind?: ExecutorOptions['kind'] } = {}): TestLibrary => {
  const store = createTestStore();
  const { dir, database } = store;
  const thumbnailsDir = join(dir, 'thumbnails');
  const executor = createExecutor({
    kind,
    databasePath: database.name,
    thumbnailsDir,
    coversDir: join(dir, 'covers'),
    archivesDir: join(dir, 'archives'),
  });
  const addLibrary = (name: string, path = join(dir, name), strategy = 'folder') => {
    mkdirSync(path, { recursive: true });
    const id = newId();
    database
      .prepare(
        `INSERT INTO libraries (id, name, name_key, path, series_strategy, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(id, name, name, path, strategy, isoNow(), isoNow());
    return { id, path };
  };
  const main = addLibrary('main');
  return {
    dir,
    database,
    executor,
    thumbnailsDir,
    addLibrary,
    root: main.path,
    id: main.id,
    scan: async (
      mode = 'normal',
      { id = main.id, signal = new AbortController().signal, ...options } = {},
    ) => {
      const messages: JobMessage[] = [];
      const progress = await executor.run(
        { kind: 'scan', libraryId: id, mode, ...options },
        { signal, onMessage: (message) => messages.push(message) },
      );
      const events = messages.flatMap((message) =>
        message.type === 'events' ? message.events : [],
      );
      return { progress, events };
    },
    analyze: (force = false) =>
      executor.run(
        { kind: 'analyze', scope: 'all', force },
        { signal: new AbortController().signal, onMessage: () => undefined },
      ),
    hash: () =>
      executor.run(
        { kind: 'hash' },
        { signal: new AbortController().signal, onMessage: () => undefined },
      ),
    startReading: (bookId) => {
      database.exec(
        `INSERT OR IGNORE INTO users (pk, id, username, username_key, password_hash, role, created_at, updated_at)
         VALUES (1, 'u', 'ann', 'ann', '', 'reader', '', '')`,
      );
      database
        .prepare(
          `INSERT INTO progress (user_pk, book_pk, series_pk, current_page, is_completed, started_at, updated_at)
           SELECT 1, pk, series_pk, 2, 0, '', '' FROM books WHERE id = ?`,
        )
        .run(bookId);
    },
    pageReached: (bookId) =>
      database
        .prepare<[string], number>(
          `SELECT current_page FROM progress p
           JOIN books b ON b.pk = p.book_pk AND b.series_pk = p.series_pk WHERE b.id = ?`,
        )
        .pluck()
        .get(bookId),
    books: () =>
      database
        .prepare<[], TestBook>(
          `SELECT b.*, s.name AS series FROM books b JOIN series s ON s.pk = b.series_pk ORDER BY b.path`,
        )
        .all(),
    pages: (bookPk: number) =>
      decodePages(
        database
          .prepare<[number], string>('SELECT pages FROM book_pages WHERE book_pk = ?')
          .pluck()
          .get(bookPk) ?? '[]',
      ),
    close: async () => {
      await executor.close();
      store.close();
    },
  };
};
