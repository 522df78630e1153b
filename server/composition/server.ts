import { type Config, ConfigError } from '../config/config.ts';
import { readBuildTime, readVersion } from '../config/version.ts';
import { createPreferencesService } from '../features/preferences/service.ts';
import { createPreferencesStore } from '../features/preferences/store.ts';
import { createMetrics } from '../features/system/metrics.ts';
import { createPrometheusText } from '../features/system/prometheus.ts';
import { createStartupService } from '../features/system/startup.ts';
import { createSystemStore } from '../features/system/store.ts';
import type { HostEnvironment, RunningServer } from '../host-environment.ts';
import { createApp } from '../http/api/app.ts';
import { createRequestMeter } from '../http/api/request-meter.ts';
import { listen, ListenError, readCertificate } from '../http/net/listen.ts';
import { startPortRedirect } from '../http/net/port-redirect.ts';
import { apiDocs } from '../http/openapi/api-docs.ts';
import { collectAllGarbage, collectGarbageWhenIdle } from '../lib/idle-gc.ts';
import { createLog } from '../lib/log.ts';
import { createShutdownStack, type ShutdownStack } from '../lib/shutdown.ts';
import { apiRoutes } from './api-routes.ts';
import { createAuthServices } from './auth-services.ts';
import { createBackgroundJobs } from './background-jobs.ts';
import { createLibraryServices } from './library-services.ts';
import { createMaintenance } from './maintenance.ts';
import { createNetworkServices } from './network-services.ts';
import { createNotifications } from './notifications.ts';
import { openContext } from './open-context.ts';
import { createOpenedFiles } from './opened-files.ts';
import { confirmRestore, tryUndoRestore } from './restore-on-start.ts';
import { createServerControl } from './server-control.ts';
import { createThirdPartyApis } from './third-party-apis.ts';

/**
 * Starts the API host and resolves once it listens; falls back to the previous database if
 * it cannot start with a restored one. Throws ConfigError, DatabaseError or ListenError with
 * a one-line message.
 */
export const startServer = async (
  config: Config,
  host: HostEnvironment,
): Promise<RunningServer> => {
  try {
    return await startOnce(config, host);
  } catch (error) {
    // Neither error is caused by the database.
    if (error instanceof ConfigError || error instanceof ListenError) throw error;
    if (!tryUndoRestore(config.server.data_dir)) throw error;
    createLog(config.log, host.logFile).error(
      { err: error },
      'restore undone: no start with the backup',
    );
    return startOnce(config, host);
  }
};

/** Disposes of the acquired resources in reverse order if the start fails. */
const startOnce = async (config: Config, host: HostEnvironment): Promise<RunningServer> => {
  const log = createLog(config.log, host.logFile);
  const shutdown = createShutdownStack(log);
  try {
    return await compose(config, host, { log, shutdown });
  } catch (error) {
    await shutdown.runAll();
    throw error;
  }
};

/** Creates the services from the context up, then the routes, and listens. */
const compose = async (
  config: Config,
  host: HostEnvironment,
  { log, shutdown }: { log: ReturnType<typeof createLog>; shutdown: ShutdownStack },
): Promise<RunningServer> => {
  const startedAt = performance.now();
  const opening = await openContext(config, host, { log, shutdown });
  const { context, dataWatch, checkedAfterCrash } = opening;
  const { database, settings, publicAddress, clock, requestClock, requester, paths } = context;

  const authServices = createAuthServices(context);
  const { authStore, guard, viewAs, hub } = authServices;
  const backgroundJobs = createBackgroundJobs(context);
  const libraryServices = await createLibraryServices({
    context,
    backgroundJobs,
    onRead: authServices.devices.reads,
  });
  const opened = createOpenedFiles({ context, backgroundJobs, libraryServices, authServices });
  const maintenance = createMaintenance({
    context,
    backgroundJobs,
    libraryServices,
    inUseSince: authStore.inUseSince,
    isWatched: hub.hasListeners,
  });
  const notifications = createNotifications({
    context,
    authServices,
    backgroundJobs,
    libraryServices,
    maintenance,
  });
  const { addresses, sharing, pairing, kobos } = createNetworkServices({
    context,
    authServices,
    ownUrl: () => url,
  });
  const preferences = createPreferencesService({ store: createPreferencesStore(database), clock });

  const meter = createRequestMeter(requestClock);
  const maxBodyBytes = () => settings.get('server.max_body_bytes');
  const version = readVersion();
  const startup = createStartupService({
    configuration: host.configuration,
    host: config.server.host,
    port: () => port,
    restart: host.restart,
    backups: maintenance.backups,
    dataDirectory: maintenance.dataDirectory,
  });
  const app = createApp({
    routes: apiRoutes({
      authServices,
      backgroundJobs,
      libraryServices,
      opened,
      maintenance,
      notifications,
      ...{ pairing, kobos },
      sharing,
      preferences,
      settings,
      system: {
        version,
        startedAt,
        databaseAnswers: () => dataWatch.isThere() && authStore.answers(),
        metrics: createMetrics({
          store: createSystemStore(database),
          taskStats: backgroundJobs.tasks.stats,
          meter,
          startedAt,
        }),
        prometheusText: createPrometheusText(meter),
        startup,
      },
      version,
      clock,
    }),
    guard,
    viewAs,
    hub,
    log,
    requester,
    hosts: { addresses, names: () => [...config.server.trusted_hosts, ...sharing.hostNames()] },
    publicAddress,
    maxBodyBytes,
    mounts: createThirdPartyApis({
      context,
      authServices,
      backgroundJobs,
      libraryServices,
      notifications,
      maintenance,
      preferences,
      maxBodyBytes,
      port: () => port,
      version,
      builtAt: readBuildTime(),
    }),
    ...{ isStored: dataWatch.isThere, writeLock: context.writeLock },
    meter,
    docs: config.api.enable_api_docs ? apiDocs(config.api.api_docs_path, version) : null,
    webRoot: host.webRoot,
  });
  const { url, port, close } = await listen(app, config, publicAddress.isTrusted);
  shutdown.defer('requests', close);
  if (host.previousPort !== undefined) {
    const before = { ...config.server, port: host.previousPort };
    const certificate = await readCertificate(config.tls);
    shutdown.defer('port redirect', await startPortRedirect({ ...before, certificate }, port));
  }
  shutdown.defer('event streams', () => hub.close());
  shutdown.defer('sharing', () => sharing.stop());
  await sharing.start(app, port);
  // Closed before pending requests are awaited, because they wait for its queries.
  shutdown.defer('query worker', () => libraryServices.queryWorker.close());

  notifications.startNotifications();
  maintenance.startBackgroundServices();
  const control = createServerControl({
    context,
    authServices,
    backgroundJobs,
    libraryServices,
    opened,
    maintenance,
    sharing,
  });
  shutdown.defer('server control', () => control.stop());
  const collect = () => {
    database.releaseMemory();
    return collectAllGarbage();
  };
  shutdown.defer('idle garbage collection', collectGarbageWhenIdle({ collect }));
  confirmRestore(paths.data, log);
  log.info({ url, version, data_dir: paths.data, ms: msSince(startedAt) }, 'server started');

  return {
    url,
    port,
    checkedAfterCrash,
    control,
    async stop() {
      const isClean = await shutdown.runAll();
      log.info('server stopped');
      return isClean;
    },
  };
};

const msSince = (startedAt: number): number => Math.round(performance.now() - startedAt);
