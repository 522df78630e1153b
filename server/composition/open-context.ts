import { rmSync } from 'node:fs';
import { join } from 'node:path';

import type { Logger } from 'pino';

import type { Config } from '../config/config.ts';
import { checkpointWhenIdle } from '../database/checkpoint.ts';
import { unpackCovers } from '../database/cover-copies.ts';
import { lockDataDir } from '../database/data-lock.ts';
import { watchData } from '../database/data-watch.ts';
import { closeDatabase, endedCleanly, openDatabase } from '../database/database.ts';
import { createDeletionClock } from '../database/deletion-clock.ts';
import { keepFormerBins } from '../database/former-bins.ts';
import { refuseLostDatabase } from '../database/lost-database.ts';
import { keptBy } from '../database/restore.ts';
import type { Database } from '../database/types.ts';
import { createWalFlush } from '../database/wal-flush.ts';
import { createLateWrite, createWriteLock } from '../database/write-lock.ts';
import { backupFileName } from '../features/backups/folder.ts';
import { libraryProblem } from '../features/libraries/own-folder.ts';
import { createLibrariesStore } from '../features/libraries/store.ts';
import { limitsOf } from '../features/settings/limits.ts';
import { createSettingsService } from '../features/settings/service.ts';
import { createSettingsStore } from '../features/settings/store.ts';
import { createPublicAddress } from '../http/net/public-address.ts';
import type { HostEnvironment } from '../host-environment.ts';
import { discard } from '../lib/discard.ts';
import { createEventBus } from '../lib/event-bus.ts';
import { createRequestClock } from '../lib/request-clock.ts';
import { createRequester } from '../lib/requester.ts';
import { keepLocks } from '../lib/locked-files.ts';
import type { ShutdownStack } from '../lib/shutdown.ts';
import { unfinishedFolder } from '../media/cover-files.ts';
import type { AppContext } from './app-context.ts';
import { applyStagedRestore, removeDrafts } from './restore-on-start.ts';

const pathsIn = (dataDir: string): AppContext['paths'] => ({
  data: dataDir,
  database: join(dataDir, 'octavo.db'),
  thumbnails: join(dataDir, 'thumbnails'),
  covers: join(dataDir, 'covers'),
  archives: join(dataDir, 'cache/archives'),
  backups: join(dataDir, 'backups'),
});

/** The settings that the configuration replaces. */
const fixedSettings = ({ server }: Config) =>
  Object.fromEntries(
    Object.entries({
      'sharing.trusted_proxies': server.trusted_proxies,
      'sharing.public_address': server.public_address,
      'sharing.base_path': server.base_path,
    }).filter((entry): entry is [string, string] => entry[1] !== null),
  );

/** Why the base path and the first part of the Komga API's path cannot be used together, or null. */
const pathTaken = (basePath: string, prefix: string): string | null =>
  basePath.split('/')[1]?.toLowerCase() === prefix
    ? `The Komga API is at /${prefix}. The base path must begin with another word, such as /octavo.`
    : null;

/** A full disk must not keep the server from starting; the next start tries again. */
const keepRestoredCovers = (database: Database, log: Logger): void => {
  try {
    unpackCovers(database);
  } catch (error) {
    log.error({ err: error }, 'covers of the backup left to the next start');
  }
};

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
  shutdown.defer('locked files', keepLocks(dataDir));
  const paths = pathsIn(dataDir);
  // Leftovers of a crash; the data directory is locked, so no other server uses them.
  for (const folder of [paths.archives, unfinishedFolder(paths.thumbnails)])
    discard(() => rmSync(folder, { recursive: true, force: true }));
  removeDrafts(dataDir);
  const keepAs = join(paths.backups, backupFileName(clock(), 'before-restore'));
  const replacedDatabase = applyStagedRestore(dataDir, keepAs, log);
  if (replacedDatabase !== null) log.warn({ kept: replacedDatabase }, 'backup restored');
  refuseLostDatabase(dataDir);
  const checkedAfterCrash = !endedCleanly(paths.database);
  const requester = createRequester();
  const walFlush = createWalFlush(paths.database);
  const { afterWrite: onWrite } = walFlush;
  const database = openDatabase(paths.database, { viewer: requester.viewer, onWrite });
  // Also if an earlier start with the restored database was interrupted.
  const formerDatabase = keptBy(dataDir);
  if (formerDatabase !== null) keepFormerBins(database, formerDatabase);
  keepRestoredCovers(database, log);
  if (checkedAfterCrash) log.warn('ended uncleanly last time; the database is sound');
  shutdown.defer('database', () => closeDatabase(database));
  shutdown.defer('flush', walFlush.stop);
  shutdown.defer('idle checkpoint', checkpointWhenIdle(database));
  const dataWatch = await watchData({ path: paths.database, log });
  shutdown.defer('data watch', dataWatch.stop);
  const libraries = createLibrariesStore(database);
  const settings = createSettingsService({
    store: createSettingsStore(database),
    clock,
    problems: {
      'backups.folder': (folder) => libraryProblem(String(folder), libraries.all()),
      'library.bin_folder': (folder) => libraryProblem(String(folder), libraries.all()),
      'sharing.base_path': (path) => pathTaken(String(path), settings.get('compat.prefix')),
      'compat.prefix': (prefix) => pathTaken(settings.get('sharing.base_path'), String(prefix)),
    },
    fixed: fixedSettings(config),
  });
  const publicAddress = createPublicAddress({
    trustedProxies: () => settings.get('sharing.trusted_proxies'),
    publicAddress: () => settings.get('sharing.public_address'),
    basePath: () => settings.get('sharing.base_path'),
    log,
  });
  const writeLock = createWriteLock(database);
  const context: AppContext = {
    config,
    host,
    database,
    settings,
    publicAddress,
    limits: () => limitsOf(settings),
    writeLock,
    lateWrite: createLateWrite(database, writeLock),
    bus: createEventBus(clock, requester.outside),
    shutdown,
    clock,
    deletionClock: createDeletionClock(database, clock),
    log,
    paths,
    requestClock: createRequestClock(),
    requester,
  };
  return { context, dataWatch, checkedAfterCrash };
};
