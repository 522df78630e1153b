import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

import { mirrorFiles } from '../../data-relocation/copy-files.ts';
import { updateLocation } from '../../data-relocation/location.ts';
import { writeMarker } from '../../data-relocation/move-marker.ts';
import { removeData } from '../../data-relocation/remove-data.ts';
import { writeBackup } from '../../database/backup.ts';
import { closeDatabase, connect } from '../../database/database.ts';
import { newId, isoNow } from '../../database/ids.ts';
import { checkDatabase } from '../../database/maintenance.ts';
import { buildSchema } from '../../database/migrate.ts';
import { stageRestore } from '../../database/restore.ts';
import { createExecutor } from '../../jobs/executor.ts';
import { seedBook, seedLibrary, seedProgress, seedSeries, seedUser } from '../seed.ts';
import { writeCbz } from '../zip.ts';
import {
  backupsAreWhole,
  backupsIn,
  dataDirOf,
  must,
  pageIn,
  pageIs,
  seedData,
  setPage,
  startAndStop,
  startAt,
  using,
  type Disk,
} from './disk.ts';

export interface Scenario {
  /** Creates the initial state. Every run starts with it, at the same path. */
  prepare(disk: Disk): Promise<void> | void;
  /** The operation that the fault interrupts. */
  work(disk: Disk): Promise<void>;
  /** Throws unless all acknowledged writes are present after a start without a fault. */
  verify(disk: Disk): void;
  /** Additional files allowed in the data directory afterwards. */
  mayStay?: RegExp;
}

const backupName = 'octavo-20260101-000000-000-manual.db';
const olderSchema = 30;

/** Runs a scan with covers in this thread. */
const scan = async (home: string): Promise<void> => {
  const databasePath = join(home, 'octavo.db');
  const executor = createExecutor({
    kind: 'inline',
    databasePath,
    thumbnailsDir: join(home, 'thumbnails'),
    coversDir: join(home, 'covers'),
    archivesDir: join(home, 'cache/archives'),
  });
  const options = { signal: new AbortController().signal, onMessage: () => undefined };
  try {
    const libraryId = using(databasePath, (database) =>
      database.prepare<[], string>(`SELECT id FROM libraries WHERE name = 'Shelf'`).pluck().get(),
    );
    await executor.run(
      { kind: 'scan', libraryId: String(libraryId), mode: 'normal', quietMs: 0 },
      options,
    );
    await executor.run({ kind: 'analyze', scope: 'all', force: false }, options);
  } finally {
    await executor.close();
  }
};

