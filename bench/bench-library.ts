import { join } from 'node:path';

import { closeDatabase, openDatabase } from '../server/database/database.ts';
import type { Database } from '../server/database/types.ts';
import { newId, isoNow } from '../server/database/ids.ts';
import { createExecutor } from '../server/jobs/executor.ts';
import type { ExecutorOptions, ScanProgress } from '../server/jobs/jobs.ts';

/** A library with its own database and scan threads. */
export interface BenchLibrary {
  scan(mode?: 'normal' | 'deep'): Promise<ScanProgress>;
  /** Computes page sizes and covers of scanned books. */
  analyze(): Promise<unknown>;
  findDuplicates(): Promise<unknown>;
  database: Database;
  close(): Promise<void>;
}

/** `dir` stores database and covers; `inline` runs on the calling thread. */
export const openLibrary = (
  dir: string,
  root: string,
  kind: ExecutorOptions['kind'] = 'thread',
): BenchLibrary => {
  const databasePath = join(dir, 'octavo.db');
  const database = openDatabase(databasePath);
  const libraryId = newId();
  database
    .prepare(
      `INSERT INTO libraries (id, name, name_key, path, created_at, updated_at) VALUES (?, 'b', 'b', ?, ?, ?)`,
    )
    .run(libraryId, root, isoNow(), isoNow());
  const executor = createExecutor({
    kind,
    databasePath,
    thumbnailsDir: join(dir, 'thumbnails'),
    coversDir: join(dir, 'covers'),
    archivesDir: join(dir, 'archives'),
  });
  const options = { signal: new AbortController().signal, onMessage: () => undefined };
  return {
    scan: (mode = 'normal') => executor.run({ kind: 'scan', libraryId, mode }, options),
    analyze: () => executor.run({ kind: 'analyze', scope: 'all' }, options),
    findDuplicates: () => executor.run({ kind: 'hash' }, options),
    database,
    close: async () => {
      await executor.close();
      closeDatabase(database);
    },
  };
};
