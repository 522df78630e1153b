import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { closeDatabase, openDatabase } from '../database/database.ts';

let bytes: Buffer | undefined;

/** Each process runs the migrations once, because they take 40 ms, which is most of a short test. */
const migrated = (): Buffer => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-empty-'));
  try {
    const file = join(folder, 'octavo.db');
    closeDatabase(openDatabase(file));
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Writes a database with the newest schema and no rows. */
export const writeEmptyDatabase = (file: string): void =>
  writeFileSync(file, (bytes ??= migrated()), { mode: 0o600 });