export const scenarios: Record<string, Scenario> = {
  'the first start': {
    prepare: ({ home }) => {
      mkdirSync(home);
    },
    work: startAndStop,
    verify: (disk) => {
      must(checkDatabase(join(disk.home, 'octavo.db')).length === 0, 'the database is sound');
    },
  },
  'a migration': {
    prepare: ({ home }) => {
      mkdirSync(home);
      const database = connect(join(home, 'octavo.db'));
      buildSchema(database, olderSchema);
      const user = seedUser(database, { username: 'ada', role: 'admin' });
      const series = seedSeries(database, seedLibrary(database));
      // A column that a newer schema no longer has.
      const book = seedBook(database, series, { device: '1' });
      seedProgress(database, user, book, { page: 7 });
      closeDatabase(database);
    },
    work: startAndStop,
    verify: (disk) => {
      pageIs(disk, 7);
      const found = using(join(disk.home, 'octavo.db'), (database) =>
        database
          .prepare(`SELECT count(*) FROM series_fts WHERE series_fts MATCH 'saga'`)
          .pluck()
          .get(),
      );
      must(found === 1, 'what was there is found by search', found);
    },
    mayStay: /^octavo\.db\.before-\d+$/,
  },
  'a backup': {
    prepare: ({ home }) => {
      seedData(home, 3);
      mkdirSync(join(home, 'backups'));
    },
    work: ({ home }) => {
      const database = connect(join(home, 'octavo.db'));
      try {
        writeBackup(database, join(home, 'backups', backupName));
      } finally {
        database.close();
      }
      return Promise.resolve();
    },
    verify: (disk) => {
      pageIs(disk, 3);
      backupsAreWhole(disk, 3);
    },
  },
  'a restore': {
    prepare: ({ home }) => {
      seedData(home, 4);
      mkdirSync(join(home, 'backups'));
      using(join(home, 'octavo.db'), (database) => {
        writeBackup(database, join(home, 'backups', backupName));
        setPage(database, 9);
      });
    },
    work: async (disk) => {
      stageRestore(join(disk.home, 'backups', backupName), backupName, disk.home);
      await startAndStop(disk);
    },
    verify: (disk) => {
      const kept = backupsIn(join(disk.home, 'backups')).length > 1;
      // Both or neither must have changed.
      pageIs(disk, kept ? 4 : 9);
      backupsAreWhole(disk, 4, 9);
    },
  },
  'a move': {
    prepare: async ({ home, target }) => {
      seedData(home, 5);
      mkdirSync(join(home, 'thumbnails'));
      cpSync(join(home, 'octavo.db'), join(home, 'thumbnails', 'cover.webp'));
      using(join(home, 'octavo.db'), (database) =>
        database
          .prepare(
            `INSERT INTO tasks (id, task_type, status, payload, created_at)
             VALUES (?, 'move_data', 'completed', json_object('target', ?), ?)`,
          )
          .run(newId(), target, isoNow()),
      );
      mkdirSync(target, { recursive: true });
      writeMarker(target, home);
      await mirrorFiles(home, target);
      cpSync(join(home, 'octavo.db'), join(home, 'thumbnails', 'later.webp'));
      updateLocation(home, { next: target });
    },
    work: startAndStop,
    verify: (disk) => {
      pageIs(disk, 5);
      const isMoved = dataDirOf(disk) === disk.target;
      must(
        isMoved || backupsIn(disk.target).length === 0,
        'nothing stays of a move that did not happen',
        backupsIn(disk.target).join(),
      );
      must(
        backupsIn(join(dataDirOf(disk), 'thumbnails')).length === 2,
        'covers are where the data is',
      );
    },
  },
  'the removal of what was moved': {
    prepare: async ({ home, target }) => {
      seedData(home, 6);
      mkdirSync(join(home, 'thumbnails'));
      cpSync(join(home, 'octavo.db'), join(home, 'thumbnails', 'cover.webp'));
      mkdirSync(target, { recursive: true });
      await mirrorFiles(home, target);
      cpSync(join(home, 'octavo.db'), join(target, 'octavo.db'));
      updateLocation(home, { data_dir: target, previous: home });
    },
    work: async ({ home }) => {
      await removeData(home);
      updateLocation(home, { previous: null });
    },
    verify: (disk) => {
      must(dataDirOf(disk) === disk.target, 'the data is where it was moved to');
      pageIs(disk, 6);
    },
  },
  'a scan with covers': {
    prepare: ({ home, root }) => {
      seedData(home, 8);
      const shelf = join(root, 'shelf');
      for (const name of ['One', 'Two', 'Three']) writeCbz(join(shelf, name, `${name}.cbz`), 2);
      using(join(home, 'octavo.db'), (database) =>
        seedLibrary(database, { name: 'Shelf', path: shelf }),
      );
    },
    work: ({ home }) => scan(home),
    verify: ({ home }) => {
      const books = using(join(home, 'octavo.db'), (database) =>
        database
          .prepare(
            `SELECT count(*) FROM books b JOIN libraries l ON l.pk = b.library_pk
             WHERE l.name = 'Shelf' AND b.missing_since IS NULL AND b.error IS NULL`,
          )
          .pluck()
          .get(),
      );
      must(books === 3, 'three books are there', books);
      must(pageIn(join(home, 'octavo.db')) === 8, 'the page that was reached is kept');
    },
    mayStay: /^thumbnails\/[\da-f]{3}\/[\w-]+\.webp$/,
  },
};

/** Runs after the fault in every scenario: a start without a fault, and for a scan another scan. */
export const recover = async (name: string, disk: Disk): Promise<void> => {
  const server = await startAt(disk.home);
  try {
    must(
      name === 'the first start' || !server.server.control.setupRequired(),
      'nobody is asked to set up a library that is there',
    );
  } finally {
    await server.stop();
  }
  if (name === 'a scan with covers') await scan(disk.home);
  nothingElseStays(disk, scenarios[name]?.mayStay);
  scenarios[name]?.verify(disk);
};

/** Files of every data directory; if the data was moved, of its location. */
const everyServerHas =
  /^(octavo\.(db|lock)|secrets\.json|location\.json|thumbnails\/(cover|later)\.webp|backups\/octavo-[\d-]+-(manual|before-restore)\.db)$/;

const nothingElseStays = (disk: Disk, mayStay?: RegExp): void => {
  const dataDir = dataDirOf(disk);
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dataDir.length + 1))
    .map((file) => file.replaceAll(sep, '/'));
  const others = files.filter((file) => !everyServerHas.test(file) && !mayStay?.test(file));
  must(others.length === 0, 'nothing half done stays', others.join(', '));
  // Last, because opening the database creates a WAL.
  must(checkDatabase(join(dataDir, 'octavo.db')).length === 0, 'the database is sound');
};
