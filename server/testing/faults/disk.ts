import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { readLocation } from '../../data-relocation/location.ts';
import { startInDataDir } from '../../data-relocation/start-in-data-dir.ts';
import { closeDatabase, connect, openDatabase } from '../../database/database.ts';
import { checkDatabase } from '../../database/maintenance.ts';
import type { Database } from '../../database/types.ts';
import { seedBook, seedLibrary, seedProgress, seedSeries, seedUser } from '../seed.ts';
import { startTestServer, type TestServer } from '../server.ts';

/** Folders affected by the fault: the data directory, and the target of a move. */
export interface Disk {
  root: string;
  home: string;
  target: string;
}

export const diskAt = (root: string): Disk => ({
  root,
  home: join(root, 'home'),
  target: join(root, 'drive', 'Octavo'),
});

/** Starts a server at the current data location, like `octavo serve`. */
export const startAt = (home: string): Promise<TestServer> =>
  startInDataDir(home, (dataDir) =>
    startTestServer({ dataDir, configuredDataDir: home, bare: true }),
  );

export const startAndStop = async ({ home }: Disk): Promise<void> => {
  const server = await startAt(home);
  await server.stop();
};

export const dataDirOf = ({ home }: Disk): string => readLocation(home).data_dir ?? home;

export const using = <T>(file: string, work: (database: Database) => T): T => {
  const database = connect(file);
  try {
    return work(database);
  } finally {
    closeDatabase(database);
  }
};

export const setPage = (database: Database, page: number): void =>
  void database.prepare('UPDATE progress SET current_page = ?').run(page);

/** The page in the reading progress, which identifies one of two database states. */
export const pageIn = (file: string): unknown =>
  using(file, (database) => database.prepare('SELECT current_page FROM progress').pluck().get());

/** Creates a data directory with reading progress at a page. */
export const seedData = (home: string, page: number): void => {
  mkdirSync(home, { recursive: true });
  const database = openDatabase(join(home, 'octavo.db'));
  const user = seedUser(database, { username: 'ada', role: 'admin' });
  const book = seedBook(database, seedSeries(database, seedLibrary(database)));
  seedProgress(database, user, book, { page });
  closeDatabase(database);
};

export const must = (condition: boolean, rule: string, found?: unknown): void => {
  if (!condition) throw new Error(found === undefined ? rule : `${rule}: ${JSON.stringify(found)}`);
};

export const pageIs = (disk: Disk, ...pages: number[]): void => {
  const page = pageIn(join(dataDirOf(disk), 'octavo.db'));
  must(pages.includes(Number(page)), `the reader has reached page ${pages.join(' or ')}`, page);
};

export const backupsIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** Verifies that each listed backup is intact and has one of the expected states. */
export const backupsAreWhole = (disk: Disk, ...pages: number[]): void => {
  const folder = join(dataDirOf(disk), 'backups');
  for (const name of backupsIn(folder)) {
    must(name.endsWith('.db'), 'nothing half done lies beside the backups', name);
    const copy = join(disk.root, 'looked-at.db');
    cpSync(join(folder, name), copy);
    must(checkDatabase(copy).length === 0, 'the backup is sound', name);
    must(pages.includes(Number(pageIn(copy))), 'the backup has what was there', name);
    rmSync(copy);
  }
};
