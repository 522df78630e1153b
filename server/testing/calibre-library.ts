import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, expect, vi } from 'vitest';

import { getBook, listBooks } from '../../shared/api/books.ts';
import {
  createLibrary,
  type Library,
  updateLibrary,
  type UpdateLibrary,
} from '../../shared/api/libraries.ts';
import { getScanStatus, startScan } from '../../shared/api/scans.ts';
import { connect } from '../database/database.ts';
import { serverFixtures } from './moved-library.ts';
import { startTestServer, type TestServer } from './server.ts';

const fixture = join(serverFixtures, 'calibre');

/** For each test, a server with a copy of the calibre library of the fixtures. */
export const useCalibre = () => {
  let octavo: TestServer;
  let root: string;
  let library: Library;
  const databasePath = () => join(root, 'metadata.db');
  /** Puts the database of the fixtures in place. */
  const restoreDatabase = () => {
    cpSync(join(fixture, 'metadata.db'), databasePath(), { force: true });
    chmodSync(databasePath(), 0o644);
  };
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'octavo-calibre-'));
    cpSync(fixture, root, { recursive: true, preserveTimestamps: true });
    chmodSync(databasePath(), 0o644);
    octavo = await startTestServer();
    library = await octavo.api.call(createLibrary, {
      body: { name: 'Calibre', path: root, scan_rules: { calibre: true } },
    });
  });
  afterEach(async () => {
    await octavo.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const books = async () => (await octavo.api.call(listBooks, { query: { pageSize: 50 } })).data;
  return {
    octavo: () => octavo,
    root: () => root,
    databasePath,
    restoreDatabase,
    update: (scan_rules: UpdateLibrary['scan_rules']) =>
      octavo.api.call(updateLibrary, { params: { id: library.id }, body: { scan_rules } }),
    scan: async () => {
      const params = { id: library.id };
      await octavo.api.call(startScan, { params, query: { mode: 'normal' } });
      return vi.waitFor(
        async () => {
          const status = await octavo.api.call(getScanStatus, { params });
          expect(status.status).toBe('completed');
          return status;
        },
        { timeout: 50_000, interval: 60 },
      );
    },
    books,
    /** The book in a folder whose name contains this. */
    bookIn: async (folder: string, ending = '') => {
      const found = (await books()).find(
        ({ path }) => path.includes(folder) && path.endsWith(ending),
      );
      return octavo.api.call(getBook, { params: { id: found?.id ?? '' } });
    },
    rows: <Row>(sql: string): Row[] => {
      const database = connect(join(octavo.dataDir, 'octavo.db'));
      try {
        return database.prepare<[], Row>(sql).all();
      } finally {
        database.close();
      }
    },
    /** Runs a change as calibre would, except for its own functions in triggers. */
    change: (sql: string) => {
      const database = new SQLite(databasePath());
      const triggers = database.prepare<[], { name: string }>(
        "SELECT name FROM sqlite_schema WHERE type = 'trigger'",
      );
      for (const { name } of triggers.all()) database.exec(`DROP TRIGGER "${name}"`);
      database.exec(sql);
      database.close();
    },
  };
};
