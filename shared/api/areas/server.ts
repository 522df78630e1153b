import type { Endpoint } from '../../endpoint.ts';
import * as backups from '../backups.ts';
import { conversionEndpoints } from '../conversions.ts';
import * as dataDirectory from '../data-directory.ts';
import { duplicatesEndpoints } from '../duplicates.ts';
import * as events from '../entity-events.ts';
import * as filesystem from '../filesystem.ts';
import { healthEndpoints } from '../health.ts';
import { importEndpoints } from '../imports.ts';
import { takingInEndpoints } from '../intake-folders.ts';
import * as openedFiles from '../opened-files.ts';
import { preferenceEndpoints } from '../preferences.ts';
import * as releaseSources from '../release-sources.ts';
import * as releases from '../releases.ts';
import * as settings from '../settings.ts';
import * as sharing from '../sharing.ts';
import { signInProvidersEndpoints } from '../sign-in-providers.ts';
import * as system from '../system.ts';
import { taskEndpoints } from '../tasks.ts';
import { trashEndpoints } from '../trash.ts';

/** Background work, maintenance, releases, settings and the server itself. */
export const serverArea: readonly Endpoint[] = [
  ...taskEndpoints,
  ...trashEndpoints,
  ...healthEndpoints,
  ...duplicatesEndpoints,
  ...conversionEndpoints,
  releases.listReleases,
  releases.recordRelease,
  releases.changeReleases,
  releases.changeRelease,
  releases.deleteRelease,
  releases.listReleasesOfSeries,
  releases.getTracking,
  releases.updateTracking,
  releaseSources.listReleaseSources,
  releaseSources.createReleaseSource,
  releaseSources.getReleaseSource,
  releaseSources.updateReleaseSource,
  releaseSources.deleteReleaseSource,
  releaseSources.pollReleaseSource,
  ...preferenceEndpoints,
  settings.listSettings,
  settings.updateSettings,
  settings.getSetting,
  settings.updateSetting,
  settings.resetSetting,
  settings.listSettingHistory,
  ...signInProvidersEndpoints,
  sharing.getSharing,
  sharing.updateSharing,
  sharing.testSharing,
  openedFiles.getOpenedFile,
  openedFiles.addOpenedFile,
  filesystem.browseFilesystem,
  filesystem.listDrives,
  backups.listBackups,
  backups.createBackup,
  backups.getBackupState,
  backups.uploadBackup,
  backups.cancelRestore,
  backups.getBackupFile,
  backups.deleteBackup,
  backups.restoreBackup,
  ...importEndpoints,
  ...takingInEndpoints,
  dataDirectory.getDataDirectory,
  dataDirectory.moveDataDirectory,
  dataDirectory.cancelDataMove,
  dataDirectory.restartForDataMove,
  dataDirectory.deletePreviousData,
  system.getHealth,
  system.getMetrics,
  system.getStartup,
  system.setPort,
  system.restartServer,
  events.streamEvents,
  events.streamLive,
];
