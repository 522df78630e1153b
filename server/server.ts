import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { apiRoutes } from './api-routes.ts';
import { collectAtRest } from './at-rest.ts';
import { createBus } from './bus.ts';
import { createCatalogue } from './catalogue.ts';
import { createCleanup } from './cleanup.ts';
import { type Config, ConfigError } from './config/config.ts';
import { readBuildTime, readVersion } from './config/version.ts';
import { createControl } from './control.ts';
import { lockDataDir } from './database/data-lock.ts';
import { watchData } from './database/data-watch.ts';
import { closeDatabase, endedCleanly, openDatabase } from './database/database.ts';
import { refuseLostDatabase } from './database/lost-database.ts';
import { proveRestore, takeStagedRestore, undoRestore } from './database/restore.ts';
import { createThrottle } from './features/auth/throttle.ts';
import { backupFileName } from './features/backups/folder.ts';
import { libraryProblem } from './features/libraries/own-folder.ts';
import { createLibrariesStore } from './features/libraries/store.ts';
import { createCodes } from './features/pairing/codes.ts';
import { createPairingService } from './features/pairing/service.ts';
import { createPreferencesService } from './features/preferences/service.ts';
import { createPreferencesStore } from './features/preferences/store.ts';
import { limitsOf } from './features/settings/limits.ts';
import { createSettingsService } from './features/settings/service.ts';
import { createSettingsStore } from './features/settings/store.ts';
import { createSharingService } from './features/sharing/service.ts';
import { createMetrics } from './features/system/metrics.ts';
import { createPrometheusText } from './features/system/prometheus.ts';
import { createStartupService } from './features/system/startup.ts';
import { createSystemStore } from './features/system/store.ts';
import type { Host, RunningServer } from './host.ts';
import { apiDocs } from './http/api-docs.ts';
import { createApp } from './http/app.ts';
import { listen, ListenError, readCertificate } from './http/listen.ts';
import { createOwnAddresses } from './http/own-addresses.ts';
import { createRequestMeter } from './http/request-meter.ts';
import { openSignpost } from './http/signpost.ts';
import { createIdentity } from './identity.ts';
import { createLog } from './log.ts';
import { createOpenedFiles } from './opened-files.ts';
import { createReaderApis } from './reader-apis.ts';
import { createUpkeep } from './upkeep.ts';
import { createWork } from './work.ts';

/**
 * Starts the whole API host and resolves when it listens; with the database from before a restore where that with
 * the restored one cannot start. Throws ConfigError, DatabaseError or ListenError with one line for the person.
 */
export const startServer = async (config: Config, host: Host): Promise<RunningServer> => {
  const { data_dir: dataDir } = config.server;
  try {
    const server = await startWhole(config, host);
    proveRestore(dataDir);
    return server;
  } catch (error) {
    // Neither is the fault of a database.
    if (error instanceof ConfigError || error instanceof ListenError) throw error;
    if (!takeBack(dataDir)) throw error;
    createLog(config.log).error({ err: error }, 'restore undone: no start with the backup');
    return startWhole(config, host);
  }
};

const takeBack = (dataDir: string): boolean => {
  try {
    const unlock = lockDataDir(dataDir);
    try {
      return undoRestore(dataDir);
    } finally {
      unlock();
    }
  } catch {
    // Another server works with it.
    return false;
  }
};

