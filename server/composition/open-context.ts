import { rmSync } from 'node:fs';
import { join } from 'node:path';

import type { Logger } from 'pino';

import type { Config } from '../config/config.ts';
import { lockDataDir } from '../database/data-lock.ts';
import { watchData } from '../database/data-watch.ts';
import { closeDatabase, endedCleanly, openDatabase } from '../database/database.ts';
import { createDeletionClock } from '../database/deletion-clock.ts';
import { refuseLostDatabase } from '../database/lost-database.ts';
import { backupFileName } from '../features/backups/folder.ts';
import { libraryProblem } from '../features/libraries/own-folder.ts';
import { createLibrariesStore } from '../features/libraries/store.ts';
import { limitsOf } from '../features/settings/limits.ts';
import { createSettingsService } from '../features/settings/service.ts';
import { createSettingsStore } from '../features/settings/store.ts';
import type { HostEnvironment } from '../host-environment.ts';
import { discard } from '../lib/discard.ts';
import { createEventBus } from '../lib/event-bus.ts';
import { createRequester } from '../lib/requester.ts';
import type { ShutdownStack } from '../lib/shutdown.ts';
import type { AppContext } from './app-context.ts';
import { applyStagedRestore, removeDrafts } from './restore-on-start.ts';

const pathsIn = (dataDir: string): AppContext['paths'] => ({
  data: dataDir,
  database: join(dataDir, 'octavo.db'),
  thumbnails: join(dataDir, 'thumbnails'),
  archives: join(dataDir, 'cache/archives'),
  backups: join(dataDir, 'backups'),
});

/**
 * Locks the data directory, applies a staged restore, opens the database, and creates what every part of the
 * server depends on.
 */
export const openContext = async (
  config: Config,
  host: HostEnvironment,
  { log, shutdown }: { log: Logger; shutdown: ShutdownStack },
) => {
  const { data_dir: dataDir } = config.server;
  const clock = () => new Date();
  shutdown.defer('data lock', lockDataDir(dataDir));
  const paths = pathsIn(dataDir);
  // Leftovers of a crash; the data directory is locked, so no other server uses them.
  discard(() => rmSync(paths.archives, { recursive: true, force: true }));
  removeDrafts(dataDir);
  const keepAs = join(paths.backups, backupFileName(clock(), 'before-restore'));
  const kept = applyStagedRestore(dataDir, keepAs, log);
  if (kept !== null) log.warn({ kept }, 'backup restored');
  refuseLostDatabase(dataDir);
  const checkedAfterCrash = !endedCleanly(paths.database);
  const requester = createRequester();
  const database = openDatabase(paths.database, requester.viewer);
  if (checkedAfterCrash) log.warn('ended uncleanly last time; the database is sound');
  shutdown.defer('database', () => closeDatabase(database));
  const dataWatch = await watchData({ path: paths.database, log });
  shutdown.defer('data watch', dataWatch.stop);
  const libraries = createLibrariesStore(database);
  const settings = createSettingsService({
    store: createSettingsStore(database),
    clock,
    problems: { 'backups.folder': (folder) => libraryProblem(String(folder), libraries.all()) },
  });
  const context: AppContext = {
    config,
    host,
    database,
    settings,
    limits: () => limitsOf(settings),
    bus: createEventBus(clock, requester.outside),
    shutdown,
    clock,
    deletionClock: createDeletionClock(database, clock),
    log,
    paths,
    requester,
  };
  return { context, dataWatch, checkedAfterCrash };
};