/** What was taken is given back in reverse order, by `stop` or when the start itself fails. */
const startWhole = async (config: Config, host: Host): Promise<RunningServer> => {
  const { data_dir: dataDir, trusted_hosts: trustedHosts } = config.server;
  const startedAt = Date.now();
  const clock = () => new Date();
  const log = createLog(config.log);
  const cleanup = createCleanup(log);

  try {
    cleanup.add('data lock', lockDataDir(dataDir));
    const paths = {
      data: dataDir,
      database: join(dataDir, 'octavo.db'),
      thumbnails: join(dataDir, 'thumbnails'),
      archives: join(dataDir, 'cache/archives'),
      backups: join(dataDir, 'backups'),
    };
    // What a crash may have left there; nobody else works in a locked data directory.
    rmSync(paths.archives, { recursive: true, force: true });
    const keepAs = join(paths.backups, backupFileName(clock(), 'before-restore'));
    const kept = takeStagedRestore(dataDir, keepAs);
    if (kept !== null) log.warn({ kept }, 'backup restored');
    refuseLostDatabase(dataDir);
    const checkedAfterCrash = !endedCleanly(paths.database);
    const database = openDatabase(paths.database);
    if (checkedAfterCrash) log.warn('ended uncleanly last time; the database is sound');
    cleanup.add('database', () => closeDatabase(database));
    const dataWatch = await watchData({ path: paths.database, log });
    cleanup.add('data watch', dataWatch.stop);
    const bus = createBus(clock);
    const libraries = createLibrariesStore(database);
    const settings = createSettingsService({
      store: createSettingsStore(database),
      clock,
      problems: { 'backups.folder': (folder) => libraryProblem(String(folder), libraries.all()) },
    });
    const limits = () => limitsOf(settings);
    const compatPrefix = () => settings.get('compat.prefix');
    const ground = { config, host, database, settings, limits, bus, cleanup, clock, log, paths };

    const identity = createIdentity(ground);
    const { authStore, auth, apiKeys, devices, guard, hub } = identity;
    const work = createWork(ground);
    const { tasks } = work;
    const catalogue = await createCatalogue({ ground, work, onRead: devices.reads });
    const opened = createOpenedFiles({ ground, work, catalogue, identity });
    const upkeep = createUpkeep({
      ground,
      work,
      catalogue,
      inUseSince: authStore.inUseSince,
      isWatched: hub.isHeard,
    });

    const preferences = createPreferencesService({
      store: createPreferencesStore(database),
      clock,
    });

    const addresses = createOwnAddresses(host.networkInterfaces);
    const sharing = createSharingService({
      config,
      settings,
      addresses,
      secrets: host.secrets,
      bus,
      clock,
      log,
    });

    const pairing = createPairingService({
      codes: createCodes(clock),
      apiKeys,
      devices,
      user: auth.activeUser,
      beginSession: auth.beginDevice,
      throttle: createThrottle(),
      addresses: () => {
        const shared = sharing.state().addresses.map((address) => address.url);
        return shared.length > 0 ? shared : [url];
      },
      compatPrefix,
      bus,
    });

    const meter = createRequestMeter();
    const metrics = createMetrics({
      store: createSystemStore(database),
      taskStats: tasks.stats,
      meter,
      startedAt,
    });

    const maxBodyBytes = () => settings.get('server.max_body_bytes');
    const version = readVersion();
    const readerApis = createReaderApis({
      ...identity,
      ...catalogue,
      database,
      preferences,
      queue: work.queue,
      secrets: host.secrets,
      compatPrefix,
      maxBodyBytes,
      version,
      builtAt: readBuildTime(),
      clock,
      log,
    });

    const app = createApp({
      routes: apiRoutes({
        ...identity,
        ...opened,
        ...work,
        ...catalogue,
        ...upkeep,
        pairing,
        sharing,
        preferences,
        settings,
        system: {
          version,
          startedAt,
          databaseAnswers: () => dataWatch.isThere() && authStore.answers(),
          metrics,
          prometheusText: createPrometheusText(meter),
          startup: createStartupService({
            configuration: host.configuration,
            host: config.server.host,
            port: () => port,
            restart: host.restart,
            ...upkeep,
          }),
        },
        version,
        clock,
      }),
      guard,
      hub,
      log,
      hosts: { addresses, names: () => [...trustedHosts, ...sharing.hostNames()] },
      maxBodyBytes,
      mounts: readerApis,
      isStored: dataWatch.isThere,
      meter,
      docs: config.api.enable_api_docs ? apiDocs(config.api.api_docs_path, version) : null,
      webRoot: host.webRoot,
    });
    const { url, port, close } = await listen(app, config);
    cleanup.add('requests', close);
    if (host.movedFrom !== undefined) {
      const before = { ...config.server, port: host.movedFrom };
      const certificate = readCertificate(config.tls);
      cleanup.add('signpost', await openSignpost({ ...before, certificate }, port));
    }
    cleanup.add('event streams', () => hub.close());
    cleanup.add('sharing', () => sharing.stop());
    await sharing.start(app, port);
    // Before the requests, which would wait for it.
    cleanup.add('long reads', () => catalogue.longReads.close());

    upkeep.start();
    const control = createControl({
      ...identity,
      ...opened,
      ...work,
      ...catalogue,
      ...upkeep,
      devices: identity.devicesStore,
      settings,
      sharing,
      bus,
      clock,
    });
    cleanup.add('sleep', () => control.stop());
    cleanup.add('memory', collectAtRest());
    log.info({ url, version, data_dir: dataDir, ms: Date.now() - startedAt }, 'server started');

    return {
      url,
      port,
      checkedAfterCrash,
      control,
      async stop() {
        await cleanup.run();
        log.info('server stopped');
      },
    };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
};
